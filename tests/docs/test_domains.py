"""The sample configurations of nginx do what docs/operator/domains.md says: a real nginx in front of the service."""

import contextlib
import http.client
import ipaddress
import json
import pathlib
from collections.abc import Iterator

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.test import Client
from django.test.testcases import LiveServerThread

from bench import programs
from config.launch import environment
from platforms.models import AuditEntry, UmaDomain
from tests.conftest import Api
from tests.docs import nginx
from tests.support import factories, patience
from tests.support.payments import hosts
from tests.support.uma import institutions

SAMPLES = pathlib.Path(environment.PROJECT) / "docs" / "samples"
SERVICE = "pay.example.com"
STAFF = f"staff.{SERVICE}"
_NOT_PASSED_ON = (
    "/",
    "/2025-10-13/config",
    "/admin/",
    "/docs/",
    "/healthz",
    "/i/000000000000",
    "/identity/token",
    "/uma/payreq/0197d6f0-0000-7000-8000-000000000001",
    "/webhook-keys/0197d6f0-0000-7000-8000-000000000001",
    "/.well-known/openid-configuration",
    "/.well-known/lnurlpubkey/",
    "/.well-known/lnurlp/",
    "/.well-known/lnurlp/a/b",
    "/.well-known/lnurlp/a%2fb",
    "/.well-known/lnurlp/../../admin/",
    "/.well-known/lnurlp/..%2f..%2fadmin/",
)
pytestmark = [pytest.mark.beside, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("ended_connections")]


@pytest.fixture
def api(acme, service) -> Api:
    """A client that comes by the proxy, as far as the service can tell."""
    made = Api(acme.client_id, acme.client_secret)
    made._client = Client(raise_request_exception=False, HTTP_X_FORWARDED_PROTO="https", SERVER_NAME=SERVICE)
    return made


@pytest.fixture
def ada(api) -> str:
    """The address of an approved customer of acme's."""
    return hosts.address(api, api.customer("Ada Lovelace"))


@pytest.fixture
def authority(tmp_path) -> nginx.Authority:
    return nginx.Authority(tmp_path)


@pytest.fixture
def service(settings):
    """The service as it runs behind a proxy; yields its port."""
    settings.PUBLIC_BASE_URL, settings.ALLOWED_HOSTS = f"https://{SERVICE}", [SERVICE, STAFF]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.TRUSTED_PROXIES = [ipaddress.ip_network("127.0.0.1")]
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 31_536_000
    server = _serve()
    yield server.port
    server.terminate()


def _serve() -> LiveServerThread:
    """A web server of the service: of its own, not pytest-django's, since layers read settings when it starts."""
    server = LiveServerThread("127.0.0.1", StaticFilesHandler)
    server.connections_override = {}
    server.start()
    assert server.is_ready.wait(patience.LONG)
    assert server.error is None
    return server


@pytest.fixture
def front(service, authority, tmp_path):
    """Yields who asks the web server in front of the service; `in_clear` is its port without TLS."""
    with _in_front({"127.0.0.1:8000": f"127.0.0.1:{service}"}, authority, tmp_path) as asker:
        yield asker


@contextlib.contextmanager
def _in_front(
    upstream: dict[str, str], authority: nginx.Authority, tmp_path: pathlib.Path, staff: str = "127.0.0.0/8"
) -> Iterator[nginx.Asker]:
    certificate, key = authority.certify(SERVICE, f"*.{SERVICE}")
    port, in_clear = programs.free_port(), programs.free_port()
    changes = {
        "/etc/ssl/pay.example.com.pem": certificate,
        "/etc/ssl/pay.example.com.key": key,
        **upstream,
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "listen 80 ": f"listen 127.0.0.1:{in_clear} ",
        "/var/log/nginx/payments.log": str(tmp_path / "payments.log"),
        "/var/log/nginx/payments-errors.log": str(tmp_path / "payments-errors.log"),
        "allow 10.0.0.0/8": f"allow {staff}",
    }
    with nginx.serving(SAMPLES / "nginx-service.conf", tmp_path / "front", changes):
        yield nginx.Asker(authority, port, in_clear=in_clear)


@pytest.fixture
def domain(acme) -> str:
    return str(acme.platform.uma_domain)


