import pytest

pytest.register_assert_rewrite("tests.conformance.checks")  # so that a check that fails says what it has seen
