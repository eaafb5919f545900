define void @f() {
}
; error: 2:1: function has no blocks
