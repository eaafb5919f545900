@x = external global void
; error: 1:22: `void` is only the result of a function
