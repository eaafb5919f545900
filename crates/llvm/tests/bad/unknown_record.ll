define void @f() {
  #dbg_frob(!0)
  ret void
}
; error: 2:3: expected a debug record, found `#dbg_frob`
