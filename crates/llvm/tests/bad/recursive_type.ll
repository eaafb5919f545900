%a = type { %b }
%b = type { [2 x %a] }
@x = external global %a
; error: type contains itself
