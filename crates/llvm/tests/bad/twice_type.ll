%a = type {}
%a = type {}
; error: 2:1: type is defined twice
