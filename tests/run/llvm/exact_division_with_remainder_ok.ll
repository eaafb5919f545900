; EXIT: 3
; The division leaves no remainder.
define i32 @quarter(i32 %n) {
entry:
  %q = udiv exact i32 %n, 4
  ret i32 %q
}

define i32 @main() {
entry:
  %q = call i32 @quarter(i32 12)
  %c = icmp eq i32 %q, 3
  br i1 %c, label %yes, label %no

yes:
  ret i32 %q

no:
  ret i32 0
}
