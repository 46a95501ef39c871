"""The event log: storage of every game's events, in SQLite or PostgreSQL."""
