"""What all tests share: Hypothesis draws the same examples at every run, so that a failure is nobody's luck."""

from hypothesis import settings

settings.register_profile("ibau", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ibau")
