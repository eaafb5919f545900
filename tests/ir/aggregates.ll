; Structs, arrays and vectors become scalars.
%pair = type { i32, [2 x i16] }

define %pair @make(i32 %a, i16 %b) {
  %1 = insertvalue %pair undef, i32 %a, 0
  %2 = insertvalue %pair %1, i16 %b, 1, 1
  ret %pair %2
}

define i16 @use(ptr %p) {
  %v = load %pair, ptr %p, align 4
  store %pair %v, ptr %p, align 2
  %e = extractvalue %pair %v, 1, 0
  ret i16 %e
}

define <2 x i32> @lanes(<2 x i32> %a, <2 x i32> %b, i32 %at) {
  %s = add <2 x i32> %a, %b
  %m = shufflevector <2 x i32> %s, <2 x i32> %a, <2 x i32> <i32 3, i32 0>
  %i = insertelement <2 x i32> %m, i32 7, i32 1
  %c = icmp ugt <2 x i32> %i, zeroinitializer
  %z = select <2 x i1> %c, <2 x i32> %i, <2 x i32> %b
  ret <2 x i32> %z
}

define i16 @mask(<16 x i8> %v) {
  %c = icmp slt <16 x i8> %v, zeroinitializer
  %m = bitcast <16 x i1> %c to i16
  ret i16 %m
}
