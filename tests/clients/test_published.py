"""The clients as they are published: each plays its README beside the service, and has what it needs.

The programs are the examples of the READMEs, word for word: the first payment, a quote, onboarding, webhooks, errors,
lists. Each line that prints says what it prints. All are in one file: so one process packs the clients and starts the
service.
"""

import json
import re
import tomllib

import pytest

from bench import programs
from clients import generate, node
from tests.clients import packages
from tests.support.compliance import sample_documents
from tests.support.servers import services

pytestmark = [pytest.mark.beside, pytest.mark.inputs("clients", "docs/openapi.yaml")]


@pytest.fixture(scope="module")
def python_package(tmp_path_factory):
    return packages.pack_python(tmp_path_factory.mktemp("python"))


@pytest.fixture(scope="module")
def typescript_package(tmp_path_factory):
    made = packages.pack_typescript(tmp_path_factory.mktemp("typescript"))
    made.compile()
    return made


@pytest.fixture(scope="module")
def running():
    """The whole service, as `make run` starts it."""
    with services.running() as started:
        yield started


@pytest.fixture
def desk(tmp_path, running):
    """A folder in which a document lies, as the examples have it, and nothing else."""
    (tmp_path / "document.pdf").write_bytes(sample_documents.pdf())
    return tmp_path


@pytest.fixture
def variables(running):
    """The variables that the examples name."""
    sandbox = json.loads((running.root / "sandbox.json").read_text())
    return {
        "PAYMENTS_BASE_URL": sandbox["baseUrl"],
        "PAYMENTS_CLIENT_ID": sandbox["clientId"],
        "PAYMENTS_CLIENT_SECRET": sandbox["clientSecret"],
        "PAYMENTS_WEBHOOK_KEYS_URL": sandbox["webhookPublicKeyUrl"],
    }


def test_python_plays_its_readme(python_package, desk, variables):
    program = packages.readme_of_python()

    told = python_package.run(_elsewhere(program.text), desk, **variables)

    assert told.splitlines() == program.printed
    assert len(program.printed) == 17


def test_a_first_payment_takes_twenty_lines_of_python():
    first, *_ = packages.readme_of_python().blocks

    assert '"/transfer-out"' in first
    assert len(first.splitlines()) <= 20


def test_typescript_plays_its_readme(typescript_package, desk, variables):
    program = packages.readme_of_typescript()
    script = typescript_package.program / "out" / "readme.js"
    script.write_text(_elsewhere(script.read_text()))

    told = typescript_package.run("readme.js", desk, **variables)

    assert told.splitlines() == program.printed
    assert len(program.printed) == 16


def _elsewhere(program: str) -> str:
    """Receive at a port that is free."""
    assert program.count("9000") == 2
    return program.replace("9000", str(programs.free_port()))


def test_the_wheel_has_what_is_needed_and_nothing_else(python_package):
    project = tomllib.loads((generate.PYTHON.parents[2] / "pyproject.toml").read_text())["project"]
    [folder] = [path for path in python_package.site.iterdir() if path.suffix != ".dist-info"]
    [info] = python_package.site.glob("*.dist-info")

    assert folder.name == "payments_platform_client"
    assert (folder / "py.typed").exists()
    assert len(list(folder.rglob("*.py"))) == len(list(generate.PYTHON.parent.rglob("*.py")))
    assert (info / "licenses" / "LICENSE").read_bytes() == packages.LICENSE
    for line in (
        f"Version: {project['version']}",
        "License-Expression: Apache-2.0",
        "Requires-Python: >=3.11",
        "Description-Content-Type: text/markdown",
        *(f"Requires-Dist: {name}" for name in project["dependencies"] if "," not in name),
    ):
        assert line in python_package.metadata.splitlines()
    assert {"LICENSE", "README.md", "pyproject.toml", "src/payments_platform_client/py.typed"} <= {
        *python_package.sources
    }


def test_the_package_imports_only_what_it_asks_for(python_package, tmp_path):
    """In a process in which nothing else is found."""
    asked = "attrs attr cryptography httpx httpcore h11 anyio certifi idna sniffio cffi _cffi_backend typing_extensions"
    program = f"""
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in {asked.split()!r} and top != "payments_platform_client":
            sys.stderr.write(top + "\\n")
            raise ModuleNotFoundError(top, name=top)
sys.meta_path.insert(0, Refuse())
import payments_platform_client
print(len(payments_platform_client.__all__))
"""

    assert int(python_package.run(program, tmp_path)) > 20


def test_the_package_for_node_has_what_is_needed_and_nothing_else(typescript_package):
    names = {name for name in typescript_package.names if "/" not in name}
    described = json.loads((typescript_package.installed / "package.json").read_text())
    sources = {path.stem for path in (node.TYPESCRIPT / "src").glob("*.ts")}

    assert names == {"LICENSE", "README.md", "package.json"}
    assert {name.partition("/")[0] for name in typescript_package.names} == {*names, "dist", "src"}
    assert (typescript_package.installed / "LICENSE").read_bytes() == packages.LICENSE
    assert {name.split("/")[1] for name in typescript_package.names if name.startswith("dist/")} == {
        *(f"{stem}{end}" for stem in sources for end in (".js", ".js.map", ".d.ts")),
        "generated",
    }
    for path in described["exports"]["."].values():
        assert (typescript_package.installed / path).is_file()
    assert described["license"] == "Apache-2.0"


def test_both_have_one_version():
    python = tomllib.loads((generate.PYTHON.parents[2] / "pyproject.toml").read_text())["project"]["version"]

    assert json.loads((node.TYPESCRIPT / "package.json").read_text())["version"] == python


@pytest.mark.parametrize("name", ["requests", "money", "webhooks"])
def test_its_tests_pass(typescript_package, name):
    written = (node.TYPESCRIPT / "test" / f"{name}.test.ts").read_text()

    told = packages.run([node.NODE, "--test", "--test-reporter=tap", f"out/{name}.test.js"], typescript_package.program)

    counted = {
        what: int(number) for what, number in re.findall(r"^# (pass|fail|skipped|todo) (\d+)$", told, re.MULTILINE)
    }
    assert counted.pop("pass") >= written.count("test(")
    assert counted == {"fail": 0, "skipped": 0, "todo": 0}
