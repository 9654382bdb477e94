"""`/metrics`: closed unless a token opens it, counts without ids, and figures that the database gives from indexes."""

import ipaddress
import logging

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from config.metrics import endpoint, figures, statements
from payments.models import Transaction
from platforms import release
from platforms.base import clock
from tests.support import factories
from tests.support.payments import scenarios
from tests.support.plans import planned

pytestmark = [pytest.mark.service, pytest.mark.django_db]
TOKEN = "a-token-of-forty-characters-or-longer-0123456789"
_STATEMENTS = [name for name in vars(statements) if name.isupper()]
# A row or a few for each platform, one for each source or each seal; and the server's own view.
_SMALL = {"platforms_platform", "payments_ratefeed", "webhooks_endpointhealth", "webhooks_furtherendpoint"}


@pytest.fixture(autouse=True)
def _open(settings, monkeypatch):
    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(figures, "_last", (0.0, []))


def _scrape(token=TOKEN, **variables):
    return Client().get("/metrics", headers={"Authorization": f"Bearer {token}"}, **variables)


def _values(reply=None):
    text = (reply or _scrape()).content.decode()
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_without_a_token_in_the_settings_there_is_no_such_address(settings):
    settings.METRICS_TOKEN = ""

    assert {_scrape("").status_code, _scrape(TOKEN).status_code, Client().get("/metrics").status_code} == {404}


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], "ä"])
def test_a_wrong_token_is_told_nothing(token):
    reply = _scrape(token)

    assert reply.status_code == 404
    assert b"payments_" not in reply.content


@pytest.mark.parametrize(("address", "status"), [("10.1.2.3", 200), ("10.2.2.3", 404), ("", 404)])
def test_addresses_may_be_limited_too(settings, address, status):
    settings.METRICS_ADDRESSES = [ipaddress.ip_network("10.1.0.0/16")]

    assert _scrape(REMOTE_ADDR=address).status_code == status


def test_a_scrape_by_way_of_a_proxy_is_of_the_address_behind_it(settings):
    settings.METRICS_ADDRESSES = [ipaddress.ip_network("10.1.0.0/16")]
    settings.TRUSTED_PROXIES = [ipaddress.ip_network("10.1.0.1/32")]

    reply = _scrape(REMOTE_ADDR="10.1.0.1", HTTP_X_FORWARDED_FOR="203.0.113.7")

    assert reply.status_code == 404


def test_a_scrape_needs_no_known_host_and_no_tls(settings):
    settings.SECURE_SSL_REDIRECT = True

    assert _scrape(HTTP_HOST="10.0.0.5:8000").status_code == 200


def test_all_figures_can_be_had(api, alice):
    scenarios.transfer_out()(api, alice)

    values = _values()

    available = {labels[0]: value for (name, labels), value in values.items() if name == "payments_figure_available"}
    assert available == dict.fromkeys([*figures._ELSEWHERE, *figures._OF_THE_DATABASE], 1.0)
    assert values["payments_in_flight", ("PENDING", "TRANSFER")] == 1
    assert 0 <= values["payments_oldest_age_seconds", ("TRANSFER",)] < 3600
    assert values["payments_check", ("database", "ok")] == 1
    assert values["payments_build_info", (release.commit(), release.VERSION)] == 1
    assert values["payments_commit_age_seconds", ()] >= 0


def test_what_a_rail_answers_is_shown_by_step_and_answer(api, alice, worker):
    scenarios.transfer_out()(api, alice)
    worker.run()

    values = _values()

    assert values["payments_rail_answers", ("SETTLED", "TRANSFER")] == 1
    assert ("payments_in_flight", ("PENDING", "TRANSFER")) not in values


def test_they_are_kept_for_some_seconds(django_assert_num_queries):
    _scrape()

    with django_assert_num_queries(0):
        _scrape()


def test_one_that_takes_too_long_is_left_out_and_the_others_are_not(monkeypatch):
    monkeypatch.setattr(statements, "SEALS", "SELECT 'journal', pg_sleep(30)")

    values = _values()

    assert values["payments_figure_available", ("checks",)] == 0
    assert values["payments_figure_available", ("connections",)] == 1


@pytest.mark.parametrize("name", _STATEMENTS)
def test_no_figure_reads_a_large_table_from_end_to_end(name):
    with planned(without=["seqscan"]) as explain:
        plan = explain(getattr(statements, name), figures.parameters(clock.real_now()))

    assert [line for line in plan if "Seq Scan" in line and not any(table in line for table in _SMALL)] == [], plan


