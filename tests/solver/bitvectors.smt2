; Bit-vectors: a law for each function, and one that does not hold.
(set-logic QF_BV)
(declare-const a (_ BitVec 6)) (declare-const b (_ BitVec 6)) (declare-const c (_ BitVec 6))
(define-fun zero () (_ BitVec 6) #b000000)
(define-fun ones () (_ BitVec 6) #b111111)
(define-fun least () (_ BitVec 6) #b100000)

; Division by zero has a value.
(push 1) (assert (not (= (bvudiv a zero) ones))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvurem a zero) a))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvsdiv a zero) (ite (bvslt a zero) #b000001 ones)))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvsrem a zero) (bvsmod a zero) a))) (check-sat) (pop 1)
;> unsat

(push 1) (assert (distinct b zero)) (assert (not (= a (bvadd (bvmul b (bvudiv a b)) (bvurem a b))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= a (bvadd (bvmul b (bvsdiv a b)) (bvsrem a b))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvsmod a b) (bvadd b (bvsrem a b)))))
(assert (distinct (bvsrem a b) zero)) (assert (bvslt a zero)) (assert (bvsgt b zero)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvsmod a b) (bvsrem a b)))) (check-sat) (pop 1)
;> sat

; Shifts by the width or more.
(push 1) (assert (bvuge b #b000110))
(assert (not (and (= (bvshl a b) (bvlshr a b) zero) (= (bvashr a b) (ite (bvslt a zero) ones zero)))))
(check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvlshr (bvshl a b) b) a))) (check-sat) (pop 1)
;> sat

(push 1) (assert (not (= (bvxor a b c) (bvxnor a (bvnot (bvxor b c)))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvnand a b) (bvor (bvnot a) (bvnot b))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvnor a b) (bvand (bvnot a) (bvnot b))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (concat ((_ extract 5 2) a) ((_ extract 1 0) a)) a))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= ((_ rotate_left 2) ((_ rotate_right 2) a)) a))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= ((_ sign_extend 2) a) (bvsub ((_ zero_extend 2) a) ((_ zero_extend 2) (ite (bvslt a zero) #b000000 zero)))))) (check-sat) (pop 1)
;> sat
(push 1) (assert (not (= (bvule a b) (not (bvugt a b)) (or (bvult a b) (= a b))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvsle a b) (not (bvsgt a b)) (bvule (bvadd a least) (bvadd b least))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvcomp a b) (bvnot (bvredor (bvxor a b)))))) (check-sat) (pop 1)
;> unsat

; Overflow predicates of SMT-LIB 2.7.
(push 1) (assert (not (= (bvuaddo a b) (bvugt (bvadd (concat #b0 a) (concat #b0 b)) #b0111111)))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvsaddo a b) (distinct (bvadd ((_ sign_extend 1) a) ((_ sign_extend 1) b)) ((_ sign_extend 1) (bvadd a b)))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvumulo a b) (distinct (bvmul ((_ zero_extend 6) a) ((_ zero_extend 6) b)) ((_ zero_extend 6) (bvmul a b)))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvsmulo a b) (distinct (bvmul ((_ sign_extend 6) a) ((_ sign_extend 6) b)) ((_ sign_extend 6) (bvmul a b)))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (bvssubo a b) (distinct (bvsub ((_ sign_extend 1) a) ((_ sign_extend 1) b)) ((_ sign_extend 1) (bvsub a b)))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (and (= (bvusubo a b) (bvult a b)) (= (bvnego a) (= a least)) (= (bvsdivo a b) (and (= a least) (= b ones)))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (and (bvsaddo a b) (bvuaddo a b))) (check-sat) (pop 1)
;> sat
