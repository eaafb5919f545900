@x = global <1 x i8> shufflevector (<1 x i8> zeroinitializer, <1 x i8> zeroinitializer, <1 x i32> <i32 2>)
; error: mask selects no lane of the operands
