"""Stub."""
def sources_are_here(): return False
def digest_of(function, signature, numba): return ""
