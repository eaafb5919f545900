; With :global-declarations, declarations stay when their level goes.
; EXIT: 65
(set-option :global-declarations true)
(set-option :produce-models true)
(set-logic QF_UFBV)
(push 2)
(declare-sort S 0)
(declare-const x (_ BitVec 4))
(declare-fun f (S) (_ BitVec 4))
(define-fun g ((a S)) Bool (= (f a) x))
(declare-const s S)
(assert (distinct (f s) x))
(check-sat-assuming ((g s)))
;> unsat
(pop 2)
(check-sat-assuming ((g s) (= x #xa)))
;> sat
(get-value (x (f s)))
;> ((x #xa)
;>  ((f s) #xa))
(reset-assertions)
(assert (not (g s)))
(check-sat)
;> sat
(set-option :global-declarations false)
;> (error "line 25 column 1: :global-declarations must be set at the beginning")