@pytest.fixture
def platform(front, authority, acme, domain, tmp_path):
    """Yields who asks the web server of acme's own domain."""
    certificate, key = authority.certify(domain)
    port = programs.free_port()
    changes = {
        "/etc/ssl/acme.example.com.pem": certificate,
        "/etc/ssl/acme.example.com.key": key,
        "server acme.pay.example.com:443": f"server 127.0.0.1:{front.port}",
        "acme.pay.example.com": f"{acme.platform.proxy_uma_subdomain}.{SERVICE}",
        "server_name acme.example.com": f"server_name {domain}",
        "/etc/ssl/certs/ca-certificates.crt": str(authority.file),
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/var/www/html": str(tmp_path),
    }
    with nginx.serving(SAMPLES / "nginx-uma.conf", tmp_path / "platform", changes):
        yield nginx.Asker(authority, port)


@pytest.fixture
def peer(settings):
    with institutions.served("peer.example", settings) as found:
        yield found


def _is_ours(reply: http.client.HTTPResponse) -> bool:
    """Whether the service has answered: nothing else gives requests an id."""
    return "X-Request-Id" in reply.headers


def test_a_signed_lookup_at_the_platforms_domain_finds_its_customer(platform, peer, domain, ada):
    reply = platform(domain, peer.lookup_path(ada))

    shown = json.loads(reply.content)
    assert reply.status == 200, reply.content
    assert shown["callback"].startswith(f"https://{SERVICE}/uma/payreq/")
    assert shown["compliance"]["receiverIdentifier"] == ada


def test_the_public_documents_are_those_of_the_service(platform, front, domain):
    for path in ("/.well-known/lnurlpubkey", "/.well-known/uma-configuration"):
        replies = [platform(domain, path), front(domain, path, name=SERVICE)]

        assert [reply.status for reply in replies] == [200, 200]
        # How long the keys may be kept is counted from the second of the reply.
        documents = [json.loads(reply.content) for reply in replies]
        assert [document.pop("expirationTimestamp", 0) > 0 for document in documents] in ([True] * 2, [False] * 2)
        assert documents[0] == documents[1]
        assert documents[0]


def test_the_proof_of_the_domain_is_passed_on_for_the_platform_that_its_server_names(platform, front, acme, domain):
    path = "/.well-known/payments-platform-verification"

    passed_on, kept = platform(domain, path), front(domain, path, name=SERVICE)

    assert passed_on.content.decode() == UmaDomain.objects.get(platform=acme.platform).proof
    assert kept.status == 404, "the Host header names no platform"


def test_a_refusal_of_the_service_comes_through(platform, domain):
    reply = platform(domain, "/.well-known/lnurlp/$nobody?nonsense=1")

    assert _is_ours(reply)
    assert 400 <= reply.status < 500
    assert json.loads(reply.content)["status"] == "ERROR"


def test_a_platforms_domain_leads_to_nothing_else(platform, front, domain):
    for path in _NOT_PASSED_ON:
        for reply in (platform(domain, path), front(domain, path, name=SERVICE)):
            assert reply.status in {400, 403, 404}, path
            assert not _is_ours(reply), path


def test_a_platforms_domain_is_only_read_from(platform, domain):
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        reply = platform(domain, "/.well-known/lnurlpubkey", method=method)

        assert (reply.status, _is_ours(reply)) == (403, False), method


def test_the_domain_is_found_with_the_host_kept_as_well(front, acme, domain):
    """A platform's server may also send the domain itself as Host, under the service's certificate."""
    subdomain = f"{acme.platform.proxy_uma_subdomain}.{SERVICE}"

    kept, sub = front(domain, "/.well-known/lnurlpubkey", name=SERVICE), front(subdomain, "/.well-known/lnurlpubkey")

    assert (kept.status, sub.status) == (200, 200)
    assert json.loads(kept.content)["signingPubKey"] == json.loads(sub.content)["signingPubKey"]
    assert front("outsider.example.com", "/.well-known/lnurlpubkey", name=SERVICE).status == 404


