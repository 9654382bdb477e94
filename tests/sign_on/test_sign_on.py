"""Staff sign on by the company's provider: whose account it is, which roles it has, and what proves it afterwards."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from platforms.base import clock
from platforms.models import AuditEntry, ProviderIdentity
from platforms.operations import powers, staff_powers
from tests.sign_on import provider as providers
from tests.sign_on.conftest import ANNA, Person, use

pytestmark = [pytest.mark.service, pytest.mark.django_db]


def roles_of(name: str) -> list[str]:
    return sorted(User.objects.get(username=name).groups.values_list("name", flat=True))


def verbs_about(name: str) -> list[str]:
    return list(AuditEntry.objects.filter(subject=f"Staff:{name}").order_by("id").values_list("verb", flat=True))


def test_the_first_sign_on_makes_an_account_with_the_roles_of_the_groups(provider):
    anna = Person("anna")

    reply = anna.sign_on("?next=/admin/payments/transaction/")

    assert reply["Location"] == "/admin/payments/transaction/"
    assert anna.ours.get("/admin/payments/transaction/").status_code == 200
    account = User.objects.get(username="anna@example.com")
    assert (account.is_staff, account.is_superuser, account.has_usable_password()) == (True, False, False)
    assert roles_of("anna@example.com") == ["support"]
    assert verbs_about("anna@example.com") == ["staff.admit", "staff.provide_roles", "staff.link", "staff.sign_in"]
    assert ProviderIdentity.objects.get().username == "anna@example.com"


def test_each_sign_on_sets_the_roles_anew(provider):
    anna = Person("anna")
    anna.sign_on()

    provider.say(people={"anna": ANNA | {"groups": ["pay-leads", "pay-admins"]}})
    anna.sign_on()

    assert roles_of("anna@example.com") == ["administrator", "lead reviewer", "reviewer"]
    told = AuditEntry.objects.filter(verb="staff.provide_roles").latest("id").details
    assert (told["before"], told["roles"]) == (["support"], ["administrator", "lead reviewer", "reviewer"])
    assert not powers.unexplained()


def test_who_is_in_no_mapped_group_is_refused_and_loses_what_she_had(provider):
    anna = Person("anna")
    anna.sign_on()

    provider.say(people={"anna": ANNA | {"groups": ["canteen"]}})
    reply = anna.sign_on()

    assert reply.status_code == 403
    assert "None of your groups has a role here" in reply.content.decode()
    assert roles_of("anna@example.com") == []
    assert anna.ours.get("/admin/").status_code == 302
    assert verbs_about("anna@example.com")[-2:] == ["staff.provide_roles", "staff.sign_in_refused"]


def test_somebody_without_a_group_gets_no_account(provider):
    provider.say(people={"zoe": {"email": "zoe@example.com", "email_verified": True}})

    assert Person("zoe").sign_on().status_code == 403

    assert not User.objects.exists()
    assert AuditEntry.objects.get().subject == "Staff:?"


def test_an_account_that_two_people_made_is_the_one_that_she_signs_on_to(provider):
    User.objects.create(username="anna", email="Anna@Example.com", is_staff=True)

    assert Person("anna").sign_on().status_code == 302

    assert [user.username for user in User.objects.all()] == ["anna"]
    assert roles_of("anna") == ["support"]


def test_from_then_on_her_address_decides_nothing(provider):
    Person("anna").sign_on()
    provider.say(people={"anna": ANNA | {"email": "anna.new@example.com"}, "bert": ANNA})

    assert Person("anna").sign_on().status_code == 302
    refused = Person("bert").sign_on()

    assert "belongs to another account" in refused.content.decode()
    assert User.objects.count() == 1


def test_nobody_has_two_accounts(provider):
    """Else she would approve what she has proposed."""
    User.objects.create_superuser("root-anna", "anna@example.com", "correct horse battery staple")

    refused = Person("anna").sign_on()

    assert "signs in with its password" in refused.content.decode()
    assert User.objects.count() == 1
    User.objects.update(is_superuser=False)
    User.objects.create(username="second", email="anna@example.com", is_staff=True)
    assert "another account" in Person("anna").sign_on().content.decode()


@pytest.mark.parametrize("is_linked", [True, False])
def test_the_provider_opens_no_closed_account_and_makes_no_other(provider, is_linked):
    if is_linked:
        Person("anna").sign_on()
    else:
        User.objects.create(username="anna", email="anna@example.com", is_staff=True)
    User.objects.update(is_active=False)

    refused = Person("anna").sign_on()

    assert "is closed" in refused.content.decode()
    assert User.objects.count() == 1
    assert not User.objects.get().is_active


def test_the_provider_gives_nobody_every_role(provider):
    provider.say(people={"anna": ANNA | {"groups": ["pay-admins", "superuser"], "is_superuser": True}})

    Person("anna").sign_on()

    assert not User.objects.get().is_superuser


def test_a_row_that_the_service_did_not_write_opens_no_account(provider):
    Person("anna").sign_on()
    Person("bert").sign_on()
    ProviderIdentity.objects.filter(username="anna@example.com").delete()
    ProviderIdentity.objects.filter(username="bert@example.com").update(username="anna@example.com")

    User.objects.filter(username="bert@example.com").update(email="")

    refused = Person("bert").sign_on()

    assert "another account" in refused.content.decode()
    assert roles_of("anna@example.com") == ["support"]
    (fault,) = powers.unexplained()
    assert "names who anna@example.com is, and no sign-on has made it" in str(fault)


def test_the_nightly_check_names_roles_that_the_provider_did_not_give(provider):
    Person("anna").sign_on()
    assert powers.unexplained() == []
    first = AuditEntry.objects.get(verb="staff.provide_roles")
    group = Group.objects.get(name="administrator")
    User.objects.get().groups.set([group])
    # What a thief of the database's connection could write.
    first.pk, first.details = None, first.details | {"roles": ["administrator"]}
    first.save()

    (fault,) = powers.unexplained()

    assert "has roles that neither two people nor the provider gave it: administrator" in str(fault)


def test_marks_go_over_to_another_key(provider, settings):
    Person("anna").sign_on()
    settings.TOKEN_HASH_KEY_FALLBACKS = [settings.TOKEN_HASH_KEY]
    settings.TOKEN_HASH_KEY = "bound:another-key-of-a-test-0123456789-0123456789"

    staff_powers.renew_marks(now=clock.real_now())
    settings.TOKEN_HASH_KEY_FALLBACKS = []

    assert powers.unexplained() == []
    assert Person("anna").sign_on().status_code == 302


def test_claims_that_are_told_beside_the_token_count_too(settings, db):
    with providers.serving(is_thin=True, method="client_secret_basic") as thin:
        thin.say(people={"anna": ANNA})
        use(thin, settings)

        assert Person("anna").sign_on().status_code == 302
        assert roles_of("anna@example.com") == ["support"]


def test_who_signs_out_may_sign_out_of_the_provider_too(provider):
    anna = Person("anna")
    anna.sign_on()

    page = anna.ours.post("/admin/logout/").content.decode()
    reply = anna.ours.get("/admin/sign-on/out/")

    assert "/admin/sign-on/out/" in page
    assert reply["Location"].startswith(
        f"{provider.issuer}/session/end?client_id=back-office&post_logout_redirect_uri="
    )
    assert anna.ours.get("/admin/").status_code == 302


def test_the_sign_in_page_leads_to_the_provider_and_on(provider):
    page = Client().get("/admin/login/?next=/admin/payments/transaction/").content.decode()

    assert 'href="/admin/sign-on/?next=%2Fadmin%2Fpayments%2Ftransaction%2F"' in page


def test_without_the_settings_there_is_no_sign_on(db):
    assert "/admin/sign-on/" not in Client().get("/admin/login/").content.decode()
    for path in ("", "back/", "finish/", "out/"):
        assert Client().get(f"/admin/sign-on/{path}").status_code == 404
