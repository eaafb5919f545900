; Cores are of named assertions.
(set-option :produce-unsat-cores true)
(set-option :produce-unsat-assumptions true)
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(assert (! (bvult x #x10) :named small))
(assert (! (= ((_ extract 0 0) x) #b1) :named odd))
(assert (! (bvugt x #x80) :named |not small|))
(check-sat)
;> unsat
(get-unsat-core)
;> (small |not small|)
(reset-assertions)
(declare-const x (_ BitVec 8))
(assert (! (bvult x #x10) :named small))
(push 1)
(assert (! (= x #x10) :named ten))
(check-sat)
;> unsat
(get-unsat-core)
;> (small ten)
(pop 1)
(check-sat)
;> sat
; What has no name is no part of a core.
(assert (bvugt x #x08))
(check-sat-assuming ((= x #x07)))
;> unsat
(get-unsat-core)
;> ()
(get-unsat-assumptions)
;> ((= x #x07))
(assert (bvult x #x03))
(check-sat)
;> unsat
(get-unsat-core)
;> ()
