source_filename = "abc; error: 1:19: expected a string
