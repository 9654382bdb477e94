"""Pages of staff accounts and groups. Accounts are made with `manage.py createsuperuser`; no page changes them."""

from django.contrib import admin
from django.contrib.auth.models import Group, User

from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin

admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class StaffAdmin(ReadOnlyAdmin):
    """Who may sign in here."""

    exact = ("username", "email")
    search_help_text = "user name or e-mail address"
    list_display = ("username", "email", "is_active", "is_staff", "is_superuser", "last_login")
    list_filter = ("is_active", "is_superuser")
    shown = (columns.withheld("password"),)


@admin.register(Group)
class GroupAdmin(ReadOnlyAdmin):
    """Roles of staff."""

    exact = ("name",)
    search_help_text = "name"
    list_display = ("name",)
