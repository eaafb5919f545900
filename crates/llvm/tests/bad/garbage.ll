?? what
; error: 1:1: expected a top-level entity
