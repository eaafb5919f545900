@x = external global <65537 x i8>
; error: 1:33: vector must have 1 to 65536 elements
