"""The files of `deploy/` are what the tools that run them expect, and name nothing that is not there."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib
from typing import Any

import kubernetes_validate
import pytest
import yaml
from django.urls import resolve

from bench import programs
from config.launch import environment, failures, roles
from config.processes import health, heartbeats
from tests.deploy import containerfile
from tests.deploy.containerfile import DEPLOY
from tests.docs import nginx

pytestmark = pytest.mark.beside

PROJECT = pathlib.Path(environment.PROJECT)
_BIN = pathlib.Path(sys.executable).parent
_SERVICES = sorted(path.name for path in (DEPLOY / "systemd").glob("*.service"))
_KUBERNETES = ("1.32", "1.35")
"""The oldest version and the newest that the manifests are checked with."""
_MOST_EXPOSED = 20
"""Tenths of what `systemd-analyze security` gives a unit: 100 is one without any protection."""
_SECRETS = {"DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", *environment.new_secrets()}


def _run(*command: object, **variables: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=PROJECT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def _heartbeats(role: str) -> list[str]:
    return ["python", "-m", "config.processes.heartbeats", role]


def _documents() -> list[dict[str, Any]]:
    return [
        document
        for path in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
        for document in yaml.safe_load_all(path.read_text())
    ]


def _pods() -> dict[str, dict[str, Any]]:
    return {
        document["metadata"]["name"].removeprefix("payments-"): document["spec"]["template"]["spec"]
        for document in _documents()
        if "template" in document.get("spec", {})
    }


def _known_variables() -> set[str]:
    example = (PROJECT / ".env.example").read_text()
    return set(re.findall(r"^#([A-Z_0-9]+)=", example, re.MULTILINE))


# --- the image ---


def test_the_containerfile_has_no_fault_that_a_linter_knows():
    assert _run(_BIN / "hadolint", containerfile.FILE) == ""


def test_a_linter_would_find_a_fault(tmp_path):
    bad = tmp_path / "Containerfile"
    bad.write_text(containerfile.FILE.read_text().replace("python:${PYTHON_SLIM}", "python"))

    done = subprocess.run([_BIN / "hadolint", bad], capture_output=True, text=True, check=False)

    assert "DL3006" in done.stdout


def test_the_image_runs_a_role_as_a_user_without_rights():
    assert containerfile.one("USER") == "10001:10001"
    assert containerfile.command() == ["python", "-m", "config.launch", "web"]
    assert containerfile.variables()["ENVIRONMENT"] == "production"


def test_an_image_has_the_service_and_neither_tests_nor_secrets():
    lines = (PROJECT / ".dockerignore").read_text().splitlines()
    named = {line.removeprefix("!") for line in lines if line.startswith("!")}
    tracked = _run("git", "ls-tree", "--name-only", "HEAD").split() if (PROJECT / ".git").exists() else []

    assert {f"requirements-{group}.lock" for group in _optional_groups()} <= named
    assert lines[1] == "*"
    # A release has it, and a working copy has its history instead.
    assert {name for name in named if not (PROJECT / name).exists()} <= {"COMMIT"}
    assert ".dockerignore" in named, "deploy/build.sh reads it, and is run in the image's first stage"
    assert set(tracked) - named <= {
        *(".ci", ".dockerignore", ".editorconfig", ".gitattributes", ".github", ".gitignore"),
        *(".pre-commit-config.yaml", "CONTRIBUTING.md", "SECURITY.md", "bench", "practice", "pyproject.toml"),
        *("requirements-dev.lock", "requirements-embedded.lock", "requirements-failover.lock"),
        *("requirements-mutants.lock", "tests"),
    }


def _optional_groups() -> list[str]:
    """What the image has beside the packages that every installation needs."""
    return containerfile.argument("OPTIONAL").split()


def _versions_of(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9._-]+)(?:\[.*\])?==(\S+)", lock, re.MULTILINE))


def test_every_group_of_packages_is_pinned_by_hash_in_a_lock_of_its_own():
    groups = tomllib.loads((PROJECT / "pyproject.toml").read_text())["dependency-groups"]
    [made] = re.findall(r"for group in ([a-z0-9 ]+);", (PROJECT / "Makefile").read_text())

    assert sorted(made.split()) == sorted(groups)
    assert set(_optional_groups()) == groups.keys() - {"clients", "dev", "docs", "embedded", "failover", "mutants"}
    for group in groups:
        text = (PROJECT / f"requirements-{group}.lock").read_text()
        assert len(re.findall(r"^\S+==.* \\\n    --hash=sha256:", text, re.MULTILINE)) == len(_versions_of(text)) > 0


@pytest.mark.parametrize("group", _optional_groups())
def test_optional_packages_are_those_that_the_tests_run_with(group):
    names = ("requirements-dev.lock", "requirements.lock")
    tested = {name: each for lock in names for name, each in _versions_of((PROJECT / lock).read_text()).items()}

    installed = _versions_of((PROJECT / f"requirements-{group}.lock").read_text())

    assert {name: version for name, version in installed.items() if tested.get(name, version) != version} == {}


# --- compose ---


def test_the_compose_file_keeps_the_schema_of_compose():
    said = _run(_BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose/compose.yaml")

    assert "ok" in said


def test_compose_runs_each_role_and_only_migrate_knows_the_owner():
    services = yaml.safe_load((DEPLOY / "compose/compose.yaml").read_text())["services"]
    ours = {name: each for name, each in services.items() if "config.launch" in each["command"]}

    assert {name: each["command"][-1] for name, each in ours.items()} == {name: name for name in roles.NAMES}
    assert [name for name, each in ours.items() if "owner.env" in each["env_file"]] == ["migrate"]
    assert [name for name, each in services.items() if "ports" in each] == ["nginx"]
    for role in heartbeats.ROLES:
        assert ours[role]["healthcheck"]["test"] == ["CMD", *_heartbeats(role)]
    # nginx waits until web is healthy, and nothing is restarted for being unhealthy: so it is asked whether it serves.
    *program, path = ours["web"]["healthcheck"]["test"]
    assert (program, resolve(path).func) == (["CMD", "python", "-m", "config.launch.probe"], health.readyz)
    assert services["nginx"]["depends_on"]["web"] == {"condition": "service_healthy"}


def test_the_images_own_check_asks_whether_web_lives():
    """Programs that look at it, such as Docker Swarm, start an unhealthy container again: that repairs no database."""
    [command] = re.findall(r"^HEALTHCHECK .*\n +CMD (\[.*\])$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert json.loads(command) == ["python", "-m", "config.launch.probe", "/healthz"]


def test_compose_makes_a_configuration_of_the_sample_that_nginx_takes(tmp_path):
    """The shell of the service `nginx`, up to the start of it, with other folders."""
    service = yaml.safe_load((DEPLOY / "compose/compose.yaml").read_text())["services"]["nginx"]
    *shell, script = service["command"]
    made = tmp_path / "default.conf"
    for wanted, other in {
        "$$": "$",
        "/sample/": f"{PROJECT}/docs/samples/",
        "/etc/nginx/conf.d/default.conf": str(made),
        'exec nginx -g "daemon off;"': "",
    }.items():
        assert wanted in script
        script = script.replace(wanted, other)

    _run(*shell, script, SERVICE_NAME="pay.acme.test", STAFF_NETWORK="192.0.2.0/24")

    assert "pay.example.com" not in made.read_text()
    certificate, key = nginx.Authority(tmp_path).certify("pay.acme.test", "*.pay.acme.test")
    port, in_clear = programs.free_port(), programs.free_port()
    changes = {
        "/etc/ssl/service/pay.acme.test.pem": certificate,
        "/etc/ssl/service/pay.acme.test.key": key,
        "server web:8000": f"server 127.0.0.1:{programs.free_port()}",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "listen 80 ": f"listen 127.0.0.1:{in_clear} ",
        "/dev/stdout": str(tmp_path / "access.log"),
        "/dev/stderr": str(tmp_path / "errors.log"),
        "allow 192.0.2.0/24": "allow 127.0.0.1",
    }
    with nginx.serving(made, tmp_path / "nginx", changes):
        moved = nginx.ask_in_clear(in_clear, "pay.acme.test", "/docs/")
    assert (moved.status, moved.headers["Location"]) == (301, "https://pay.acme.test/docs/")


# --- Kubernetes ---


@pytest.mark.parametrize("version", _KUBERNETES)
def test_the_manifests_keep_the_schemas_of_kubernetes(version):
    kinds = []
    for document in _documents():
        kubernetes_validate.validate(document, version, strict=True)
        kinds.append(document["kind"])

    assert sorted(set(kinds)) == [
        *("ConfigMap", "Deployment", "Ingress", "Job", "PodDisruptionBudget", "Service", "ServiceAccount"),
    ]


def test_a_manifest_with_a_misspelt_field_is_noticed():
    [document] = [each for each in _documents() if each["kind"] == "Job"]
    document["spec"]["backOffLimit"] = 3

    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(document, _KUBERNETES[-1], strict=True)


def test_the_manifests_run_each_role_as_the_images_user():
    pods = _pods()

    assert set(pods) == set(roles.NAMES)
    for name, pod in pods.items():
        [container] = pod["containers"]
        assert container["args"] == ["python", "-m", "config.launch", name]
        assert f"{pod['securityContext']['runAsUser']}:{pod['securityContext']['runAsGroup']}" == "10001:10001"
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        assert {"cpu", "memory"} <= container["resources"]["requests"].keys()
        secrets = [each["secretRef"]["name"] for each in container["envFrom"] if "secretRef" in each]
        assert secrets == ["payments-secrets", *(["payments-owner"] if name == "migrate" else [])]


def test_probes_ask_what_the_service_answers_by_a_name_that_it_knows():
    [settings] = [each["data"] for each in _documents() if each["kind"] == "ConfigMap"]
    [container] = _pods()["web"]["containers"]
    probes = {name: each["httpGet"] for name, each in container.items() if name.endswith("Probe")}

    views = {name: resolve(probe["path"]).func for name, probe in probes.items()}
    assert views == {
        "startupProbe": health.healthz,
        "livenessProbe": health.healthz,
        "readinessProbe": health.readyz,
    }
    hosts = {header["value"] for probe in probes.values() for header in probe["httpHeaders"]}
    assert hosts == {settings["ALLOWED_HOSTS"]}


@pytest.mark.parametrize("role", heartbeats.ROLES)
def test_probes_of_roles_without_a_port_ask_for_heartbeats(role):
    [container] = _pods()[role]["containers"]
    probes = {name: each for name, each in container.items() if name.endswith("Probe")}

    assert {name: each["exec"]["command"] for name, each in probes.items()} == dict.fromkeys(
        ("startupProbe", "livenessProbe"), _heartbeats(role)
    )
    # A heartbeat of the process before, in a container that was started again, is forgiven until the next ones come.
    startup = probes["startupProbe"]
    assert startup["periodSeconds"] * startup["failureThreshold"] > 2 * heartbeats.LATE_SECONDS


def test_settings_in_the_manifests_are_settings_and_no_secrets():
    [settings] = [each["data"] for each in _documents() if each["kind"] == "ConfigMap"]

    assert settings.keys() - _known_variables() == set()
    assert settings.keys() & _SECRETS == set()


# --- systemd ---


@pytest.fixture
def units(tmp_path):
    """The units in a folder of their own, with a program that this machine has."""
    program = shutil.which("systemd-analyze")
    if program is None:
        if os.environ.get("REQUIRE_SYSTEMD"):
            pytest.fail("no systemd-analyze was found, and REQUIRE_SYSTEMD is set")
        pytest.skip("no systemd-analyze on this machine; REQUIRE_SYSTEMD=1 makes that a failure")
    shutil.copytree(DEPLOY / "systemd", tmp_path / "units")
    for path in (tmp_path / "units").rglob("*.service"):
        path.write_text(path.read_text().replace("/opt/payments/current/.venv/bin/python", sys.executable))
    return tmp_path / "units"


def _analyze(units: pathlib.Path, *arguments: object) -> str:
    return _run("systemd-analyze", "--no-pager", *arguments, SYSTEMD_UNIT_PATH=f"{units}:")


def test_the_units_have_no_fault_that_systemd_knows(units):
    said = _analyze(units, "--man=no", "verify", *(units / name for name in (*_SERVICES, "payments.target")))

    # Of units of this machine it may say something too.
    assert [line for line in said.splitlines() if "payments" in line] == []


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [("payments-web.service", "Restart", "Restarts"), ("payments-.service.d/common.conf", "UMask", "UnMask")],
)
def test_systemd_would_find_a_fault(units, file, right, wrong):
    broken = units / file
    broken.write_text(broken.read_text().replace(f"\n{right}=", f"\n{wrong}="))

    assert f"'{wrong}' in section [Service]" in _analyze(units, "--man=no", "verify", units / "payments-web.service")


@pytest.mark.parametrize("name", _SERVICES)
def test_a_unit_may_do_little_beside_its_work(units, name):
    # Status 1 where the exposure is above the threshold. What all units have in common lies in a folder of its own.
    _analyze(units, "security", "--offline=true", f"--threshold={_MOST_EXPOSED}", units / name)


def test_the_units_run_each_role_and_only_migrate_knows_the_owner():
    texts = {name: (DEPLOY / "systemd" / name).read_text() for name in _SERVICES}

    started = {
        name: re.findall(r"^ExecStart=.* -m config\.launch (\w+)$", text, re.MULTILINE) for name, text in texts.items()
    }
    assert started == {f"payments-{role}.service": [role] for role in sorted(roles.NAMES)}
    assert [name for name, text in texts.items() if "owner.env" in text] == ["payments-migrate.service"]


def test_a_role_that_refuses_its_settings_is_not_started_again():
    texts = {name: (DEPLOY / "systemd" / name).read_text() for name in _SERVICES if "migrate" not in name}

    for text in texts.values():
        assert "\nRestart=always\n" in text
        assert f"\nRestartPreventExitStatus={failures.WrongSettings.status}\n" in text


# --- settings ---


def test_the_example_of_settings_explains_every_variable_that_is_read():
    sources = [
        PROJECT / "config/settings.py",
        PROJECT / "config/launch/roles.py",
        PROJECT / "config/launch/environment.py",
    ]
    patterns = r"values\.[a-z_]+\(\s*\"([A-Z_0-9]+)\"|variables\.get\(\"([A-Z_]+)\"|os\.environ\.get\(\"([A-Z_]+)\""
    read = {name for path in sources for found in re.findall(patterns, path.read_text()) for name in found if name}

    assert len(read) > 80
    assert read - _known_variables() == set()
