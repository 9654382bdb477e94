"""Staff with roles."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, User

from platforms.backoffice.actions import Role
from tests.backoffice.conftest import BackOffice

Hire = Callable[..., BackOffice]


def signed_in(name: str, *roles: Role) -> BackOffice:
    """Let somebody new with these roles sign in."""
    user = User.objects.create_user(username=name, is_staff=True)
    user.groups.add(*Group.objects.filter(name__in=[role.value for role in roles]))
    return BackOffice(user)


@pytest.fixture
def hire(db: None) -> Hire:
    """Return a function that signs in somebody new with these roles."""
    return signed_in
