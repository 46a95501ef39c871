"""Games as text and as files: records, trees, columns."""
