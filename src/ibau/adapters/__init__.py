"""Ways in and out for other programs: the engine protocol and files of records."""
