!4000000000 = !{}
; error: 1:1: number is too large
