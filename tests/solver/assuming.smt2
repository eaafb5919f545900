; Assumptions hold for one check.
(set-option :produce-unsat-assumptions true)
(set-logic QF_BV)
(declare-const a Bool) (declare-const b Bool) (declare-const c Bool)
(assert (=> a b))
(check-sat-assuming (a (not b)))
;> unsat
(get-unsat-assumptions)
;> (a (not b))
(check-sat-assuming (c a (not b)))
;> unsat
(get-unsat-assumptions)
;> (a (not b))
(check-sat-assuming ())
;> sat
(check-sat-assuming (a b c))
;> sat
(assert (not a))
(check-sat-assuming (c ( not |b| ) a))
;> unsat
(get-unsat-assumptions)
;> (a)
(assert false)
(check-sat-assuming (b))
;> unsat
(get-unsat-assumptions)
;> ()
