"""`python -m ibau` is the command `ibau`."""

from ibau.cli import main

main()
