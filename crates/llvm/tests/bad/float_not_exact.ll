@x = global float 0x3FF0000000000001
; error: 1:19: floating-point literal is not exact in its type
