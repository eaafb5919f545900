define void @f(i8 %x) {
  switch i8 %x, label %d [ i8 1, label %d i8 1, label %d ]
d:
  ret void
}
; error: 2:43: case is given twice
