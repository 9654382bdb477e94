import pytest


@pytest.fixture(autouse=True)
def _bank(settings, tmp_path):
    """A folder of the test's own."""
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")
