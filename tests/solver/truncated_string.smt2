; The file ends inside a string.
; EXIT: 65
(declare-const p Bool)
(check-sat)
;> sat
;> (error "line 7 column 7: this string is never closed")
(echo "no end)
(check-sat)
