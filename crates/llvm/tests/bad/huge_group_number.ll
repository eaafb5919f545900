attributes #4000000000 = {}
; error: 1:12: number is too large
