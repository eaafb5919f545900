; EXIT: 40
; Typed pointers, as LLVM wrote them up to version 14: a read of the last element.
%struct.vector = type { i32, i32* }

declare noalias i8* @malloc(i64)
declare void @free(i8*)

define i32 @main() {
entry:
  %v = alloca %struct.vector, align 8
  %raw = call noalias i8* @malloc(i64 16)
  %ok = icmp ne i8* %raw, null
  br i1 %ok, label %fill, label %out

fill:
  %items = bitcast i8* %raw to i32*
  %field = getelementptr inbounds %struct.vector, %struct.vector* %v, i32 0, i32 1
  store i32* %items, i32** %field, align 8
  %last = getelementptr i32, i32* %items, i64 3
  store i32 40, i32* %last, align 4
  %again = load i32*, i32** %field, align 8
  %p = getelementptr i32, i32* %again, i64 3
  %x = load i32, i32* %p, align 4
  call void @free(i8* %raw)
  ret i32 %x

out:
  ret i32 1
}