def test_what_a_client_says_of_forwarding_is_not_believed(front, acme, rival, settings):
    created = factories.token(acme.platform, allowed_ips=["127.0.0.1/32"])
    api = Api(created.token.client_id, created.client_secret)
    elsewhere = factories.token(acme.platform, allowed_ips=["203.0.113.9/32"])
    outsider = Api(elsewhere.token.client_id, elsewhere.client_secret)
    forged = {"X_Forwarded_For": "203.0.113.9", "X_Forwarded_Host": "evil.example.com", "X_Forwarded_Proto": "http"}

    good = front(SERVICE, "/2025-10-13/config", **api.headers, **forged)
    bad = front(SERVICE, "/2025-10-13/config", **outsider.headers, **forged)

    assert (good.status, bad.status) == (200, 403)
    assert json.loads(good.content)["umaDomain"] == acme.platform.uma_domain
    settings.TRUST_FORWARDED_HOST = True
    claimed = front(SERVICE, "/.well-known/lnurlpubkey", X_Forwarded_Host=rival.platform.uma_domain)
    assert claimed.status == 404


def test_the_api_works_over_https_and_a_write_keeps_its_body_and_key(front, api, ada):
    body = json.dumps({"inviterUma": ada}).encode()
    headers = {**api.headers, "Content_Type": "application/json", "Idempotency_Key": "one"}

    first, second = (front(SERVICE, "/2025-10-13/invitations", method="POST", body=body, **headers) for _ in range(2))

    assert (first.status, second.status) == (201, 201)
    assert first.content == second.content
    assert second.headers["Idempotent-Replayed"] == "true"
    assert json.loads(first.content)["url"].startswith(f"https://{SERVICE}/i/")
    assert "max-age" in first.headers["Strict-Transport-Security"]
    assert AuditEntry.objects.filter(verb="invitation.create").count() == 1


def test_hosted_pages_and_their_styles_are_served(front, api, ada):
    path = hosts.path(hosts.invite(api, ada))

    page = front(SERVICE, path)

    assert page.status == 200
    assert b"Ada" in page.content
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert front(SERVICE, "/static/invitations/invitation.css").status == 200
    assert front(SERVICE, "/healthz").status == 200


def test_the_back_office_has_a_host_of_its_own(front, domain):
    page = front(STAFF, "/admin/")

    assert (page.status, _is_ours(page)) == (302, True)
    assert page.headers["Location"].startswith("/admin/")
    assert front(STAFF, "/").headers["Location"].endswith("/admin/")
    assert front(STAFF, "/static/backoffice/backoffice.css").status == 200
    for host, path in (
        (SERVICE, "/admin/"),
        (SERVICE, "/admin"),
        (STAFF, "/2025-10-13/config"),
        (STAFF, "/identity/token"),
    ):
        reply = front(host, path)
        assert (reply.status, _is_ours(reply)) == (404, False), path


def test_the_back_office_is_for_the_networks_of_staff(service, authority, domain, tmp_path):
    with _in_front({"127.0.0.1:8000": f"127.0.0.1:{service}"}, authority, tmp_path, staff="10.0.0.0/8") as ask:
        assert [ask(STAFF, path).status for path in ("/admin/", "/docs/", "/static/backoffice/backoffice.css")] == [
            403
        ] * 3
        assert ask(SERVICE, "/healthz").status == 200
        # A platform whose domain begins with the same word is found all the same.
        assert _is_ours(ask(STAFF, "/.well-known/lnurlpubkey"))


def test_while_the_service_is_away_everybody_is_answered_in_a_form_of_theirs_and_no_log_quotes_a_request(
    authority, tmp_path
):
    with _in_front({"127.0.0.1:8000": f"127.0.0.1:{programs.free_port()}"}, authority, tmp_path) as ask:
        api = ask(SERVICE, "/2025-10-13/transactions?customer=secret-query", method="GET")
        uma = [
            ask(SERVICE, "/.well-known/lnurlp/$secret-name"),
            ask("unknown.example", "/.well-known/lnurlp/$secret-name", name=SERVICE),
        ]
        pages = [ask(SERVICE, "/identity/secret-link"), ask(STAFF, "/admin/?q=secret-query")]

    assert {reply.status for reply in (api, *uma, *pages)} == {503}
    assert {reply.headers["Retry-After"] for reply in (api, *uma, *pages)} == {"5"}
    shown = json.loads(api.content)
    assert (shown["code"], shown["retryable"], shown["retryAfterSeconds"]) == ("SERVICE_UNAVAILABLE", True, 5)
    assert [json.loads(reply.content)["status"] for reply in uma] == ["ERROR", "ERROR"]
    assert [reply.headers["Content-Type"] for reply in pages] == ["text/html; charset=utf-8"] * 2
    written = "".join(file.read_text() for file in tmp_path.rglob("*.log"))
    assert [word for word in ("secret-query", "secret-link", "secret-name") if word in written] == []
    assert " 503 " in written


