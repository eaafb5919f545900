@a = global i32* @b
@b = global i64 0
; error: 1:18: symbol is used with another type than it has
