"""What takes thought, in processes of its own: players, analysts, and who looks back on games."""
