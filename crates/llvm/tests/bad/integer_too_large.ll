@x = global i8 256
; error: 1:16: integer literal does not fit in i8
