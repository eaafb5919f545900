@a = external global %t
; error: 1:22: type is never defined
