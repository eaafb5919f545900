; Nothing before the first call has a pointer type.
define void @first() {
  call void bitcast (void (...)* @declared_without_parameters to void ()*)()
  call void @second()
  ret void
}

define void @second() {
  ret void
}

declare void @declared_without_parameters(...)
