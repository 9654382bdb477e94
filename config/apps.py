"""App configuration of the composition root."""

from typing import Any

from django.apps import AppConfig
from django.contrib import admin
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app, check_dependencies
from django.core import checks as django_checks
from django.http import HttpRequest
from unfold.sites import UnfoldAdminSite


class BackOffice(UnfoldAdminSite):  # type: ignore[misc]
    """The theme's site, without the list of all tables that Django makes for each page.

    The menu is our own. That list, which only the page of an app shows, took a fifth of the time of a list of rows.
    """

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        """Return the tables of an app; none where no app is named."""
        tables: list[dict[str, Any]] = super().get_app_list(request, app_label) if app_label else []
        return tables


class BackOfficeConfig(SimpleAdminConfig):
    """Django's admin. Most processes never show a page: all are imported with `config.backoffice.urls`."""

    def ready(self) -> None:
        """Take our site in place of the theme's; register the admin's own checks, which see all pages."""
        admin.site = admin.sites.site = BackOffice()
        django_checks.register(check_dependencies, django_checks.Tags.admin)
        django_checks.register(_check_pages, django_checks.Tags.admin)


class ServiceConfig(AppConfig):
    """Registers the checks, roles and monitoring that concern the whole service."""

    name = "config"
    verbose_name = "Service"

    def ready(self) -> None:
        """Make the Celery app current, load the system checks, name the models, create the roles after migrations."""
        from django.db.models.signals import post_migrate

        from config import celery, checks  # noqa: F401
        from config.backoffice import names, roles
        from config.processes import error_reports, watching  # noqa: F401

        # In every process: the names of permissions are made of them, whoever migrates.
        names.apply()
        post_migrate.connect(roles.ensure)
        error_reports.start()


def _check_pages(app_configs: Any, **options: Any) -> list[django_checks.CheckMessage]:
    from config.backoffice import urls  # noqa: F401 - registers the pages

    return check_admin_app(app_configs, **options)
