@a = global ptr @b
; error: 1:17: symbol is never defined or declared