def test_a_request_that_is_too_long_for_nginx_is_refused_in_the_same_form(front):
    reply = front(SERVICE, f"/2025-10-13/customers?x={'x' * 10_000}")

    assert (reply.status, _is_ours(reply)) == (400, False)
    assert json.loads(reply.content)["code"] == "INVALID_INPUT"


def test_in_clear_pages_are_sent_on_and_the_api_is_not(front):
    page = nginx.ask_in_clear(front.in_clear, SERVICE, "/i/000000000000?x=1")
    secret = nginx.ask_in_clear(front.in_clear, SERVICE, "/2025-10-13/config", Authorization="Basic eDp5")

    assert (page.status, page.headers["Location"]) == (301, f"https://{SERVICE}/i/000000000000?x=1")
    assert (secret.status, "Location" in secret.headers) == (403, False)


def test_too_large_a_body_is_refused_in_one_form_whoever_refuses_it(front, api):
    headers = {**api.headers, "Content_Type": "application/json"}

    for size, by_service in ((1_100_000, True), (23_000_000, False)):
        reply = front(SERVICE, "/2025-10-13/customers", method="POST", body=b" " * size, **headers)

        assert (reply.status, _is_ours(reply)) == (413, by_service)
        shown = json.loads(reply.content)
        assert set(shown) == {"status", "code", "message", "details", "retryable", "documentationUrl"}
        assert shown["documentationUrl"].endswith("/docs/platform-developer/errors/#payload_too_large")
        assert (shown["status"], shown["code"]) == (413, "PAYLOAD_TOO_LARGE")


def test_a_large_file_of_customers_comes_through(front, api):
    headers = {**api.headers, "Content_Type": "multipart/form-data; boundary=x"}

    reply = front(SERVICE, "/2025-10-13/customers/bulk/csv", method="POST", body=b" " * 23_000_000, **headers)

    assert (reply.status, _is_ours(reply)) == (400, True)


def test_requests_go_to_several_web_servers_and_on_when_one_of_them_ends(service, authority, api, tmp_path):
    other = _serve()
    line = "    server 127.0.0.1:8000 fail_timeout=5s;\n"
    two = "".join(line.replace("8000", str(port)) for port in (service, other.port))
    with _in_front({line: two}, authority, tmp_path) as ask:
        before = [ask(SERVICE, "/2025-10-13/config", **api.headers).status for _ in range(6)]
        other.terminate()
        written = [
            ask(
                SERVICE,
                "/2025-10-13/customers",
                method="POST",
                body=b"{}",
                Content_Type="application/json",
                **api.headers,
            )
            for _ in range(6)
        ]
        read = [ask(SERVICE, "/2025-10-13/config", **api.headers).status for _ in range(6)]

    assert before == read == [200] * 6
    # The service's own refusal, each time: no request was lost to the server that has ended.
    assert [(reply.status, _is_ours(reply)) for reply in written] == [(400, True)] * 6


def test_the_log_keeps_no_links_no_addresses_and_no_queries(front, api, ada, tmp_path):
    code = hosts.invite(api, ada)["code"]
    for path in (f"/i/{code}", "/identity/secret-token/begin", "/.well-known/lnurlp/$ada?nonce=7", "/healthz?key=7"):
        front(SERVICE, path)

    # A line is written when the reply is out.
    patience.until(lambda: len((tmp_path / "payments.log").read_text().splitlines()) >= 4)
    log = (tmp_path / "payments.log").read_text()
    assert len(log.splitlines()) == 4
    assert "/healthz 200" in log
    assert [word for word in (code, "secret-token", "$ada", "nonce", "key=7") if word in log] == []
