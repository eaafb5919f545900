define void @f(ptr %x) {
  %y = atomicrmw frob ptr %x, i32 1 seq_cst
  ret void
}
; error: 2:18: expected an operation of `atomicrmw`, found `frob`
