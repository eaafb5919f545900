define void @f() {
  %x = call void @f()
  ret void
}
; error: 2:3: instruction without result cannot have a name
