; Options and information.
; EXIT: 65
(get-option :print-success)
;> false
(set-option :print-success true)
;> success
(set-option :print-success false)
(set-option :print-success true)
;> success
(set-option :random-seed 7)
;> success
(get-option :random-seed)
;> 7
(set-option :verbosity 1)
;> success
(set-option :reproducible-resource-limit 100000)
;> success
(get-option :reproducible-resource-limit)
;> 100000
(get-option :regular-output-channel)
;> "stdout"
(get-option :diagnostic-output-channel)
;> "stderr"
(set-option :regular-output-channel "stdout")
;> success
(set-option :regular-output-channel "/nonexistent/file")
;> (error "line 26 column 1: cannot open /nonexistent/file: No such file or directory (os error 2)")
(set-option :regular-output-channel stdout)
;> (error "line 28 column 1: :regular-output-channel needs a string")
(set-option :produce-models 1)
;> (error "line 30 column 1: :produce-models needs true or false")
(set-option :produce-models)
;> (error "line 32 column 1: :produce-models needs true or false")
(set-option :random-seed true)
;> (error "line 34 column 1: :random-seed needs a number")
(set-option :produce-proofs true)
;> unsupported
(set-option :no-such-option (a b))
;> unsupported
(get-option :no-such-option)
;> unsupported
(get-option :produce-models)
;> true
(get-option :produce-unsat-cores)
;> false
(get-option :produce-unsat-assumptions)
;> true
(get-option :produce-assignments)
;> false
(get-option :produce-assertions)
;> false
(get-option :global-declarations)
;> false
(set-info :status unknown)
;> success
(set-info :anything)
;> success
(set-info :x #b01)
;> success
(set-info :x 1.5)
;> success
(get-info :name)
;> (:name "Fathom")
(get-info :version)
;> (:version "0.1.0")
(get-info :authors)
;> (:authors "the Fathom authors")
(get-info :error-behavior)
;> (:error-behavior continued-execution)
(get-info :assertion-stack-levels)
;> (:assertion-stack-levels 0)
(get-info :no-such-info)
;> unsupported
(set-logic QF_ABV)
;> success
(set-option :random-seed 8)
;> success
(declare-const p Bool)
;> success
(set-option :random-seed 9)
;> (error "line 80 column 1: :random-seed must be set at the beginning")
(define-fun q () Bool p)
;> success
(assert q)
;> success
(push 1)
;> success
(pop 1)
;> success
(check-sat)
;> sat
(echo "echo")
;> "echo"
(reset-assertions)
;> success
(exit)
;> success
(echo "not reached")
