; A checksum by an instruction of one processor.
declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8)

define i32 @main() {
entry:
  %sum = call i32 @llvm.x86.sse42.crc32.32.8(i32 4, i8 3) ; BUG: unmodelled
  ret i32 %sum
}
