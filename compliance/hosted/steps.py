"""The pages of the form: those of a person, and those of a business."""

import dataclasses

from django.utils.translation import gettext_noop

from compliance.hosted import forms
from compliance.models import CustomerType, KycLink


@dataclasses.dataclass(frozen=True)
class Step:
    """A page of the form; its texts are translated where they are shown."""

    name: str
    short: str
    """Its short name in the row of steps, for narrow screens."""
    title: str
    form: type[forms.StepForm]
    lead: str
    upcoming: str
    """What comes after it."""
    action: str = gettext_noop("Continue")


PERSON = (
    Step(
        "you",
        gettext_noop("You"),
        gettext_noop("About you"),
        forms.AboutYou,
        gettext_noop("We compare this with your identity document."),
        gettext_noop("Next: your address."),
    ),
    Step(
        "address",
        gettext_noop("Address"),
        gettext_noop("Your address"),
        forms.Address,
        gettext_noop("Where you live now."),
        gettext_noop("Next: a photo or scan of your passport, driving licence or identity card."),
    ),
    Step(
        "document",
        gettext_noop("Document"),
        gettext_noop("Your identity document"),
        forms.IdentityDocument,
        gettext_noop("The whole document must be in the picture, in sharp focus and without reflections."),
        gettext_noop("Next: you look at everything once more, then send it."),
    ),
    Step(
        "check",
        gettext_noop("Check"),
        gettext_noop("Check and send"),
        forms.Consent,
        gettext_noop("Look once more: this can't be changed afterwards."),
        gettext_noop("Next: your answers are checked. %(platform)s will tell you the result."),
        gettext_noop("Send"),
    ),
)
_LOOK, _CHECKED, _SEND = PERSON[-1].lead, PERSON[-1].upcoming, PERSON[-1].action
BUSINESS = (
    Step(
        "documents",
        gettext_noop("Documents"),
        gettext_noop("Documents of the business"),
        forms.CompanyDocument,
        gettext_noop("The whole document must be in the picture, in sharp focus and without reflections."),
        gettext_noop("Next: the documents that are still missing, one after the other, then you send them."),
    ),
    Step("check", gettext_noop("Check"), gettext_noop("Check and send"), forms.Consent, _LOOK, _CHECKED, _SEND),
)


def is_of_business(link: KycLink) -> bool:
    """Tell whether a link is for a business."""
    return link.customer.customer_type == CustomerType.BUSINESS


def of(link: KycLink) -> dict[str, Step]:
    """Return the steps of a link in their order, by name."""
    return {step.name: step for step in (BUSINESS if is_of_business(link) else PERSON)}


def number(link: KycLink, name: str) -> int:
    """Return the place of a step, from 0."""
    return list(of(link)).index(name)
