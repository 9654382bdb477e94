"""The API reference: every operation has its page, and samples that work."""

import json
import os
import pathlib
import shlex
import subprocess
import sys

import pytest
import yaml
from django.test import Client

from config.documents import reference
from config.launch import environment
from tests.support import node
from tests.support.backoffice import browser
from tests.support.compliance import sample_documents

pytestmark = pytest.mark.beside

_PROJECT = pathlib.Path(environment.PROJECT)


def operations(document):
    return {
        operation["operationId"]: operation
        for item in document["paths"].values()
        for operation in item.values()
        if isinstance(operation, dict) and "operationId" in operation
    }


SHOWN = {
    name: operation
    for subject in reference.SUBJECTS
    for name, operation in operations(reference.document(subject)).items()
}


def sample(name: str, language: str) -> str:
    return str(next(each["source"] for each in SHOWN[name]["x-codeSamples"] if each["lang"] == language))


def test_each_operation_is_shown_by_one_subject_and_listed():
    whole = yaml.safe_load((_PROJECT / "docs" / "openapi.yaml").read_text())
    counted = [name for subject in reference.SUBJECTS for name in operations(reference.document(subject))]
    contents = Client().get("/docs/reference/").content.decode()

    assert sorted(counted) == sorted(operations(whole))
    assert [name for name in counted if f"/operation/{name}" not in contents] == []


@pytest.mark.parametrize("subject", reference.SUBJECTS)
def test_a_subject_has_its_page_the_way_back_and_all_that_it_names(subject):
    page = Client().get(f"/docs/reference/{subject}/")
    shown = Client().get(f"/docs/reference/{subject}.json")

    assert page.status_code == shown.status_code == 200
    assert 'href="/docs/reference/"' in page.content.decode()
    components = shown.json()["components"]
    for kind, name in reference._REFERENCE.findall(shown.content.decode()):
        assert name in components[kind]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [390, 1440])
def test_the_list_and_the_pages_fit_their_window_and_are_not_endless(live_server, width):
    with browser.open_pages(viewport={"width": width, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/docs/reference/")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("link", name="Rates, fees and quotes").click()
        page.get_by_role("heading", name="Read a quote").first.wait_for()
        assert page.evaluate("document.documentElement.scrollHeight") < 30_000
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("navigation", name="The reference").get_by_role("link", name="API reference").click()
        page.get_by_role("heading", name="Your platform", exact=True).wait_for()


def test_there_are_no_other_subjects():
    assert Client().get("/docs/reference/nothing/").status_code == 404
    assert Client().get("/docs/reference/nothing.json").status_code == 404


def test_samples_are_programs_in_their_languages(tmp_path):
    for name in SHOWN:
        compile(sample(name, "Python"), name, "exec")
        assert shlex.split(sample(name, "cURL"))[0] == "curl"
    bodies = [sample(name, "TypeScript").partition("const payments")[2] for name in SHOWN]
    (tmp_path / "all.mjs").write_text("".join(f"(async () => {{ const payments{body} }});\n" for body in bodies))
    checked = subprocess.run(
        [node.NODE, "--check", "all.mjs"], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert checked.returncode == 0, checked.stderr


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["cURL", "Python"])
@pytest.mark.parametrize(
    "name", ["getPlatformConfig", "createCustomer", "listCustomers", "uploadDocument", "createToken"]
)
def test_samples_are_answered(acme, alice, live_server, tmp_path, *, name, language):
    text = sample(name, language)
    if name == "uploadDocument":
        holder = SHOWN[name]["requestBody"]["content"]["multipart/form-data"]["examples"]["aPassport"]["value"]
        text = text.replace(holder["documentHolder"], alice)
    (tmp_path / "passport.png").write_bytes(sample_documents.png())
    command = ["bash", "-c", text] if language == "cURL" else [sys.executable, "-c", text]

    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(_PROJECT / "clients" / "python" / "src"),
            "PAYMENTS_BASE_URL": f"{live_server.url}/2025-10-13",
            "PAYMENTS_CLIENT_ID": acme.client_id,
            "PAYMENTS_CLIENT_SECRET": acme.client_secret,
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    reply = json.loads(done.stdout) if language == "cURL" else eval(done.stdout)
    assert "code" not in reply, reply
    assert reply.get("id") or "data" in reply
