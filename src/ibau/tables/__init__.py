"""Tables of exact values: their layout for compiled loops, their files, and how to read them."""
