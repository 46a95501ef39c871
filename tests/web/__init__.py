import pytest

pytest.register_assert_rewrite("tests.web.protocol_machine")  # so that failed checks show their values
