use std::cell::RefCell;
use std::rc::Rc;

fn main() {
    let list = Rc::new(RefCell::new(vec![1]));
    let same = Rc::clone(&list);
    same.borrow_mut().push(2);
    assert_eq!(list.borrow().len(), 2); // PROVED: assertion
}
