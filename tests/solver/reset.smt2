; reset forgets everything; reset-assertions keeps logic and options.
; EXIT: 65
(set-option :produce-models true)
(set-logic QF_BV)
(declare-const p Bool)
(push 1)
(assert (not p)) (assert p)
(check-sat)
;> unsat
(reset-assertions)
(get-info :assertion-stack-levels)
;> (:assertion-stack-levels 0)
(get-option :produce-models)
;> true
(check-sat)
;> sat
(set-logic QF_BV)
;> (error "line 17 column 1: the logic is QF_BV already")
(assert p)
;> (error "line 19 column 9: p is not declared")
(declare-const p (_ BitVec 2))
(assert (= p #b01))
(check-sat)
;> sat
(reset)
(get-option :produce-models)
;> true
(assert (= p #b01))
;> (error "line 28 column 12: p is not declared")
(set-logic QF_UF)
(declare-const p Bool)
(assert p)
(check-sat)
;> sat
