"""The bill of materials of a release, as CycloneDX: the packages of the lock files that an installation takes."""

import datetime as dt
import re
import uuid
from collections.abc import Iterator, Mapping

from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement

REQUIRED = "requirements.lock"
OPTIONAL = tuple(f"requirements-{group}.lock" for group in ("s3", "sftp", "traces", "errors"))
"""What deploy/Containerfile adds, and `OPTIONAL=…` of deploy/build.sh."""
_NAMESPACE = uuid.UUID("5f0d6c1e-1f0e-5c0b-9d3a-6f0f3f0a7d11")
_PRODUCT = "payments-platform"


def of(locks: Mapping[str, str], *, version: str, commit: str, committed: dt.datetime) -> str:
    """Return the bill as JSON: the same for the same commit. `locks` has the text of each lock file by its name."""
    product = Component(
        name=_PRODUCT,
        version=version,
        type=ComponentType.APPLICATION,
        bom_ref=_PRODUCT,
        properties=[Property(name="commit", value=commit)],
    )
    components: dict[str, Component] = {}
    for lock in (REQUIRED, *OPTIONAL):
        for component in _components(locks[lock], is_required=lock == REQUIRED):
            components.setdefault(str(component.purl), component)
    bill = Bom(components=components.values(), serial_number=uuid.uuid5(_NAMESPACE, commit))
    bill.metadata.component, bill.metadata.timestamp = product, committed
    bill.register_dependency(product, components.values())
    return JsonV1Dot6(bill).output_as_string(indent=2) + "\n"


def _components(lock: str, *, is_required: bool) -> Iterator[Component]:
    for entry in re.findall(r"^\S+==(?:.*\\\n)*.*$", lock, re.MULTILINE):
        line, *digests = re.split(r"\s*\\?\s*--hash=sha256:", entry)
        requirement = Requirement(line.strip())
        [pin] = requirement.specifier
        purl = PackageURL("pypi", name=requirement.name, version=pin.version)
        files = ExternalReference(
            type=ExternalReferenceType.DISTRIBUTION,
            url=XsUri(f"https://pypi.org/project/{requirement.name}/{pin.version}/#files"),
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest.strip()) for digest in digests],
        )
        yield Component(
            name=requirement.name,
            version=pin.version,
            purl=purl,
            bom_ref=str(purl),
            # One with a marker is for some machines alone.
            scope=ComponentScope.REQUIRED if is_required and requirement.marker is None else ComponentScope.OPTIONAL,
            external_references=[files],
        )
