; Assertions are remembered as they were written.
(set-option :produce-assertions true)
(set-logic QF_BV)
(get-assertions)
;> ()
(declare-const p Bool)
(assert (and true ; not simplified
             |p|))
(push 1)
(assert (! (let ((q p)) (or q q)) :named a))
(get-assertions)
;> ((and true |p|)
;>  (! (let ((q p)) (or q q)) :named a))
(pop 1)
(get-assertions)
;> ((and true |p|))
(get-option :produce-assertions)
;> true
(get-option :interactive-mode)
;> true
