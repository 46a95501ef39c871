"""Pictures, rules pages and kits to print."""
