@x = global i32 0, align 3
; error: 1:26: alignment is not a power of two
