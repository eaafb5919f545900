; Arrays.
(set-logic QF_ABV)
(define-sort Memory () (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const m Memory) (declare-const n Memory)
(declare-const i (_ BitVec 8)) (declare-const j (_ BitVec 8)) (declare-const v (_ BitVec 8))

(push 1) (assert (distinct (select (store m i v) j) (ite (= i j) v (select m j)))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (distinct (select (store m i v) j) (select m j))) (check-sat)
;> sat
(assert (distinct i j)) (check-sat) (pop 1)
;> unsat

; Extensionality: different arrays differ somewhere.
(push 1) (assert (distinct m n)) (assert (= (store m i v) (store n i v))) (check-sat)
;> sat
(assert (= (select m i) (select n i))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (distinct (store (store m i v) j v) (store (store m j v) i v))) (check-sat) (pop 1)
;> unsat

; Constant arrays.
(push 1) (assert (= m ((as const Memory) v))) (check-sat)
;> sat
(assert (distinct (select m i) (select m j))) (check-sat) (pop 1)
;> unsat

; A Bool is as good as a bit.
(declare-const b (Array Bool Bool)) (declare-const p Bool)
(push 1) (assert (select (store b p false) p)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (xor (select b true) (select b false))) (assert (= (select b p) (select b (not p)))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= b (ite p (store b true p) (store b false (not p))))) (check-sat) (pop 1)
;> sat
