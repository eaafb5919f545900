!0 = !{!1}
!2 = !{}
; error: 1:8: metadata !1 is never defined
