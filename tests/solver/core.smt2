; Core: every function, with one more and one fewer argument than usual.
(set-logic QF_UF)
(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)

; Left-associative xor, right-associative =>, chainable =, pairwise distinct.
(push 1) (assert (not (= (xor p q r) (xor (xor p q) r)))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (not (= (=> p q r) (=> p (=> q r))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= (=> p q r) (=> (=> p q) r))) (check-sat) (pop 1)
;> sat
(push 1) (assert (not (= (= p q r) (and (= p q) (= q r))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= (= p q r) (= (= p q) r))) (check-sat) (pop 1)
;> sat

; There are only two values.
(check-sat-assuming ((distinct p q)))
;> sat
(check-sat-assuming ((distinct p q r)))
;> unsat

; One argument, as many programs write it.
(check-sat-assuming ((and p) (or (not p))))
;> unsat
(check-sat-assuming ((and p) (or q)))
;> sat

(assert (ite p q r)) (assert (not q)) (assert p)
(check-sat)
;> unsat
