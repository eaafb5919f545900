; Names of terms.
; EXIT: 65
(set-option :produce-assignments true)
(set-logic QF_BV)
(declare-const p Bool) (declare-const x (_ BitVec 8))
(assert (or (! p :named first) (! (= (! (bvadd x #x01) :named next) #x00) :named |the end|)))
(assert (not first))
(check-sat)
;> sat
(get-assignment)
;> ((first false) (|the end| true))
(check-sat-assuming ((distinct next #x00)))
;> unsat
(assert (! p :named first))
;> (error "line 14 column 21: first is already declared")
(assert (! true :named p))
;> (error "line 16 column 24: p is already declared")
; An error takes back the names of its command.
(assert (and (! p :named lost) x))
;> (error "line 19 column 32: and: argument 2 must be of sort Bool, found (_ BitVec 8)")
(assert lost)
;> (error "line 21 column 9: lost is not declared")
(define-fun f ((a Bool)) Bool (! a :named inner))
;> (error "line 23 column 43: a term with parameters around it cannot be named")
(push 1)
(assert (! p :named inner))
(check-sat)
;> unsat
(pop 1)
(assert (! (not p) :named inner :comment (a "list" of 3 things) :flag))
(check-sat)
;> sat
(get-assignment)
;> ((first false) (|the end| true) (inner true))
