"""The name below the service's host that leads to a platform leads to no other."""

from django.db import migrations, models

# The oldest platform keeps a name that several have; the others get the end of their keys added, as new ones do.
_TELL_APART = """
UPDATE platforms_platform platform
   SET proxy_uma_subdomain = left(proxy_uma_subdomain, 54) || '-' || right(id::text, 8)
 WHERE EXISTS (SELECT FROM platforms_platform older
                WHERE older.proxy_uma_subdomain = platform.proxy_uma_subdomain AND older.id < platform.id)
"""


class Migration(migrations.Migration):
    """Two steps: tell apart, then keep apart."""

    dependencies = [("platforms", "0004_audit_by_request")]

    operations = [
        migrations.RunSQL(_TELL_APART, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name="platform",
            constraint=models.UniqueConstraint(
                fields=["proxy_uma_subdomain"], name="platform_proxy_uma_subdomain_unique"
            ),
        ),
    ]
