"""Rules of approvals: for each flag who approves, and what they have looked at first. Two people change a rule.

A platform without a rule of its own for a flag has the default. To a case apply the rules of all its flags: it takes
the people of each of them, and everything that one of them asks to be looked at.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence

from compliance.models import CheckedItem, CustomerType, Deciders, MonthlyTransactionVolume, ReviewRule, RuleFlag
from compliance.review_desk import decision_reasons, review_queue
from compliance.review_desk.case_files import CaseFile
from platforms import audit
from platforms.base import clock, errors
from platforms.database.rows import by_key
from platforms.models import Platform

DIFFERENCES: Mapping[str, RuleFlag] = {
    CheckedItem.NAME: RuleFlag.NAME_DIFFERS,
    CheckedItem.BIRTH_DATE: RuleFlag.BIRTH_DATE_DIFFERS,
    CheckedItem.NUMBER: RuleFlag.DOCUMENT_DIFFERS,
    CheckedItem.EXPIRY: RuleFlag.DOCUMENT_DIFFERS,
    CheckedItem.PHOTO: RuleFlag.DOCUMENT_DIFFERS,
}
"""The flag that a case has when a reviewer says of an identity document that an item differs."""
_VOLUMES = MonthlyTransactionVolume.values
"""The least first."""


@dataclasses.dataclass(frozen=True, slots=True)
class Rule:
    """What is asked of the approval of a case with a flag. `entered`: the row; None for a default."""

    flag: RuleFlag
    deciders: Deciders = Deciders.REVIEWER
    opens_documents: bool = False
    asks_checklist: bool = False
    least_volume: str = ""
    entered: ReviewRule | None = None

    @property
    def name(self) -> str:
        """The flag in words."""
        return self.flag.label


DEFAULTS: Mapping[RuleFlag, Rule] = {
    rule.flag: rule
    for rule in (
        Rule(RuleFlag.EVERY, opens_documents=True, asks_checklist=True),
        Rule(RuleFlag.BUSINESS, opens_documents=True),
        Rule(RuleFlag.VOLUME),
        Rule(RuleFlag.HIGH_RISK_COUNTRY, Deciders.LEAD),
        Rule(RuleFlag.SANCTION_CLEARED, Deciders.LEAD),
        Rule(RuleFlag.PEP_CLEARED, Deciders.LEAD),
        Rule(RuleFlag.PEP_ACCEPTED, Deciders.TWO),
        Rule(RuleFlag.NAME_DIFFERS, Deciders.LEAD),
        Rule(RuleFlag.BIRTH_DATE_DIFFERS, Deciders.LEAD),
        Rule(RuleFlag.DOCUMENT_DIFFERS, Deciders.LEAD),
    )
}


@dataclasses.dataclass(frozen=True, slots=True)
class Demand:
    """What the rules ask of the approval of a case: all that any of them asks."""

    rules: Sequence[Rule]
    """Those that apply."""

    @property
    def opens_documents(self) -> bool:
        """Tell whether every page of every document is to be opened first."""
        return any(rule.opens_documents for rule in self.rules)

    @property
    def asks_checklist(self) -> bool:
        """Tell whether it is to be said what was compared on each identity document."""
        return any(rule.asks_checklist for rule in self.rules)

    def rules_for(self, deciders: Deciders) -> Sequence[Rule]:
        """Return the rules that ask for these people."""
        return [rule for rule in self.rules if rule.deciders == deciders]

    @property
    def needs_lead(self) -> bool:
        """Tell whether a lead reviewer approves, or is one of the two who do."""
        return bool(self.rules_for(Deciders.LEAD))

    @property
    def needs_two(self) -> bool:
        """Tell whether two people approve."""
        return bool(self.rules_for(Deciders.TWO))


def in_force(platform_id: uuid.UUID) -> Mapping[RuleFlag, Rule]:
    """Return the rules of a platform, in the order of the flags: one query."""
    rows = ReviewRule.objects.filter(platform=platform_id).order_by("flag", "-id").distinct("flag")
    return {**DEFAULTS, **{RuleFlag(row.flag): _of(row) for row in rows}}


def of_case(file: CaseFile, *, differences: Collection[RuleFlag] = ()) -> Demand:
    """Return what is asked of the approval of a case. `differences`: what its reviewer found to differ. One query."""
    volume = (file.customer.business_info or {}).get("expectedMonthlyTransactionVolume", "")
    flags = {RuleFlag.EVERY, *differences, *(flag.rule for flag in review_queue.flags_of(file))}
    if file.customer.customer_type == CustomerType.BUSINESS:
        flags.add(RuleFlag.BUSINESS)
    rules = in_force(file.platform.id)
    if _reaches(volume, rules[RuleFlag.VOLUME].least_volume):
        flags.add(RuleFlag.VOLUME)
    return Demand([rule for flag, rule in rules.items() if flag in flags])


def enter(
    *,
    platform_id: uuid.UUID,
    flag: str,
    deciders: str,
    opens_documents: bool,
    asks_checklist: bool,
    least_volume: str,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> ReviewRule:
    """Replace a rule of a platform. It counts for every approval from now on, also for one that is proposed already.

    Two people stand behind it: `actor` with its `proposed_by`. `least_volume`: for VOLUME alone, "" where the rule
    applies to no case. Raises InvalidInput that names every wrong field.
    """
    platform: Platform | None = by_key(Platform.objects, platform_id)
    problems = [*_problems(flag, deciders, least_volume), *decision_reasons.problems(reason)]
    if platform is None:
        problems.append(("platform", "must be a platform that there is"))
    if problems or platform is None:
        raise errors.InvalidInput(problems)
    moment = clock.of(platform, now)
    rule: ReviewRule = ReviewRule.objects.create(
        platform=platform,
        flag=flag,
        deciders=deciders,
        opens_documents=opens_documents,
        asks_checklist=asks_checklist,
        least_volume=least_volume,
        proposed_by=actor.proposed_by,
        approved_by=actor.id,
        reason=reason.strip(),
        created_at=moment,
    )
    _audit(rule, actor=actor, now=moment)
    return rule


def _of(row: ReviewRule) -> Rule:
    flag, deciders = RuleFlag(row.flag), Deciders(row.deciders)
    return Rule(flag, deciders, row.opens_documents, row.asks_checklist, row.least_volume, row)


def _reaches(volume: str, least: str) -> bool:
    return volume in _VOLUMES and least in _VOLUMES and _VOLUMES.index(volume) >= _VOLUMES.index(least)


def _problems(flag: str, deciders: str, least_volume: str) -> Iterable[tuple[str, str]]:
    if flag not in RuleFlag.values:
        yield "flag", "is not a flag that has a rule"
    if deciders not in Deciders.values:
        yield "deciders", f"must be one of {', '.join(Deciders.values)}"
    elif deciders == Deciders.TWO and flag in DIFFERENCES.values():
        yield "deciders", "must be a reviewer or a lead reviewer: a difference is found while the approval is entered"
    if least_volume and flag != RuleFlag.VOLUME:
        yield "least_volume", "is for the rule about the expected volume alone: leave it empty"
    elif least_volume and least_volume not in _VOLUMES:
        yield "least_volume", f"must be one of {', '.join(_VOLUMES)}"


def _audit(rule: ReviewRule, *, actor: audit.Actor, now: dt.datetime) -> None:
    audit.record(
        rule,
        "review_rule.enter",
        actor=actor,
        now=now,
        flag=rule.flag,
        deciders=rule.deciders,
        opensDocuments=rule.opens_documents,
        asksChecklist=rule.asks_checklist,
        leastVolume=rule.least_volume,
        reason=rule.reason,
    )
