"""What is drawn and printed: pictures, rules pages, kits."""
