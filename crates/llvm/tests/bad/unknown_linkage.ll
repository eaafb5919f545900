@x = wonky global i32 0
; error: 1:6: expected `global`, `constant`, `alias` or `ifunc`, found `wonky`
