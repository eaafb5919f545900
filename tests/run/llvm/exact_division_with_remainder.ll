; A division that promised to leave no remainder leaves one.
define i32 @quarter(i32 %n) {
entry:
  %q = udiv exact i32 %n, 4
  ret i32 %q
}

define i32 @main() {
entry:
  %q = call i32 @quarter(i32 13)
  %c = icmp eq i32 %q, 3
  br i1 %c, label %yes, label %no ; BUG: broken-flag

yes:
  ret i32 %q

no:
  ret i32 0
}
