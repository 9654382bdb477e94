from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.brl_external_account_info_pix_key_type import BrlExternalAccountInfoPixKeyType

if TYPE_CHECKING:
    from ..models.brl_individual_beneficiary import BrlIndividualBeneficiary
    from ..models.business_beneficiary import BusinessBeneficiary


T = TypeVar("T", bound="BrlExternalAccountInfo")


@_attrs_define
class BrlExternalAccountInfo:
    """An external account of type BRL_ACCOUNT. Its `currency` is BRL."""

    account_type: Literal["BRL_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    pix_key: str
    """ 1 to 77 characters, a Pix key. By `pixKeyType`: CPF 11 digits, or 000.000.000-00; CNPJ 14 characters, the
    last two digits, or XX.XXX.XXX/XXXX-00; EMAIL an e-mail address; PHONE a telephone number with its country code;
    RANDOM a UUID. The check digits are right, and a CPF or CNPJ is the holder's `taxId`. """
    pix_key_type: BrlExternalAccountInfoPixKeyType
    """ What kind of key `pixKey` is: one of CPF, CNPJ, EMAIL, PHONE, RANDOM. """
    tax_id: str
    """ The tax number of the account's holder: 11 to 14 digits. A CPF of 11 digits or a CNPJ of 14, with the right
    check digits. """
    payment_rails: list[Literal["PIX"]]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    beneficiary: BrlIndividualBeneficiary | BusinessBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.brl_individual_beneficiary import BrlIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        pix_key = self.pix_key

        pix_key_type = self.pix_key_type.value

        tax_id = self.tax_id

        payment_rails = self.payment_rails

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, BrlIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "pixKey": pix_key,
                "pixKeyType": pix_key_type,
                "taxId": tax_id,
                "paymentRails": payment_rails,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.brl_individual_beneficiary import BrlIndividualBeneficiary  # noqa: PLC0415
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["BRL_ACCOUNT"], d.pop("accountType"))
        if account_type != "BRL_ACCOUNT":
            raise ValueError(f"accountType must match const 'BRL_ACCOUNT', got '{account_type}'")

        pix_key = d.pop("pixKey")

        pix_key_type = BrlExternalAccountInfoPixKeyType(d.pop("pixKeyType"))

        tax_id = d.pop("taxId")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = cast(Literal["PIX"], payment_rails_item_data)
            if payment_rails_item != "PIX":
                raise ValueError(f"paymentRails_item must match const 'PIX', got '{payment_rails_item}'")
            payment_rails.append(payment_rails_item)

        def _parse_beneficiary(data: object) -> BrlIndividualBeneficiary | BusinessBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_brl_beneficiary_type_0 = BrlIndividualBeneficiary.from_dict(data)

                return componentsschemas_brl_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_brl_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_brl_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        brl_external_account_info = cls(
            account_type=account_type,
            pix_key=pix_key,
            pix_key_type=pix_key_type,
            tax_id=tax_id,
            payment_rails=payment_rails,
            beneficiary=beneficiary,
        )

        brl_external_account_info.additional_properties = d
        return brl_external_account_info

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
