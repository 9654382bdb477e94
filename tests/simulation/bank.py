"""The bank outside, in some seeds: the practice bank, with answers that get lost, come twice, late and in any order."""

import os
import pathlib
import random
import shutil
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import Error, connection
from django.test import override_settings

from banks.models import BankBatch
from banks.rail.delivery.folder import Folder
from platforms.encryption import encrypted_storage
from platforms.models import Platform
from practice.bank.bank import Bank, Customer
from practice.bank.plan import Plan
from tests.banks.rail import world
from tests.practice import folders
from tests.simulation import sometimes
from tests.simulation.scheduler import current, running

if TYPE_CHECKING:
    from tests.simulation.actors import Play

_IS_PLAYED = 0.3
"""The part of the seeds in which there is a bank."""
_TROUBLE, _UNUSUAL = 25, 10
_IS_UNUSUAL, _IS_UNUSUAL_IF_DECIDED = 0.3, 0.8
"""The part of these seeds in which it also does what few banks do, and people have to decide about."""
_OUT, _POST, _IN = "house-bank/out", "house-bank/post", "house-bank/in"
"""Where the service leaves its files, where the bank leaves its answers, and where the service fetches them."""
_AT_THE_BANK = {"DELIVERED", "CANCELLED"}
_DAYS = 12
"""After so many days the bank has nothing to say any more about a file."""
_IS_DOUBLED = 0.2
"""How often an answer arrives, and is going to arrive once more."""
FILES: Sequence[tuple[Any, str, str]] = (
    (Folder, "place", "file is placed"),
    (Folder, "reveal", "file is renamed"),
    (Folder, "names", "files are listed"),
    (Folder, "fetch", "file is fetched"),
    (Folder, "remove", "file is removed"),
    (encrypted_storage, "put", "content is stored"),
)
"""What is done with files, a step each, and another one behind it."""
_PAID_IN, _IS_NAMED = 0.2, 0.7
"""How often somebody pays in, and names the account."""
_IS_DECIDED_ABOUT = 0.4
"""The part of these seeds in which staff decide about its lines."""


class _Plan(Plan):
    """A plan of a bank that rejects nothing after it has carried it out: only people could end such a payment."""

    def calls_it_a_duplicate(self, message_id: str) -> bool:
        return False


