; Tokens: comments ( with "parentheses | and quotes, symbols, strings, numbers.
; EXIT: 65
(set-info :source |
  A symbol of two lines; not a comment (
|)
(set-info :notes "a string ; not a comment ( ""quoted"" ")
(set-option :produce-models true)
(set-logic QF_BV)

(declare-const a Bool)(declare-const |b c| Bool);no space needed
(declare-const |let| Bool)(declare-const ~!@$%^&*_-+=<>.?/0aZ Bool)
(declare-const || Bool)
(declare-const |ä ö| Bool)

; |a| and a are the same symbol.
(check-sat-assuming (|a| (not a)))
;> unsat
(declare-const |a| Bool)
;> (error "line 18 column 16: a is already declared")

(assert (and |let| |b c| (not ||) |ä ö| ~!@$%^&*_-+=<>.?/0aZ))
(check-sat)
;> sat
(get-value (|b c| |let| || |ä ö| ~!@$%^&*_-+=<>.?/0aZ |a|))
;> ((|b c| true)
;>  (|let| true)
;>  (|| false)
;>  (|ä ö| true)
;>  (~!@$%^&*_-+=<>.?/0aZ true)
;>  (|a| false))
(get-value (
  (and	|let| ; a comment inside
       |b c|)))
;> (((and |let| |b c|) true))

(echo "Grüße, ""Welt"" ∀ ;(|")
;> "Grüße, ""Welt"" ∀ ;(|"
(echo "two
lines")
;> "two
;> lines"

; Digits of both cases are the same numbers.
(check-sat-assuming ((= #xAbCd #xaBcD #b1010101111001101 (_ bv43981 16))))
;> sat

(assert (= #b2 #b0))
;> (error "line 47 column 12: expected binary digits after #b, and nothing else")
(assert (= #xg #x0))
;> (error "line 49 column 12: expected hexadecimal digits after #x, and nothing else")
(assert (= 007 7))
;> (error "line 51 column 12: a number does not begin with 0")
(assert (= 1a 1))
;> (error "line 53 column 12: '1a' is neither a number nor a symbol")
(assert 'a)
;> (error "line 55 column 9: no token begins with '''")
(assert |a\b|)
;> (error "line 57 column 11: a quoted symbol cannot contain a backslash")
(assert (= # #))
;> (error "line 59 column 12: expected x or b after #")
(set-info : 3)
;> (error "line 61 column 11: expected the name of a keyword after ':'")
