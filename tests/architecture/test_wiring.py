"""Wiring: receivers of signals, the schedule of tasks, and the meaning of every error."""

import ast
import importlib
import inspect
import pkgutil

import pytest
from django.dispatch import Signal

import banks
import compliance
import invitations
import payments
import platforms
import webhooks
from config.celery import app
from config.processes import schedule
from platforms.base import errors
from platforms.http import errors as rest_errors
from platforms.http.endpoints import Endpoint
from tests.support import endpoints
from tests.support.processes.schedule import EVERY

_SIGNALS = {
    "platforms": {"currencies_enabled", "currency_disabling", "uma_domain_changed", "webhook_endpoint_set"},
    "compliance": {
        "customers_created",
        "customer_closing",
        "customer_currencies_enabled",
        "customer_currency_disabling",
        "customer_erasing",
        "payee_decided",
    },
}
_APPS = (platforms, webhooks, compliance, payments, banks, invitations)


def _modules():
    for package in _APPS:
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in found.name:
                yield importlib.import_module(found.name)


_MODULES = list(_modules())


def test_the_signals_are_these_and_no_others():
    found: dict[str, set[str]] = {}
    for module in _MODULES:
        for name, value in vars(module).items():
            if isinstance(value, Signal) and module.__name__.endswith(".signals"):
                found.setdefault(module.__name__.partition(".")[0], set()).add(name)

    assert found == _SIGNALS


def test_signals_are_declared_in_signals_modules_only():
    declared = {
        id(value): name
        for module in _MODULES
        if module.__name__.endswith(".signals")
        for name, value in vars(module).items()
        if isinstance(value, Signal)
    }
    for module in _MODULES:
        for name, value in vars(module).items():
            if isinstance(value, Signal) and type(value) is Signal and not name.startswith("__"):
                assert id(value) in declared, f"{module.__name__}.{name}"


def test_signals_are_received_in_handlers_modules_only():
    for app_name, names in _SIGNALS.items():
        module = importlib.import_module(f"{app_name}.signals")
        for name in names:
            receivers = [entry[1]() for entry in getattr(module, name).receivers]
            assert receivers, f"nobody hears {name}"
            for receiver in receivers:
                assert receiver.__module__.endswith(".handlers"), f"{receiver} hears {name}"


FORMER_NAMES = {"webhooks.mend_streams"}
"""Tasks that earlier releases scheduled under another name, and whose messages may still be queued."""


def test_every_scheduled_task_exists():
    app.loader.import_default_modules()

    assert set(EVERY) <= set(app.tasks)


def test_every_task_has_a_name_of_its_own_and_short():
    app.loader.import_default_modules()
    ours = {name: task for name, task in app.tasks.items() if not name.startswith(("celery.", "tests."))}

    assert ours
    for name, task in ours.items():
        label, _, verb = name.partition(".")
        # Tasks of banks keep the names that they had in `payments`: a release may run beside the one before it.
        assert task.__module__ == f"{label}.tasks" or (label, task.__module__) == ("payments", "banks.tasks"), name
        assert verb == task.run.__name__, f"{name} is called {task.run.__name__}"


def test_every_task_is_swept_by_the_schedule():
    """A lost message costs one interval: no work waits for a message alone."""
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith(("celery.", "tests."))}

    assert ours - FORMER_NAMES == {entry["task"] for entry in schedule.entries(schedule.declared()).values()}


def _error_classes():
    seen = {errors.DomainError}
    queue = [errors.DomainError]
    while queue:
        for child in queue.pop().__subclasses__():
            if child not in seen:
                seen.add(child)
                queue.append(child)
    kinds = (found for found in seen if found is not errors.DomainError)
    return sorted(kinds, key=lambda found: (found.__module__, found.__qualname__))


@pytest.mark.parametrize("error", _error_classes(), ids=lambda error: f"{error.__module__}.{error.__name__}")
def test_every_error_has_a_code_that_the_table_knows(error):
    assert error.code in rest_errors.STATUS_OF_CODE


def test_every_code_that_a_refusal_is_given_is_in_the_table():
    given = {
        (module.__name__, keyword.value.value)
        for module in _MODULES
        for call in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(call, ast.Call) and getattr(call.func, "attr", "") in {"field", "InvalidInput"}
        for keyword in call.keywords
        if keyword.arg == "code" and isinstance(keyword.value, ast.Constant)
    }

    assert given
    assert [entry for entry in given if entry[1] not in rest_errors.STATUS_OF_CODE] == []


def test_a_code_has_one_status():
    codes = [code for row in rest_errors.CODES_OF_STATUS.values() for code in row]

    assert len(codes) == len(set(codes))


def test_every_endpoint_that_is_declared_has_an_address_of_its_own():
    declared = [value for module in _MODULES for value in vars(module).values() if isinstance(value, Endpoint)]

    assert declared
    assert {id(each) for each in declared} == {id(endpoint.declared) for endpoint in endpoints.every()}
    assert len({(each.method, each.path) for each in declared}) == len(declared)


def test_every_endpoint_declares_what_a_write_needs():
    for endpoint in endpoints.every():
        if endpoint.method != "get":
            assert endpoint.permission in {"TRANSACT", "MANAGE"}, str(endpoint)
