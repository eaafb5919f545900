@x = global ptr blockaddress(@f, %b)
declare void @f()
; error: 1:17: `blockaddress` of a function without body
