; The file ends inside a command.
; EXIT: 65
(declare-const p Bool)
(assert p)
(check-sat)
;> sat
;> (error "line 9 column 1: the input ends inside a parenthesis: expected a term")
(assert (and p
