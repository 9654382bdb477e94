"""Paged lists: bounds, cursors, stability, totals."""

import base64

import pytest

from platforms.http import pagination
from tests.support import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def seven_tokens(acme):
    """Acme's first token and six more, `token 1` the oldest."""
    for number in range(1, 7):
        created = factories.token(acme.platform)
        created.token.name = f"token {number}"
        created.token.save()


def test_a_list_has_its_newest_first_and_the_total(api, seven_tokens):
    page = api.get("/tokens", limit=3).json()

    assert page.keys() == {"data", "hasMore", "nextCursor", "totalCount"}
    assert [token["name"] for token in page["data"]] == ["token 6", "token 5", "token 4"]
    assert page["hasMore"] is True
    assert page["totalCount"] == 7


def test_the_last_page_has_no_cursor(api, seven_tokens):
    names: list[str] = []
    cursor: dict[str, str] = {}
    for _ in range(3):
        page = api.get("/tokens", limit=3, **cursor).json()
        names += [token["name"] for token in page["data"]]
        cursor = {"cursor": page.get("nextCursor")}

    assert names == ["token 6", "token 5", "token 4", "token 3", "token 2", "token 1", "tests"]
    assert page.keys() == {"data", "hasMore", "totalCount"}
    assert page["hasMore"] is False


def test_a_page_is_twenty_unless_asked_otherwise(acme, api):
    for _ in range(21):
        factories.token(acme.platform)

    page = api.get("/tokens").json()

    assert len(page["data"]) == 20
    assert page["hasMore"] is True
    assert len(api.get("/tokens", limit=100).json()["data"]) == 22


def test_an_exact_fit_has_no_more(api, seven_tokens):
    page = api.get("/tokens", limit=7).json()

    assert len(page["data"]) == 7
    assert page["hasMore"] is False
    assert "nextCursor" not in page


def test_rows_added_between_two_pages_neither_shift_nor_repeat(acme, api, seven_tokens):
    first = api.get("/tokens", limit=3).json()

    factories.token(acme.platform)
    second = api.get("/tokens", limit=3, cursor=first["nextCursor"]).json()

    assert [token["name"] for token in second["data"]] == ["token 3", "token 2", "token 1"]


def test_rows_of_one_moment_are_all_shown_once(acme, api):
    tokens = [factories.token(acme.platform).token for _ in range(6)]
    for token in tokens:
        token.created_at = tokens[0].created_at
        token.save()

    seen: list[str] = []

    cursor: dict[str, str] = {}
    for _ in range(4):
        page = api.get("/tokens", limit=2, **cursor).json()
        seen += [token["id"] for token in page["data"]]
        cursor = {"cursor": page.get("nextCursor")}

    assert len(seen) == len(set(seen)) == 7


def test_transactions_can_be_listed_oldest_first(api, alice):
    source, destination = api.internal_account(alice), api.external_account(alice)
    api.fund(source, 1000)
    made = [api.transfer_out(source, destination, 10).json()["id"] for _ in range(5)]

    seen: list[str] = []

    cursor: dict[str, str] = {}
    for _ in range(3):
        page = api.get("/transactions", limit=2, sortOrder="asc", **cursor).json()
        seen += [payment["id"] for payment in page["data"]]
        cursor = {"cursor": page.get("nextCursor")}

    assert seen == made
    assert page["totalCount"] == 5


def test_the_size_of_the_next_page_may_differ(api, seven_tokens):
    cursor = api.get("/tokens", limit=2).json()["nextCursor"]

    assert len(api.get("/tokens", limit=4, cursor=cursor).json()["data"]) == 4


