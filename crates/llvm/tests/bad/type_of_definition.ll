define void @f() {
  br label %a
a:
  %p = phi i32 [ %x, %a ], [ 0, %0 ]
  %x = add i64 1, 1
  br label %a
}
; error: 5:3: value is defined with another type than it is used with before