def _counted(before, after):
    return {key: value - before.get(key, 0) for key, value in after.items() if value != before.get(key, 0)}


def test_requests_are_counted_by_method_route_and_status_and_never_by_id(api, alice):
    before = _values()

    api.get(f"/customers/{alice}")
    api.get("/customers/Customer:0197d6f0-0000-7000-8000-000000000001")
    api.get("/nothing/here")

    counted = {key[1]: value for key, value in _counted(before, _values()).items() if key[0].endswith("seconds_count")}
    [route] = {labels[1] for labels in counted if "customers" in labels[1]}
    assert "<" in route
    assert counted == {("GET", route, "200"): 1, ("GET", route, "404"): 1, ("GET", "", "404"): 1}
    assert alice.partition(":")[2] not in _scrape().content.decode()


def test_reasons_that_a_rail_makes_up_are_one(api, alice):
    scenarios.transfer_out()(api, alice)
    scenarios.transfer_out()(api, alice)
    for at, reason in enumerate(("Ada's bank said no", "BANK_REJECTED")):
        key = Transaction.objects.order_by("id").values_list("id", flat=True)[at]
        Transaction.objects.filter(id=key).update(status="FAILED", failure_reason=reason)

    values = _values()

    found = {labels[0]: value for (name, labels), value in values.items() if name == "payments_failed_last_hour"}
    assert found == {"OTHER": 1, "BANK_REJECTED": 1}


def test_methods_that_a_client_makes_up_are_one(caplog):
    caplog.set_level(logging.DEBUG, "requests")
    before = _values()

    Client().generic("BREW", "/2025-10-13/config")
    Client().generic("STEAM", "/2025-10-13/config")

    counted = {key[1][0] for key in _counted(before, _values()) if key[0].endswith("seconds_count")}
    assert counted == {"OTHER"}
    assert {record.method for record in caplog.records if record.message == "request"} == {"OTHER"}


def test_what_became_of_idempotency_keys_is_counted(api, alice):
    before = _values()
    body = {"customerId": alice, "currency": "USD", "accountInfo": factories.usd_account()}

    api.post("/customers/external-accounts", body, key="k1")
    api.post("/customers/external-accounts", body, key="k1")
    api.post("/customers/external-accounts", {**body, "currency": "EUR"}, key="k1")

    counted = {key[1][0]: value for key, value in _counted(before, _values()).items() if "idempotency_total" in key[0]}
    assert counted == {"executed": 1, "replayed": 1, "refused": 1}


def test_nothing_is_counted_without_a_token(api, settings):
    before = _values()
    settings.METRICS_TOKEN = ""
    api.get("/config")
    settings.METRICS_TOKEN = TOKEN

    assert {key[0] for key in _counted(before, _values())} & {"payments_request_seconds_count"} == set()


def test_gauges_of_a_process_that_has_ended_are_gone_and_its_counts_stay(tmp_path, monkeypatch):
    # A program of its own: the library decides at its import how it counts.
    import subprocess
    import sys

    code = """
import os, platforms.base.metrics as metrics
metrics.count_request(method="GET", route="r", status=200, seconds=0.1)
metrics.count()
metrics.threads.set(8)
"""
    variables = {"PATH": "/nowhere", endpoint.FOLDER: str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    for _ in range(2):
        subprocess.run([sys.executable, "-c", code], env=variables, check=True)
    monkeypatch.setenv(endpoint.FOLDER, str(tmp_path))

    values = _values()

    assert values["payments_request_seconds_count", ("GET", "r", "200")] == 2
    assert ("payments_threads", ()) not in values


@pytest.mark.parametrize(("is_on", "level"), [(False, "DEBUG"), (True, "INFO")])
def test_the_access_log_has_a_line_for_each_request(api, settings, caplog, is_on, level):
    settings.ACCESS_LOG = is_on
    caplog.set_level(logging.DEBUG, "requests")

    api.get("/config")
    Client().get("/healthz")

    lines = [(record.levelname, record.route, record.status) for record in caplog.records if record.name == "requests"]
    assert lines == [(level, "2025-10-13/config", 200), (level, "healthz", 200)]


@pytest.mark.parametrize(("preload", "end"), [(False, "includeSubDomains"), (True, "includeSubDomains; preload")])
def test_preloading_of_strict_transport_is_a_choice(api, settings, preload, end):
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_PRELOAD = 60, preload
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    replies = [api._client.get(path, HTTP_X_FORWARDED_PROTO="https") for path in ("/2025-10-13/config", "/healthz")]

    assert {reply["Strict-Transport-Security"] for reply in replies} == {f"max-age=60; {end}"}
