@x = global [3 x i8] c"ab"
; error: 1:22: string has 2 bytes, its type 3
