; What bit-blasting alone takes for ever: identities of polynomials, products with equal factors, equality of
; constant arrays.
(set-logic QF_ABV)
(declare-const x (_ BitVec 64))
(declare-const y (_ BitVec 64))
(declare-const z (_ BitVec 64))
(push 1)
(assert (distinct (bvmul x (bvadd y z)) (bvadd (bvmul z x) (bvmul x y))))
(check-sat)
;> unsat
(pop 1)
; The twin has a small mistake.
(push 1)
(assert (distinct (bvmul x (bvadd y z)) (bvadd (bvmul z y) (bvmul x y))))
(check-sat)
;> sat
(pop 1)
(push 1)
(assert (distinct (bvmul x y) (ite (= y (bvand z #x00000000000000ff)) (bvmul x (bvand z #x00000000000000ff)) (bvmul x y))))
(check-sat)
;> unsat
(pop 1)
(push 1)
(assert (distinct (bvmul x y) (ite (= y (bvand z #x00000000000000ff)) (bvmul x z) (bvmul x y))))
(check-sat)
;> sat
(pop 1)
(define-fun zeros () (Array (_ BitVec 32) (_ BitVec 8)) ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x00))
(define-fun ones () (Array (_ BitVec 32) (_ BitVec 8)) ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x01))
(define-fun write ((a (Array (_ BitVec 32) (_ BitVec 8))) (i (_ BitVec 64)) (v (_ BitVec 8)))
  (Array (_ BitVec 32) (_ BitVec 8))
  (store (store (store a ((_ extract 31 0) i) v) ((_ extract 63 32) i) v) ((_ extract 47 16) i) v))
(push 1)
(assert (= (write (write (write zeros x #x01) y #x01) z #x01) (write (write (write ones z #x00) y #x00) x #x00)))
(check-sat)
;> unsat
(pop 1)
(push 1)
(assert (= (write (write (write zeros x #x01) y #x01) z #x01) (write (write (write zeros z #x00) y #x01) x #x01)))
(check-sat)
;> sat
(pop 1)
