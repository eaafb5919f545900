; Names: let is parallel, inner names hide outer ones, and everything comes back.
; EXIT: 65
(set-logic QF_BV)
(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))

; Both new names are computed from the old ones.
(push 1) (assert (not (let ((x y) (y x)) (= (bvsub x y) (bvneg (bvsub y x)))))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= x #x01)) (assert (= y #x02))
(assert (let ((x y) (y x)) (and (= x #x02) (= y #x01)))) (check-sat)
;> sat
(assert (let ((x y)) (let ((y x)) (= y #x01)))) (check-sat) (pop 1)
;> unsat

; After the let, and after an error in one, names mean what they meant.
(push 1)
(assert (let ((x true)) (and x (let ((x #x05)) (= x #x06)))))
(check-sat) (pop 1)
;> unsat
(assert (let ((x true)) (bvnot x)))
;> (error "line 20 column 32: bvnot: argument 1 must be a bit-vector, found Bool")
(assert (= x (let ((x #x07)) x)))
(check-sat-assuming ((= x #x07)))
;> sat
(check-sat-assuming ((= x #x08)))
;> unsat

; A let can even hide a function of a theory, but cannot bind a name twice.
(check-sat-assuming ((let ((and true) (bvadd x)) (not (= bvadd x)))))
;> unsat
(assert (let ((z x) (z y)) (= z x)))
;> (error "line 31 column 22: z is bound twice by this let")
(assert (= z x))
;> (error "line 33 column 12: z is not declared")

; Parameters hide constants, and are forgotten.
(define-fun next ((x (_ BitVec 8)) (p Bool)) (_ BitVec 8) (ite p (bvadd x #x01) x))
(check-sat-assuming ((= (next x true) #x08)))
;> sat
(check-sat-assuming ((= (next x true) #x07)))
;> unsat
(assert p)
;> (error "line 42 column 9: p is not declared")
(define-fun twice ((x Bool) (x Bool)) Bool x)
;> (error "line 44 column 30: there are two parameters x")
(define-fun same () (_ BitVec 8) true)
;> (error "line 46 column 34: the definition has sort Bool, not (_ BitVec 8)")
(define-fun self ((x Bool)) Bool (self x))
;> (error "line 48 column 35: self is not declared")
(assert (= (next x) x))
;> (error "line 50 column 12: next: expected 2 arguments, found 1")
(assert (= (next true x) x))
;> (error "line 52 column 18: next: argument 1 must be of sort (_ BitVec 8), found Bool")
(assert (= next x))
;> (error "line 54 column 12: next: expected 2 arguments, found 0")
(assert (x #x00))
;> (error "line 56 column 10: x is a constant and takes no arguments")
(assert (= (let ((x #x01)) (next x false)) #x02))
(check-sat)
;> unsat
