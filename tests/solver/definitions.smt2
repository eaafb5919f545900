; Variables that assertions define: across levels, in cycles, and used again after a pop.
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(declare-const z (_ BitVec 8))
; Both levels are asserted before the first check: popping the second must keep what the first defines.
(assert (= x (bvadd y #x01)))
(push 1)
(assert (= y (bvadd z #x01)))
(assert (distinct x (bvadd z #x02)))
(check-sat)
;> unsat
(pop 1)
(assert (= y #x07))
(check-sat)
;> sat
(get-value (x y))
;> ((x #x08)
;>  (y #x07))
(check-sat-assuming ((= x #x09)))
;> unsat
; Definitions in a circle: no order of them replaces all.
(reset-assertions)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 8))
(declare-const d (_ BitVec 8))
(assert (= a (bvadd b #x01)))
(assert (= b (bvadd c d)))
(assert (= c (bvmul d #x03)))
(assert (= d (bvsub b c)))
(check-sat)
;> sat
(assert (= a #x05))
(check-sat)
;> sat
(get-value (a b))
;> ((a #x05)
;>  (b #x04))
(assert (distinct ((_ extract 1 0) d) #b01))
(check-sat)
;> unsat
