"""App configuration of the composition root."""

from typing import Any

from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app, check_dependencies
from django.core import checks as django_checks


class BackOfficeConfig(SimpleAdminConfig):
    """Django's admin. Most processes never show a page: all are imported with `config.backoffice.urls`."""

    def ready(self) -> None:
        """Register the admin's own checks, which see all pages."""
        django_checks.register(check_dependencies, django_checks.Tags.admin)
        django_checks.register(_check_pages, django_checks.Tags.admin)


class ServiceConfig(AppConfig):
    """Registers the checks, the roles and the watching that concern the whole service."""

    name = "config"
    verbose_name = "Service"

    def ready(self) -> None:
        """Make the Celery app current, load the system checks, give the roles of staff what they may see."""
        from django.db.models.signals import post_migrate

        from config import celery, checks, watching  # noqa: F401
        from config.backoffice import roles

        post_migrate.connect(roles.ensure)


def _check_pages(app_configs: Any, **options: Any) -> list[django_checks.CheckMessage]:
    from config.backoffice import urls  # noqa: F401 - registers the pages

    return check_admin_app(app_configs, **options)
