declare void @f(<vscale x 4 x i32>)
; error: 1:18: scalable vectors are not supported
