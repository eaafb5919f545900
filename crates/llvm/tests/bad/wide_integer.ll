@x = external global i8388609
; error: 1:22: integers have 1 to 8388608 bits
