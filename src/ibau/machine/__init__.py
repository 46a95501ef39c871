"""What loops run on."""
