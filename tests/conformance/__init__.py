import pytest

pytest.register_assert_rewrite("tests.conformance.checks")  # so that failed checks show their values
