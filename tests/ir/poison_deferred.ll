; Code that may have been optimised: poison is asserted where it is used for good, not where it is made.
define i32 @unused(i32 %a, i32 %b) {
  %sum = add nsw i32 %a, %b
  ret i32 %a
}

define i32 @returned(i32 %a, i32 %b) {
  %sum = add nsw i32 %a, %b
  ret i32 %sum
}

define i32 @chosen(i1 %c, i32 %a, i32 %b) {
  %sum = add nsw i32 %a, %b
  %mul = mul nuw i32 %a, %b
  %s = select i1 %c, i32 %sum, i32 %mul
  %t = xor i32 %s, 1
  ret i32 %t
}

define i32 @frozen(i32 %a) {
  %n = add nsw i32 %a, 1
  %f = freeze i32 %n
  ret i32 %f
}

define i32 @looped(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %i
}