class TestForeignCursors:
    """A cursor that is not this list's, with these filters, of this platform, is refused."""

    def refused(self, reply):
        assert reply.status_code == 400, reply.content
        assert [problem["field"] for problem in reply.json()["details"]["errors"]] == ["cursor"]

    def test_with_other_filters(self, api, seven_tokens):
        cursor = api.get("/tokens", limit=2).json()["nextCursor"]

        self.refused(api.get("/tokens", cursor=cursor, createdAfter="2020-01-01T00:00:00Z"))

    def test_with_another_value_of_the_same_filter(self, api, alice):
        account = api.internal_account(alice)
        external = api.external_account(alice)
        api.fund(account, 100)
        for _ in range(3):
            api.transfer_out(account, external, 10)
        cursor = api.get("/transactions", limit=1, type="OUTGOING").json()["nextCursor"]

        self.refused(api.get("/transactions", limit=1, type="INCOMING", cursor=cursor))
        self.refused(api.get("/transactions", limit=1, cursor=cursor))
        self.refused(api.get("/transactions", limit=1, type="OUTGOING", sortOrder="asc", cursor=cursor))
        assert api.get("/transactions", limit=1, type="OUTGOING", cursor=cursor).status_code == 200

    def test_of_another_list(self, api, alice, seven_tokens):
        cursor = api.get("/tokens", limit=2).json()["nextCursor"]

        self.refused(api.get("/customers", cursor=cursor))

    def test_of_another_platform(self, rival_api, api, seven_tokens):
        cursor = api.get("/tokens", limit=2).json()["nextCursor"]

        self.refused(rival_api.get("/tokens", cursor=cursor))

    def test_that_was_tampered_with(self, api, seven_tokens):
        cursor = api.get("/tokens", limit=2).json()["nextCursor"]
        middle = len(cursor) // 2
        changed = cursor[:middle] + ("A" if cursor[middle] != "A" else "B") + cursor[middle + 1 :]

        self.refused(api.get("/tokens", cursor=changed))

    def test_whose_position_was_replaced(self, api, seven_tokens):
        cursor = api.get("/tokens", limit=2).json()["nextCursor"]
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        signature = text.rsplit(":", 1)[1]
        forged = f"2030-01-01T00:00:00+00:00|00000000-0000-0000-0000-000000000000:{signature}"

        self.refused(api.get("/tokens", cursor=base64.urlsafe_b64encode(forged.encode()).decode()))

    @pytest.mark.parametrize("cursor", ["", "x", "é", "a" * 1025, "====", "AAAA", "%00"])
    def test_that_is_nonsense(self, api, cursor):
        self.refused(api.get("/tokens", cursor=cursor))


def test_the_lists_that_are_short_are_not_paged(api):
    for path in ("/platform/internal-accounts", "/platform/external-accounts"):
        assert api.get(path).json().keys() == {"data"}
        assert api.get(path, limit=1).json().keys() == {"data"}


def test_date_filters_are_inclusive_at_both_ends(api, seven_tokens):
    moment = next(t for t in api.get("/tokens").json()["data"] if t["name"] == "token 3")["createdAt"]

    page = api.get("/tokens", createdAfter=moment, createdBefore=moment).json()

    assert [token["name"] for token in page["data"]] == ["token 3"]
    assert page["totalCount"] == 1


class TestLongLists:
    """Beyond COUNT_LIMIT, here five, a total is a lower bound, and not counted again for a while."""

    @pytest.fixture(autouse=True)
    def _five_are_many(self, monkeypatch):
        monkeypatch.setattr(pagination, "COUNT_LIMIT", 5)
        monkeypatch.setattr(pagination, "long_until", {})

    def test_the_total_is_counted_once(self, warm, statements, seven_tokens):
        first = statements(lambda: warm.get("/tokens", limit=2))

        assert statements(lambda: warm.get("/tokens", limit=3)) == first - 1
        assert warm.get("/tokens", limit=3).json()["totalCount"] == 5

    def test_other_filters_and_other_platforms_have_totals_of_their_own(self, warm, rival_api, seven_tokens):
        warm.get("/tokens")

        assert warm.get("/tokens", name="token 1").json()["totalCount"] == 1
        assert rival_api.get("/tokens").json()["totalCount"] == 1

    def test_a_shorter_list_is_counted_each_time(self, acme, warm):
        totals = []
        for _ in range(4):
            totals.append(warm.get("/tokens").json()["totalCount"])
            factories.token(acme.platform)

        assert totals == [1, 2, 3, 4]

    def test_a_list_that_became_shorter_is_counted_after_a_while(self, acme, warm, monkeypatch, seven_tokens):
        monkeypatch.setattr(pagination, "LONG_SECONDS", 0)
        warm.get("/tokens")
        acme.platform.api_tokens.filter(name__startswith="token").delete()

        assert warm.get("/tokens").json()["totalCount"] == 1

    def test_what_is_known_of_long_lists_has_a_bound(self, warm, monkeypatch, seven_tokens):
        monkeypatch.setattr(pagination, "_MOST_LISTS", 2)
        for moment in ("2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z", "2020-01-03T00:00:00Z"):
            assert warm.get("/tokens", createdAfter=moment).json()["totalCount"] == 5

        assert len(pagination.long_until) == 1
