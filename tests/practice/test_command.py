"""`manage.py bank` over the folders of a connection, by the clock of its platform."""

import io
import pathlib
import re
import shlex

import pytest
from django.core.management import CommandError, call_command

from banks import tasks as bank_tasks
from config.launch import environment
from tests.banks.rail import world

pytestmark = [pytest.mark.beside, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _bank(settings, tmp_path):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")


def bank(*options: str) -> str:
    out = io.StringIO()
    call_command("bank", "house-bank", *options, stdout=out)
    return out.getvalue()


def test_a_payment_goes_out_to_the_bank_and_is_settled_by_its_answer(api, acme, worker, alice):
    world.connect(acme.platform, answers_folder="house-bank/in")
    paid, other = world.given_out(api, worker, alice, 10_00, 20_00)

    assert "files 1, payments received 2" in bank("--once", "--trouble", "0", "--balance", "100.00")
    api.post("/sandbox/clock/advance", {"seconds": 10 * 86_400})
    assert "payments executed 2; balance 70.00 EUR" in bank("--once", "--trouble", "0")
    bank_tasks.read_bank_files()
    worker.run()

    assert {world.payment_of(one).status for one in (paid, other)} == {"COMPLETED"}


def test_money_that_somebody_pays_in_is_in_the_next_statement(acme, api):
    world.connect(acme.platform, answers_folder="house-bank/in")
    bank("--once", "--trouble", "0", "--pay-in", "12.50", "R-7", "Ada Lovelace")
    api.post("/sandbox/clock/advance", {"seconds": 5 * 86_400})

    assert "balance 12.50 EUR" in bank("--once", "--trouble", "0")
    told = b"".join(path.read_bytes() for path in world.delivered("house-bank/in"))
    assert told.count(b"12.50") >= 4
    assert b"<Ustrd>R-7</Ustrd>" in told


def test_what_was_lost_is_sent_again(acme, api, worker, alice):
    world.connect(acme.platform, answers_folder="house-bank/in")
    world.given_out(api, worker, alice, 10_00)
    bank("--once", "--trouble", "100")
    api.post("/sandbox/clock/advance", {"seconds": 10 * 86_400})
    bank("--once", "--trouble", "100")

    assert "answers lost" not in bank("--send-again", "--trouble", "100")


def test_the_files_of_production_platforms_are_for_their_bank_alone(acme):
    connection = world.connect(acme.platform, answers_folder="house-bank/in")
    type(connection).objects.update(platform=None)

    with pytest.raises(CommandError, match="production"):
        bank("--once")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--answers", "house-bank/out"], "another folder"),
        (["--trouble", "101"], "percentage"),
        (["--balance", "1.001"], "more decimals"),
        (["--pay-in", "x", "R-7", "Ada"], "no amount"),
    ],
)
def test_options_that_make_no_sense_are_refused(acme, options, said):
    world.connect(acme.platform, answers_folder="house-bank/in")

    with pytest.raises(CommandError, match=said):
        bank("--once", *options)


def test_a_connection_that_is_not_there_is_named():
    with pytest.raises(CommandError, match="no bank connection house-bank"):
        bank("--once")


def test_the_commands_of_the_page_work_as_they_stand(acme, api, worker, alice):
    page = (pathlib.Path(environment.PROJECT) / "docs" / "operator" / "bank-files.md").read_text()
    blocks = re.findall(r"<!-- tested: practice.*?```sh\n(.*?)```", page, re.DOTALL)
    commands = [shlex.split(shlex.split(line)[2].removeprefix("ARGS=")) for line in "".join(blocks).splitlines()]
    assert len(commands) == 3
    world.connect(acme.platform, answers_folder="house-bank/in")
    world.given_out(api, worker, alice, 10_00)

    said = []
    for command in commands:
        out = io.StringIO()
        # The one that works until Ctrl-C ends here after one look.
        ends = {"--once", "--send-again"} & set(command)
        call_command("bank", *command, *([] if ends else ["--once"]), stdout=out)
        api.post("/sandbox/clock/advance", {"seconds": 5 * 86_400})
        said.append(out.getvalue())

    assert "files 1, payments received 1; balance 100000.00 EUR" in said[0].replace("100,000", "100000")
    assert [len(text.splitlines()) for text in said] == [1, 1, 1]
    assert any("12.50" in path.read_text() for path in world.delivered("house-bank/in"))
