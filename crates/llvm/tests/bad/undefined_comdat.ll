@a = global i32 0, comdat
; error: 1:20: comdat is never defined
