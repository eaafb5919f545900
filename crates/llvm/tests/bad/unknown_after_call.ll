define void @f() {
  call void @f()
  trapnow
  ret void
}
; error: 3:3: unknown instruction `trapnow`
