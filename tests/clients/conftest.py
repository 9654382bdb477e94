"""The generated part of the client in Python, which the tests import and git does not have."""


def pytest_pycollect_makemodule() -> None:
    """Generate it before a test module is imported; nothing is done where it is as it should be."""
    from clients import generate

    generate.make(generate.IN_PYTHON)
