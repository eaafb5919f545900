target datalayout = "e-q:3"
; error: 1:21: data layout part `q:3` is not understood
