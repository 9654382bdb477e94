"""Staff with roles."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, User

from platforms.backoffice.actions import Role
from tests.backoffice.conftest import BackOffice

Hire = Callable[..., BackOffice]


@pytest.fixture
def hire(db: None) -> Hire:
    """Return a function that signs in somebody new with these roles."""

    def hired(name: str, *roles: Role) -> BackOffice:
        user = User.objects.create_user(username=name, is_staff=True)
        user.groups.add(*(Group.objects.get_or_create(name=role.value)[0] for role in roles))
        return BackOffice(user)

    return hired
