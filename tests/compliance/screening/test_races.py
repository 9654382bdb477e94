"""Lists that are replaced, and hits that are decided, by several at the same moment."""

import pytest
from django.db import transaction

from compliance.models import HitState, ScreeningHit, ScreeningListVersion, ScreeningSweep, SubjectKind
from compliance.providers.screening import Subject
from compliance.providers.screening_list import ListScreening
from compliance.providers.watchlists import files
from compliance.review_desk import screening_hits
from compliance.screening import sweeps
from platforms.base import clock, states
from tests.support import factories
from tests.support.compliance import screening_lists
from tests.support.compliance.stories import created
from tests.support.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
EDITIONS = 6


def edition(number: int) -> bytes:
    """An edition in which everybody has its number: a mixture of two would show."""
    people = [
        screening_lists.person(f"E{number}-{index}", f"{name} Carrow")
        for index, name in enumerate(("Bethwin", "Bethwyn"))
    ]
    return screening_lists.xml([*people, screening_lists.QUISTRAND], [], made=f"2026-0{number}-01T00:00:00Z")


def test_every_screening_sees_one_whole_edition_while_they_are_replaced():
    screening_lists.load(edition(1))

    def replace():
        return [screening_lists.load(edition(number)).entry_count for number in range(2, EDITIONS + 1)]

    def look():
        seen = []
        for _ in range(60):
            screened = ListScreening().screen([Subject(SubjectKind.PERSON, "Bethwin Carrow")])
            seen.append((screened.compared_with, tuple(hit.entry_reference for hit in screened.hits[0])))
        return seen

    replaced, *looks = at_once([replace, look, look, look])

    assert replaced == [3] * (EDITIONS - 1)
    whole = {((f"UN 2026-0{n}-01",), (f"E{n}-0", f"E{n}-1")) for n in range(1, EDITIONS + 1)}
    for seen in looks:
        assert set(seen) <= whole
    assert ListScreening().screen([Subject(SubjectKind.PERSON, "Bethwin Carrow")]).compared_with == ("UN 2026-06-01",)


def test_of_two_who_load_at_once_both_succeed_and_one_edition_is_in_use():
    first, second, same = at_once(
        [
            lambda: screening_lists.load(edition(2)),
            lambda: screening_lists.load(edition(3)),
            lambda: screening_lists.load(edition(3)),
        ]
    )

    # The later load of the older edition is refused.
    assert all(isinstance(one, ScreeningListVersion | files.ListRefused) for one in (first, second, same))
    current = ScreeningListVersion.objects.get(is_current=True)
    assert f"{current.published_at:%m}" == "03"
    assert second == same


def test_of_two_who_decide_a_hit_at_once_one_does(api):
    created(api, fullName="Zebulon Quarrymoor")
    hit = ScreeningHit.objects.get()

    def decide(state: HitState):
        with transaction.atomic():
            return screening_hits.resolve(
                hit_id=hit.id, state=state, reason="Looked at closely.", actor=factories.OPERATOR, now=clock.real_now()
            )

    results = at_once([lambda: decide(HitState.CLEARED), lambda: decide(HitState.CONFIRMED)])

    assert sum(isinstance(result, states.ForbiddenTransition) for result in results) == 1


def test_two_workers_sweep_no_customer_twice(production_api):
    for _ in range(8):
        created(production_api, fullName="Bethwin Carrow")
    screening_lists.load(edition(2))

    def work():
        done = 0
        while ScreeningSweep.objects.filter(is_running=True).exists():
            with transaction.atomic():
                done += sweeps.advance(now=clock.real_now() + sweeps.SETTLE_TIME, limit=1)
        return done

    assert sum(at_once([work, work])) == 8
    assert ScreeningHit.objects.count() == 16