class SimulatedBank:
    """The bank of a seed."""

    def __init__(self, seed: int) -> None:
        """Draw everything by the seed."""
        self.chance = random.Random(f"bank {seed}")
        self.is_played = self.chance.random() < _IS_PLAYED
        self.is_decided_about = self.chance.random() < _IS_DECIDED_ABOUT
        """Staff decide about lines and suspense, anything that pages let them: what they take for what is theirs."""
        self.is_unusual = self.chance.random() < (_IS_UNUSUAL_IF_DECIDED if self.is_decided_about else _IS_UNUSUAL)
        self.root = pathlib.Path(os.environ["VAR_DIR"]) / f"bank-{os.getpid()}"
        self.is_quiet = not self.is_played
        """Nothing is under way there, and all its answers have arrived."""
        self.taken_over: Callable[[str, Collection[str]], None] = lambda _process, _others: None
        """Is told of a process that claims what others have claimed."""
        self.was_quiet = not self.is_played
        """Whether it has been so at least once."""
        self._seed, self._arrived, self._files, self._days_left = seed, 0, 0, 0
        self._claimed: dict[Any, set[str]] = {}

    def use_folders(self, documents: Any) -> None:
        """Have files to and from the bank, and encrypted contents, in folders of this process alone."""
        for name in (_OUT, _POST, _IN):
            (self.root / name).mkdir(parents=True)
        options = {**documents["OPTIONS"], "location": str(self.root / "documents")}
        storages = {**settings.STORAGES, "documents": {**documents, "OPTIONS": options}}
        override_settings(BANK_FILES_FOLDER=str(self.root), STORAGES=storages).enable()

    def forget(self) -> None:
        """Remove the folders."""
        shutil.rmtree(self.root, ignore_errors=True)

    def open(self) -> Bank:
        """Open the bank's book, for the thread that asks."""
        return folders.bank(
            self.root,
            taken_from=self.root / _OUT,
            answers_to=self.root / _POST,
            customer=Customer(account=world.EURO["account_number"], currency="EUR"),
            plan=_Plan(str(self._seed), _TROUBLE, _UNUSUAL if self.is_unusual else 0),
            balance=0,
        )

    def claims(self, process: str, keys: Collection[Any]) -> None:
        """Note that a process has claimed batches, or files of the bank."""
        self.taken_over(process, sorted({other for key in keys for other in self._claimed.get(key, ())}))
        for key in keys:
            self._claimed.setdefault(key, set()).add(process)

    def live(self, play: "Play") -> None:
        """Let hours and days pass until all is over, and do what the bank does meanwhile."""
        bank = self.open()
        try:
            while not play.is_closing:
                play.run.wait(lambda: play.is_closing, self.chance.choice([0.5, 2, 6]))
                if not play.is_closing:
                    self._work(play, bank)
        finally:
            bank.close()
            connection.close()

    def _work(self, play: "Play", bank: Bank) -> None:
        states = self._states_of_batches()
        if self._passes(play, states):
            seconds = 3600 * (self.chance.choice([4, 8, 24]) if play.is_busy else 24)
            play.advance_clock(seconds)
            self._days_left -= seconds == 24 * 3600
        try:
            now = Platform.objects.get().now()
        except Error:
            connection.close()
            return
        if play.is_busy and self.chance.random() < _PAID_IN:
            amount = self.chance.randint(5_00, 9_00)
            text = play.tenant.reference if self.chance.random() < _IS_NAMED else "for the rent"
            bank.pay_in(amount=amount, name="Ada Lovelace", text=text, at=now, account=world.IBAN)
            self._days_left = _DAYS
        bank.step(now)
        files = bank.numbers()["FILES"]
        if files > self._files:
            self._files, self._days_left, self.is_quiet = files, _DAYS, False
            play.run.note(None, f"the bank has taken {files} files")
        self._send(play, share=0.7)
        is_over = not play.is_busy and self._days_left <= 0 and states <= _AT_THE_BANK
        if is_over and not self.is_quiet:
            bank.send_again(now)
            self._send(play, share=1)
            self.is_quiet = self.was_quiet = True
            play.run.note(None, "the bank has nothing more to say")

    def _passes(self, play: "Play", states: set[str]) -> bool:
        """Tell whether time passes: not without end while a file of ours is on its way to the bank."""
        return self.chance.random() < 0.5 if play.is_busy else self._days_left > 0 or "OPEN" in states

    @staticmethod
    def _states_of_batches() -> set[str]:
        try:
            return set(BankBatch.objects.order_by().values_list("state", flat=True).distinct())
        except Error:
            connection.close()
            return {"UNKNOWN"}

    def _send(self, play: "Play", *, share: float) -> None:
        """Have some of the answers arrive, in any order; some of them are going to arrive once more."""
        paths = folders.files(self.root / _POST)
        self.chance.shuffle(paths)
        for path in paths[: round(len(paths) * share)]:
            self._arrived += 1
            target = self.root / _IN / f"{self._arrived:08}"
            is_doubled = share < 1 and self.chance.random() < _IS_DOUBLED
            sometimes.happened("a bank's answer comes twice", is_doubled)
            play.run.note(None, f"the bank's {path.name} arrives{', and will once more' if is_doubled else ''}")
            folders.arrive(path, target, stays=is_doubled)

    def has_files_on_the_way(self) -> bool:
        """Tell whether files lie where somebody is going to fetch them."""
        return any(folders.files(self.root / name) for name in (_OUT, _IN))


def stepped(plain: Any, what: str) -> Any:
    """Return a function that does something with files, with a step before and behind it."""

    def stepped(*arguments: Any, **options: Any) -> Any:
        run = running()
        if run is None or current() is None:
            return plain(*arguments, **options)
        run.step(what)
        result = plain(*arguments, **options)
        run.note(current(), what)
        run.step(f"{what}: done")
        return result

    return stepped
