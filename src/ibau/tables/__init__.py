"""Tables of exact values: which positions they hold and where, their files, and how they are read."""
