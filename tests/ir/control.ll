; Branches, switches, computed jumps, unreachable ends.
define i32 @main(i32 %x) {
entry:
  switch i32 %x, label %other [ i32 1, label %one
                                i32 -1, label %minus ]
one:
  br label %join
minus:
  br label %join
other:
  %c = icmp eq i32 %x, 5
  br i1 %c, label %join, label %never
never:
  unreachable
join:
  %v = phi i32 [ 10, %one ], [ 20, %minus ], [ %x, %other ]
  ret i32 %v
}

define i32 @jump(i32 %i) {
entry:
  %p = getelementptr [2 x ptr], ptr @labels, i32 0, i32 %i
  %l = load ptr, ptr %p
  indirectbr ptr %l, [label %a, label %b]
a:
  ret i32 1
b:
  ret i32 2
}

@labels = constant [2 x ptr] [ptr blockaddress(@jump, %a), ptr blockaddress(@jump, %b)]
