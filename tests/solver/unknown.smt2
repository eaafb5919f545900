; A check that gives up says why.
; OPTIONS: --conflicts 5
(set-logic QF_BV)
(declare-const a (_ BitVec 32)) (declare-const b (_ BitVec 32))
(assert (= (bvmul (concat #x00000000 a) (concat #x00000000 b)) (_ bv10967535067 64)))
(assert (bvugt a #x00000001))
(assert (bvugt b #x00000001))
(check-sat)
;> unknown
(get-info :reason-unknown)
;> (:reason-unknown "the limit of conflicts was reached")
(push 1)
(assert (= a #x00019913))
(assert (= b #x00019919))
(check-sat)
;> sat
(pop 1)
