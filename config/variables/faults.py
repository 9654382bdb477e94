"""What is wrong with the variables of a process: a sentence for each fault, which never has the value of a secret."""

import base64
import difflib
import re
from collections.abc import Iterator, Mapping

from config.launch import environment, failures
from config.variables import kinds
from config.variables.table import VARIABLES, Variable

PAGE = "See docs/operator/settings.md."
WORTHLESS = "development-only"
"""What secrets of development have in them."""
_SHORT_NAME = 8
"""Of a name with fewer letters others than ours may be only a letter away."""
_LONG_NAME = 12
_LIKENESS = 0.75
_SETTLEMENTS = ("PRODUCTION_SETTLEMENT", "SANDBOX_SETTLEMENT")
_OF_NODE = ("LND_URL", "LND_MACAROON", "LND_CERTIFICATE")
_OF_SIGN_ON = ("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ROLES")
_OF_KUBERNETES = re.compile(r"\w+_(SERVICE_HOST|SERVICE_PORT|PORT)(_\w+)?")
"""Names by which Kubernetes and Docker tell of other services; the values of those that end with PORT are addresses."""


def of(variables: Mapping[str, str], *, is_complete: bool = True) -> list[str]:
    """Return a sentence for each variable that is wrong, misspelt, or missing in production.

    Where the variables are not `is_complete`, others are made up for those that are missing.
    """
    is_production = variables.get("ENVIRONMENT") == "production"
    sentences = [*_of_environment(variables), *_misspelt(variables)]
    for name, variable in VARIABLES.items():
        text = variables.get(name, "").strip()
        if name == "ENVIRONMENT":
            continue
        if text:
            sentences += _of_value(name, variable, text, is_production=is_production)
        elif variable.is_needed and is_production and is_complete:
            sentences.append(f"{name} is not set. {PAGE}")
    if is_production and is_complete and not (variables.get("REDIS_URL") or variables.get("CELERY_BROKER_URL")):
        sentences.append(f"REDIS_URL is not set, nor is CELERY_BROKER_URL: payments need a broker. {PAGE}")
    return [*sentences, *_of_lightning(variables), *_of_sign_on(variables)]


def _of_sign_on(variables: Mapping[str, str]) -> Iterator[str]:
    """Yield what signing on by OpenID Connect lacks where some of it is set."""
    set_to = {name: variables.get(name, "").strip() for name in _OF_SIGN_ON}
    # One that is wrong is told of already.
    given = [
        name
        for name, text in set_to.items()
        if text and not [*_of_value(name, VARIABLES[name], text, is_production=False)]
    ]
    for name in _OF_SIGN_ON if given else ():
        if not set_to[name]:
            yield f"{name} is not set, and {given[0]} needs it. See docs/operator/sign-on.md."
    if variables.get("ENVIRONMENT") == "production" and set_to["OIDC_ISSUER"].startswith("http:"):
        yield "OIDC_ISSUER must be an https address in production. See docs/operator/sign-on.md."


def _of_lightning(variables: Mapping[str, str]) -> Iterator[str]:
    """Yield what a Lightning node that is chosen lacks."""
    chosen = [name for name in _SETTLEMENTS if variables.get(name, "").endswith(".LndSettlement")]
    for name in _OF_NODE if chosen else ():
        if not variables.get(name, "").strip():
            yield f"{name} is not set, and {chosen[0]} needs it. See docs/operator/lightning.md."


def _of_environment(variables: Mapping[str, str]) -> Iterator[str]:
    try:
        environment.kind(variables)
    except failures.LaunchError as failure:
        yield failure.problem


def _of_value(name: str, variable: Variable, text: str, *, is_production: bool) -> Iterator[str]:
    try:
        value = variable.read(text)
    except kinds.Wrong as wrong:
        yield wrong.about(name)
        return
    if not is_production:
        return
    if variable.shortest and any(
        len(each) < variable.shortest or WORTHLESS in each for each in ([value] if isinstance(value, str) else value)
    ):
        yield f"{name} is a development value or shorter than {variable.shortest} characters. {PAGE}"
    if name == "ENCRYPTION_KEYS" and any(WORTHLESS.encode() in base64.urlsafe_b64decode(each) for each in value):
        yield f"{name} has the development key. {PAGE}"
    if value is True and not variable.may_be_true:
        yield f"{name} must be false in production. It may be {text.lower()} where ENVIRONMENT is development."


def _misspelt(variables: Mapping[str, str]) -> Iterator[str]:
    for name, value in variables.items():
        if name in VARIABLES or _is_of_another_service(name, value):
            continue
        meant = nearest(name)
        # Where the variable that could be meant is set too, the other one is somebody else's.
        if meant and meant != "ENVIRONMENT" and meant not in variables:
            yield f"{name} is no setting of this service. Is {meant} meant?"


def nearest(name: str) -> str | None:
    """Return the variable of ours that a name is meant to be, if it is one misspelt.

    That is one which differs in underscores and in the case of letters alone. A longer name may differ in two letters,
    a long one in three.
    """
    bare = _bare(name)
    same = [ours for ours in VARIABLES if _bare(ours) == bare]
    if same:
        return same[0]
    if len(name) < _SHORT_NAME:
        return None
    alike = difflib.get_close_matches(name.upper(), VARIABLES, n=3, cutoff=_LIKENESS)
    most = 3 if len(name) >= _LONG_NAME else 2
    near = [ours for ours in alike if len(ours) >= _SHORT_NAME and _edits(name.upper(), ours) <= most]
    return min(near, key=lambda ours: _edits(name.upper(), ours), default=None)


def _bare(name: str) -> str:
    return name.upper().replace("_", "").replace("-", "")


def _edits(name: str, ours: str) -> int:
    """Return how many letters were replaced, left out or added; two that changed places count twice."""
    changes = difflib.SequenceMatcher(None, name, ours, autojunk=False).get_opcodes()
    return sum(max(b - a, d - c) for kind, a, b, c, d in changes if kind != "equal")


def _is_of_another_service(name: str, value: str) -> bool:
    return bool(_OF_KUBERNETES.fullmatch(name)) and bool(re.match(r"(tcp|udp|sctp)://|[\d.:]+$", value))
