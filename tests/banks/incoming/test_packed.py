"""Files that a bank has packed: what is in them is taken file by file, and what can't be unpacked waits."""

import gzip
import io
import zipfile

import pytest

from banks.formats import packing
from banks.models import BankIncomingFile
from banks.statements.incoming import arrivals
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform)


def _zip(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, inner in files.items():
            packed.writestr(name, inner)
    return content.getvalue()


def _files() -> list[tuple[str, str]]:
    return list(BankIncomingFile.objects.order_by("id").values_list("name", "state"))


def test_each_file_of_a_zip_is_read_once(api, bank, alice):
    reference = world.reference_of(api, alice)
    day = world.camt([Entry(5_00, text=reference)])
    packed = _zip(
        {
            "day/": b"",
            "day/1.xml": day,
            "day/2.xml": world.camt([Entry(7_00, text=reference)], number=2, opening=1_005_00),
            "day/3.txt": b"hello",
            "__MACOSX/day/._1.xml": b"junk",
            ".DS_Store": b"junk",
            "empty": b"",
        }
    )

    for number in range(2):
        path = world.put(packed, f"{number}.zip")
        world.read()
        assert not path.exists()
    world.send(day)

    read = [("0.zip/day/1.xml", "APPLIED"), ("0.zip/day/2.xml", "APPLIED")]
    assert _files() == [*read, ("0.zip/day/3.txt", "SET_ASIDE")]
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 12_00


def test_a_gzip_is_read(api, bank, alice):
    content = world.mt940([Entry(5_00, text=world.reference_of(api, alice))])

    world.put(gzip.compress(content), "day.sta.gz")
    world.read()

    assert _files() == [("day.sta", "APPLIED")]
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 5_00


def _locked() -> bytes:
    content = bytearray(_zip({"1.xml": world.camt([])}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + at] |= 1
    return bytes(content)


def _cut() -> bytes:
    content = _zip({"1.xml": world.camt([]), "2.xml": world.camt([], number=2)})
    return content.replace(b"PK\x03\x04", b"PK\x03\x05")[:4].replace(b"\x05", b"\x04") + content[4:-40]


def _wrong() -> bytes:
    content = bytearray(_zip({"1.xml": world.camt([]), "2.xml": world.camt([], number=2)}))
    content[content.rindex(b"PK\x03\x04") + 60] ^= 0xFF
    return bytes(content)


@pytest.mark.parametrize(
    "content",
    [
        _locked(),
        _cut(),
        _wrong(),
        _zip({}),
        _zip({f"{number}.xml": b"x" for number in range(packing.MAX_FILES + 1)}),
        gzip.compress(b"x" * 1000)[:-20],
    ],
    ids=["with a password", "cut", "damaged", "empty", "too many", "cut gzip"],
)
def test_what_can_t_be_unpacked_waits_whole_and_says_what_to_do(bank, content):
    world.send(content)

    file = BankIncomingFile.objects.get()
    assert (file.state, file.place) == ("SET_ASIDE", "the file")
    assert "Unpack it, and upload the files in it" in file.problem
    assert b"".join(arrivals.content_of(file)) == content


@pytest.mark.parametrize("pack", [lambda content: _zip({"1": content}), gzip.compress], ids=["zip", "gzip"])
def test_what_unpacks_to_more_than_the_limit_is_not_unpacked(bank, monkeypatch, pack):
    monkeypatch.setattr(packing, "MAX_UNPACKED", 10 * 2**20)

    world.send(pack(bytes(11 * 2**20)))

    assert "Unpack it" in BankIncomingFile.objects.get().problem


def test_a_packed_file_within_a_packed_file_waits_by_itself(bank):
    world.send(_zip({"1.xml": world.camt([]), "2.zip": _zip({"3.xml": world.camt([], number=3)})}))

    assert [state for _, state in _files()] == ["APPLIED", "SET_ASIDE"]


def test_each_file_of_an_uploaded_zip_waits_for_two_people(bank):
    packed = io.BytesIO(_zip({"1.xml": world.camt([]), "2.xml": world.camt([], number=2)}))
    given = {"connection": bank.pk, "name": "up.zip", "reason": "by mail", "actor": rail.TILL, "now": clock.real_now()}

    first = arrivals.upload(file=packed, **given)

    assert first.name == "up.zip/1.xml"
    assert _files() == [("up.zip/1.xml", "SET_ASIDE"), ("up.zip/2.xml", "SET_ASIDE")]
    packed.seek(0)
    with pytest.raises(arrivals.FileIsKnown):
        arrivals.upload(file=packed, **given)
    with pytest.raises(arrivals.EmptyFile):
        arrivals.upload(file=io.BytesIO(), **given)
