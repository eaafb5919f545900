!0 = !{i32 %x}
; error: 1:12: local value outside of a function
