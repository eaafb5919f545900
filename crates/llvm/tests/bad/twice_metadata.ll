!0 = !{}
!0 = !{}
; error: 2:1: metadata is defined twice
