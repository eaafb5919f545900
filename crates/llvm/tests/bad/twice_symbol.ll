@a = global i32 0
@a = global i32 0
; error: 2:1: symbol is defined twice
