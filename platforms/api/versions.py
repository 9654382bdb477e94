"""GET /versions."""

from django.conf import settings

from platforms import queries, representations
from platforms.http.endpoints import Call, Endpoint, Json


@Endpoint("GET", "versions", response=representations.Versions)
def list_versions(call: Call) -> Json:
    """List the versions of the API and what can be turned on.

    A feature is a value that lists of this version did not have from the first day, such as a type of event. It is
    sent to you once you have named it in `features` of the configuration, and never before.

    Returns:
        Versions and features.
    """
    return representations.versions(
        settings.API_VERSIONS, ends=settings.API_SUNSETS, enabled=queries.features(call.platform_id)
    )
