; EXIT: 20
; The default of a switch is unreachable, and not reached.
define i32 @pick(i32 %n) {
entry:
  switch i32 %n, label %never [
    i32 0, label %zero
    i32 1, label %one
  ]

zero:
  ret i32 10

one:
  ret i32 20

never:
  unreachable
}

define i32 @main() {
entry:
  %x = call i32 @pick(i32 1)
  ret i32 %x
}
