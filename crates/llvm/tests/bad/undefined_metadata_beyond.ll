!0 = !{!1}
; error: 1:8: metadata is never defined
