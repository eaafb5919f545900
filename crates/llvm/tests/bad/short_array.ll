@x = global [3 x i8] [i8 1]
; error: 1:23: expected 3 elements, found 1
