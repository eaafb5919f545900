trait Shape {
    fn area(&self) -> u32;
}

struct Square(u32);
struct Rectangle(u32, u32);

impl Shape for Square {
    fn area(&self) -> u32 {
        self.0 * self.0
    }
}

impl Shape for Rectangle {
    fn area(&self) -> u32 {
        self.0 * self.1
    }
}

fn main() {
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square(3)), Box::new(Rectangle(2, 5))];
    let total: u32 = shapes.iter().map(|shape| shape.area()).sum();
    assert_eq!(total, 21); // FAILS: assertion
}
