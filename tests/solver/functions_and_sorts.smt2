; Uninterpreted functions and declared sorts.
(set-option :produce-models true)
(set-logic QF_AUFBV)
(declare-sort S 0)
(declare-const a S) (declare-const b S) (declare-const c S)
(declare-fun f (S) S)
(declare-fun g (S (_ BitVec 4)) Bool)

(push 1) (assert (= a b)) (assert (distinct (f a) (f b))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= (f (f (f a))) a)) (assert (= (f (f (f (f (f a))))) a)) (assert (distinct (f a) a)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= (f (f (f a))) a)) (assert (distinct (f a) a)) (check-sat) (pop 1)
;> sat
(push 1) (assert (distinct a b c (f a) (f b) (f c))) (check-sat) (pop 1)
;> sat
(push 1) (assert (xor (g a #x0) (g b #x0))) (assert (= a b)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= (ite (g a #x0) b c) a)) (assert (distinct a b c)) (check-sat) (pop 1)
;> unsat

; Arrays of them.
(declare-const m (Array S S))
(push 1) (assert (distinct (select (store m a b) a) b)) (check-sat) (pop 1)
;> unsat

; Values can be read back.
(push 1) (assert (= a (as @S!3 S))) (assert (= b (as @S!4 S))) (check-sat) (get-value (a b))
;> sat
;> ((a (as @S!3 S))
;>  (b (as @S!4 S)))
(assert (= a b)) (check-sat) (pop 1)
;> unsat

; The array is true everywhere and nowhere but at a: so it is if S has one element, and it may.
(declare-const n (Array S Bool))
(assert (= n ((as const (Array S Bool)) true)))
(check-sat)
;> sat
(assert (= n (store ((as const (Array S Bool)) false) a true)))
(check-sat)
;> unknown
(get-info :reason-unknown)
;> (:reason-unknown incomplete)
