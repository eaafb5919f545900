use std::cell::RefCell;
use std::rc::Rc;

fn main() {
    let list = Rc::new(RefCell::new(vec![1]));
    let same = Rc::clone(&list);
    let first = list.borrow_mut();
    same.borrow_mut().push(2); // FAILS: assertion
    assert_eq!(first.len(), 1);
}
