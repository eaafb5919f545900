attributes #0 = {}
attributes #0 = {}
; error: 2:12: attribute group is defined twice
