"""Rows of the account types table: their form, and the kinds of rows."""

import dataclasses
from decimal import Decimal

from payments import rails
from payments.account_types import beneficiaries, fields, samples
from payments.account_types.fields import Field, Group, Rule

_PERSON = beneficiaries.individual()
_COMPANY = beneficiaries.business()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class FundingType:
    """A way to pay into an internal account, with the fields shown to payers."""

    code: str
    # Its name in the OpenAPI document.
    component: str
    currencies: tuple[str, ...]
    fields: tuple[Field, ...]
    rails: tuple[str, ...] = ()
    # Of a wallet: the assets that can be sent to it; the instruction names them, for some kinds always.
    assets: tuple[str, ...] = ()
    asset_required: bool = False
    # The sandbox's values for the fields. Without any it does not offer this way.
    sandbox: samples.Details = dataclasses.field(hash=False)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class AccountType:
    """One row: the fields of an account of this type and its capabilities."""

    code: str
    currencies: tuple[str, ...]
    # Where the account is held; empty for wallets, and for accounts anywhere.
    countries: tuple[str, ...]
    rails: tuple[str, ...]
    # Rails that a quote may name as well: shown of payments that named one, and nowhere else.
    named_rails: tuple[str, ...] = ()
    fields: tuple[Field, ...]
    # The field that identifies the account; of several, the one that is given.
    primary_identifier: tuple[str, ...]
    individual_beneficiary: Group | None
    business_beneficiary: Group | None
    # The holder's name can be compared with the beneficiary's.
    name_check: bool
    # Money can be drawn from it, with its holder's consent.
    pull: bool
    # None: nobody is told to pay into such an account.
    funding: FundingType | None
    # Another type holds the currency, too: prices are shown by the rails of that one.
    is_further: bool = False
    # Units for one US dollar in the sandbox; a currency's first row has it.
    sandbox_rate: Decimal | None = None
    rules: tuple[Rule, ...] = ()

    @property
    def component(self) -> str:
        """Return the stem of its names in the OpenAPI document."""
        return _component(self.code)

    @property
    def beneficiaries(self) -> dict[str, Group]:
        """Return the rules for each kind of beneficiary; a wallet has none."""
        kinds = {
            beneficiaries.INDIVIDUAL: self.individual_beneficiary,
            beneficiaries.BUSINESS: self.business_beneficiary,
        }
        return {kind: group for kind, group in kinds.items() if group is not None}

    def known_rail(self, amount: int, *, is_pull: bool = False) -> str:
        """Return the rail that an amount goes by, in the smallest unit; empty where neither type nor amount says which.

        Money is collected by the first of them.
        """
        return self.ways[0] if is_pull or len(self.ways) == 1 else rails.by_amount(self.ways, amount)

    @property
    def all_rails(self) -> tuple[str, ...]:
        """Return the rails that a quote may name."""
        return self.ways + self.named_rails

    @property
    def ways(self) -> tuple[str, ...]:
        """Return the API's names of the rails to this type: a wallet's network is its rail."""
        return self.rails or (self.code.removesuffix("_WALLET"),)


def bank_account(
    currency: str,
    countries: tuple[str, ...],
    rails: tuple[str, ...],
    *members: Field,
    identifier: str | tuple[str, ...],
    funding: samples.Details | None = None,
    sandbox_rate: str | None = None,
    code: str = "",
    also_in: tuple[str, ...] = (),
    named_rails: tuple[str, ...] = (),
    paid_in_by: tuple[Field, ...] = (),
    has_reference: bool = True,
    individual: Group = _PERSON,
    business: Group = _COMPANY,
    pull: bool = False,
    rules: tuple[Rule, ...] = (),
    of_payees: tuple[Field, ...] = (),
) -> AccountType:
    """Return a type of accounts at banks or mobile-money providers, in one currency or `also_in` others.

    `sandbox_rate` is left out, and `code` given, for any further type of a currency, which may have no `funding`
    either. Payers are shown the fields of the type and a reference, or `paid_in_by`, with samples of these for the
    sandbox in `funding`. `of_payees` are fields of external accounts that payers are not shown.
    """
    code = code or f"{currency}_ACCOUNT"
    reference = (fields.REFERENCE,) if has_reference else ()
    return AccountType(
        code=code,
        currencies=(currency, *also_in),
        countries=countries,
        rails=rails,
        named_rails=named_rails,
        fields=(*members, *of_payees),
        primary_identifier=(identifier,) if isinstance(identifier, str) else identifier,
        individual_beneficiary=individual,
        business_beneficiary=business,
        name_check=True,
        pull=pull,
        is_further=sandbox_rate is None,
        funding=None
        if funding is None
        else FundingType(
            code=code,
            component=f"Payment{_component(code)}AccountInfo",
            currencies=(currency,),
            fields=paid_in_by or (*members, *reference),
            rails=() if paid_in_by else rails,
            sandbox=funding,
        ),
        sandbox_rate=None if sandbox_rate is None else Decimal(sandbox_rate),
        rules=rules,
    )


def mobile_money(
    currency: str,
    countries: tuple[str, ...],
    phone_number: Field,
    *members: Field,
    funding: samples.Details,
    sandbox_rate: str | None = None,
    code: str = "",
    rules: tuple[Rule, ...] = (),
) -> AccountType:
    """Return a type of accounts at mobile-money providers."""
    return bank_account(
        currency,
        countries,
        ("MOBILE_MONEY",),
        phone_number,
        fields.PROVIDER,
        *members,
        identifier="phoneNumber",
        funding=funding,
        sandbox_rate=sandbox_rate,
        code=code,
        rules=rules,
    )


def wallet(
    code: str,
    assets: tuple[str, ...],
    *members: Field,
    funding: samples.Details,
    paid_in_by: tuple[Field, ...] = (),
    asset_required: bool = False,
    name_check: bool = False,
    rules: tuple[Rule, ...] = (),
) -> AccountType:
    """Return a type of wallets on one network, which hold some of the assets."""
    return AccountType(
        code=code,
        currencies=assets,
        countries=(),
        rails=(),
        fields=members,
        primary_identifier=tuple(member.name for member in members),
        individual_beneficiary=None,
        business_beneficiary=None,
        name_check=name_check,
        pull=False,
        funding=FundingType(
            code=code,
            component=f"Payment{_component(code)}Info",
            currencies=assets,
            fields=paid_in_by or members,
            assets=assets,
            asset_required=asset_required,
            sandbox=funding,
        ),
        rules=rules,
    )


def _component(code: str) -> str:
    return code.removesuffix("_ACCOUNT").title().replace("_", "")
