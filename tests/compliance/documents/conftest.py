"""An empty storage for every test, and clients that send files."""

import pytest

from config.variables import values
from tests.support.compliance.sending import Desk


@pytest.fixture(autouse=True)
def _empty_storage(settings, tmp_path):
    documents = values.document_storage((tmp_path / "storage").as_uri())
    settings.STORAGES = {**settings.STORAGES, "documents": documents}


@pytest.fixture
def desk(api) -> Desk:
    return Desk(api)


@pytest.fixture
def rival_desk(rival_api) -> Desk:
    return Desk(rival_api)
