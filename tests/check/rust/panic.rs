// A message with a value in it is no obstacle.
extern "C" {
    fn __VERIFIER_nondet_int() -> i32;
}

fn name(day: i32) -> &'static str {
    match day {
        0 => "Sunday",
        1..=5 => "a weekday",
        6 => "Saturday",
        _ => panic!("no day has the number {day}"), // FAILS: assertion
    }
}

fn main() {
    let day = unsafe { __VERIFIER_nondet_int() };
    println!("{}", name(day));
}
