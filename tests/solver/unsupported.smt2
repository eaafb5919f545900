; What is not supported says so.
; EXIT: 65
(set-logic QF_LIA)
;> (error "line 3 column 1: the logic QF_LIA is not supported")
(set-logic QF_BVX)
;> (error "line 5 column 1: the logic QF_BVX is not supported")
(set-logic QF_AUFBVFP)
(declare-const i Int)
;> (error "line 8 column 18: unsupported: sort Int")
(declare-const r Real)
;> (error "line 10 column 18: unsupported: sort Real")
(declare-const m (Array (_ BitVec 8) (Array (_ BitVec 8) (_ BitVec 8))))
;> (error "line 12 column 19: unsupported: arrays with indices or elements of sort (Array (_ BitVec 8) (_ BitVec 8))")
(declare-const f (Array (_ BitVec 8) Float32))
;> (error "line 14 column 19: unsupported: arrays with indices or elements of sort (_ FloatingPoint 8 24)")
(declare-const x (_ BitVec 8))
(assert (= x 3))
;> (error "line 17 column 14: unsupported: integer and real numbers")
(assert (= x 1.5))
;> (error "line 19 column 14: unsupported: integer and real numbers")
(assert (forall ((y (_ BitVec 8))) (= x y)))
;> (error "line 21 column 9: unsupported: forall")
(assert (exists ((y (_ BitVec 8))) (= x y)))
;> (error "line 23 column 9: unsupported: exists")
(assert (match x ((y true))))
;> (error "line 25 column 9: unsupported: match")
(declare-datatypes ((D 0)) (((c))))
;> unsupported
(declare-datatype D ((c)))
;> unsupported
(define-fun-rec g ((a Bool)) Bool (g a))
;> unsupported
(define-funs-rec ((g ((a Bool)) Bool)) ((g a)))
;> unsupported
(declare-const e (_ FloatingPoint 6 9))
;> (error "line 35 column 21: floating-point numbers with 6 bits of exponent and 9 of significand are not supported")
(get-proof)
;> unsupported
(assert (= x #x00))
(check-sat)
;> sat
