; What can be declared, and for how long.
; EXIT: 65
(set-logic QF_UFBV)
(declare-const x Bool)
(declare-const x Bool)
;> (error "line 5 column 16: x is already declared")
(declare-fun x (Bool) Bool)
;> (error "line 7 column 14: x is already declared")
(define-fun x () Bool true)
;> (error "line 9 column 13: x is already declared")
(define-fun y () Bool x)
(declare-const y Bool)
;> (error "line 12 column 16: y is already declared")
(declare-sort S 0)
(declare-sort S 0)
;> (error "line 15 column 15: there is a sort S already")
(declare-sort Bool 0)
;> (error "line 17 column 15: there is a sort Bool already")
(declare-sort P 1)
;> (error "line 19 column 17: unsupported: declared sorts with parameters")
(define-sort S () Bool)
;> (error "line 21 column 14: there is a sort S already")
(define-sort Word () (_ BitVec 8))
(define-sort Pair (a b) (Array a b))
(define-sort Square (a) (Pair a a))
(declare-const m (Square Word))
(declare-const bad (Pair Word))
;> (error "line 27 column 21: sort Pair takes 2 arguments, found 1")
(declare-const worse (Square (Square Word)))
;> (error "line 29 column 23: unsupported: arrays with indices or elements of sort (Array (_ BitVec 8) (_ BitVec 8))")

; A sort and a constant may have the same name.
(declare-const S S)
(check-sat-assuming ((= S S)))
;> sat

; Names of the logic's theories are taken; others, and those of other solvers, are not.
(declare-const bvadd Bool)
;> (error "line 38 column 16: bvadd is a function of the logic's theories")
(declare-const and Bool)
;> (error "line 40 column 16: and is a function of the logic's theories")
(declare-const select Bool)
(declare-const fp.add Bool)
(declare-fun bvredor (Bool) Bool)
(check-sat-assuming ((bvredor select) (not (bvredor fp.add)) (= select fp.add)))
;> unsat

; What is declared at a level goes with it.
(push 1)
(declare-const z Bool) (declare-sort T 0) (declare-const t T) (define-fun d ((a T)) Bool (= a t))
(assert (! (not z) :named nz))
(check-sat-assuming (z))
;> unsat
(check-sat-assuming (nz (d t)))
;> sat
(pop 1)
(assert z)
;> (error "line 57 column 9: z is not declared")
(assert nz)
;> (error "line 59 column 9: nz is not declared")
(declare-const u T)
;> (error "line 61 column 18: there is no sort T")
(declare-const z (_ BitVec 3)) (declare-sort T 0) (declare-const t T)
(check-sat-assuming ((= z #b101) (= t t)))
;> sat
