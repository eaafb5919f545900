; source
; Flags and undefined operations in code from source: each is asserted where it stands.
define i32 @flags(i32 %a, i32 %b) {
  %sum = add nsw i32 %a, %b
  %dif = sub nuw i32 %sum, %b
  %quo = sdiv exact i32 %dif, %b
  %shl = shl nsw i32 %quo, %a
  %rem = urem i32 %shl, 7
  ret i32 %rem
}

define i64 @address(ptr %p, i64 %i) {
  %q = getelementptr inbounds i32, ptr %p, i64 %i
  %x = ptrtoint ptr %q to i64
  %y = ptrtoint ptr %p to i64
  %d = sub i64 %x, %y
  ret i64 %d
}
