from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.beneficiary_verification_status import BeneficiaryVerificationStatus
from ..models.external_account_status import ExternalAccountStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.aed_external_account_info import AedExternalAccountInfo
    from ..models.base_wallet_external_account_info import BaseWalletExternalAccountInfo
    from ..models.bdt_external_account_info import BdtExternalAccountInfo
    from ..models.beneficiary_verified_data import BeneficiaryVerifiedData
    from ..models.brl_external_account_info import BrlExternalAccountInfo
    from ..models.bwp_external_account_info import BwpExternalAccountInfo
    from ..models.cad_external_account_info import CadExternalAccountInfo
    from ..models.cop_external_account_info import CopExternalAccountInfo
    from ..models.dkk_external_account_info import DkkExternalAccountInfo
    from ..models.egp_external_account_info import EgpExternalAccountInfo
    from ..models.ethereum_wallet_external_account_info import EthereumWalletExternalAccountInfo
    from ..models.eur_external_account_info import EurExternalAccountInfo
    from ..models.external_account_details import ExternalAccountDetails
    from ..models.gbp_external_account_info import GbpExternalAccountInfo
    from ..models.ghs_external_account_info import GhsExternalAccountInfo
    from ..models.gtq_external_account_info import GtqExternalAccountInfo
    from ..models.hkd_external_account_info import HkdExternalAccountInfo
    from ..models.htg_external_account_info import HtgExternalAccountInfo
    from ..models.idr_external_account_info import IdrExternalAccountInfo
    from ..models.inr_external_account_info import InrExternalAccountInfo
    from ..models.jmd_external_account_info import JmdExternalAccountInfo
    from ..models.kes_external_account_info import KesExternalAccountInfo
    from ..models.lightning_external_account_info import LightningExternalAccountInfo
    from ..models.mwk_external_account_info import MwkExternalAccountInfo
    from ..models.mxn_external_account_info import MxnExternalAccountInfo
    from ..models.myr_external_account_info import MyrExternalAccountInfo
    from ..models.ngn_external_account_info import NgnExternalAccountInfo
    from ..models.php_external_account_info import PhpExternalAccountInfo
    from ..models.pkr_external_account_info import PkrExternalAccountInfo
    from ..models.polygon_wallet_external_account_info import PolygonWalletExternalAccountInfo
    from ..models.rwf_external_account_info import RwfExternalAccountInfo
    from ..models.sgd_external_account_info import SgdExternalAccountInfo
    from ..models.solana_wallet_external_account_info import SolanaWalletExternalAccountInfo
    from ..models.spark_wallet_external_account_info import SparkWalletExternalAccountInfo
    from ..models.thb_external_account_info import ThbExternalAccountInfo
    from ..models.tron_wallet_external_account_info import TronWalletExternalAccountInfo
    from ..models.tzs_external_account_info import TzsExternalAccountInfo
    from ..models.ugx_external_account_info import UgxExternalAccountInfo
    from ..models.usd_external_account_info import UsdExternalAccountInfo
    from ..models.vnd_external_account_info import VndExternalAccountInfo
    from ..models.xaf_external_account_info import XafExternalAccountInfo
    from ..models.xof_external_account_info import XofExternalAccountInfo
    from ..models.zar_external_account_info import ZarExternalAccountInfo
    from ..models.zmw_external_account_info import ZmwExternalAccountInfo


T = TypeVar("T", bound="ExternalAccount")


@_attrs_define
class ExternalAccount:
    """An external account."""

    id: str
    """ Names the account in other requests. `ExternalAccount:<uuid>`. """
    status: ExternalAccountStatus
    currency: str
    """ Code of the currency. """
    default_uma_deposit_account: bool
    """ Whether money that comes to the customer by UMA goes on to this account. """
    account_info: (
        AedExternalAccountInfo
        | BaseWalletExternalAccountInfo
        | BdtExternalAccountInfo
        | BrlExternalAccountInfo
        | BwpExternalAccountInfo
        | CadExternalAccountInfo
        | CopExternalAccountInfo
        | DkkExternalAccountInfo
        | EgpExternalAccountInfo
        | EthereumWalletExternalAccountInfo
        | EurExternalAccountInfo
        | GbpExternalAccountInfo
        | GhsExternalAccountInfo
        | GtqExternalAccountInfo
        | HkdExternalAccountInfo
        | HtgExternalAccountInfo
        | IdrExternalAccountInfo
        | InrExternalAccountInfo
        | JmdExternalAccountInfo
        | KesExternalAccountInfo
        | LightningExternalAccountInfo
        | MwkExternalAccountInfo
        | MxnExternalAccountInfo
        | MyrExternalAccountInfo
        | NgnExternalAccountInfo
        | PhpExternalAccountInfo
        | PkrExternalAccountInfo
        | PolygonWalletExternalAccountInfo
        | RwfExternalAccountInfo
        | SgdExternalAccountInfo
        | SolanaWalletExternalAccountInfo
        | SparkWalletExternalAccountInfo
        | ThbExternalAccountInfo
        | TronWalletExternalAccountInfo
        | TzsExternalAccountInfo
        | UgxExternalAccountInfo
        | UsdExternalAccountInfo
        | VndExternalAccountInfo
        | XafExternalAccountInfo
        | XofExternalAccountInfo
        | ZarExternalAccountInfo
        | ZmwExternalAccountInfo
    )
    customer_id: str | Unset = UNSET
    """ Whose account it is. Absent for the platform's own. `Customer:<uuid>`. """
    platform_account_id: str | Unset = UNSET
    """ Your own name of the account. Absent where you gave none. """
    beneficiary_verification_status: BeneficiaryVerificationStatus | Unset = UNSET
    beneficiary_verified_data: BeneficiaryVerifiedData | Unset = UNSET
    """ What the receiving bank says about the beneficiary. """
    crypto_network: str | Unset = UNSET
    """ The network of a wallet, as it was given. Absent where none was. """
    details: ExternalAccountDetails | Unset = UNSET
    """ What is worth knowing about an account, and did not stop it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.aed_external_account_info import AedExternalAccountInfo  # noqa: PLC0415
        from ..models.base_wallet_external_account_info import BaseWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.bdt_external_account_info import BdtExternalAccountInfo  # noqa: PLC0415
        from ..models.brl_external_account_info import BrlExternalAccountInfo  # noqa: PLC0415
        from ..models.bwp_external_account_info import BwpExternalAccountInfo  # noqa: PLC0415
        from ..models.cad_external_account_info import CadExternalAccountInfo  # noqa: PLC0415
        from ..models.cop_external_account_info import CopExternalAccountInfo  # noqa: PLC0415
        from ..models.dkk_external_account_info import DkkExternalAccountInfo  # noqa: PLC0415
        from ..models.egp_external_account_info import EgpExternalAccountInfo  # noqa: PLC0415
        from ..models.eur_external_account_info import EurExternalAccountInfo  # noqa: PLC0415
        from ..models.gbp_external_account_info import GbpExternalAccountInfo  # noqa: PLC0415
        from ..models.ghs_external_account_info import GhsExternalAccountInfo  # noqa: PLC0415
        from ..models.gtq_external_account_info import GtqExternalAccountInfo  # noqa: PLC0415
        from ..models.hkd_external_account_info import HkdExternalAccountInfo  # noqa: PLC0415
        from ..models.htg_external_account_info import HtgExternalAccountInfo  # noqa: PLC0415
        from ..models.idr_external_account_info import IdrExternalAccountInfo  # noqa: PLC0415
        from ..models.inr_external_account_info import InrExternalAccountInfo  # noqa: PLC0415
        from ..models.jmd_external_account_info import JmdExternalAccountInfo  # noqa: PLC0415
        from ..models.kes_external_account_info import KesExternalAccountInfo  # noqa: PLC0415
        from ..models.lightning_external_account_info import LightningExternalAccountInfo  # noqa: PLC0415
        from ..models.mwk_external_account_info import MwkExternalAccountInfo  # noqa: PLC0415
        from ..models.mxn_external_account_info import MxnExternalAccountInfo  # noqa: PLC0415
        from ..models.myr_external_account_info import MyrExternalAccountInfo  # noqa: PLC0415
        from ..models.ngn_external_account_info import NgnExternalAccountInfo  # noqa: PLC0415
        from ..models.php_external_account_info import PhpExternalAccountInfo  # noqa: PLC0415
        from ..models.pkr_external_account_info import PkrExternalAccountInfo  # noqa: PLC0415
        from ..models.polygon_wallet_external_account_info import PolygonWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.rwf_external_account_info import RwfExternalAccountInfo  # noqa: PLC0415
        from ..models.sgd_external_account_info import SgdExternalAccountInfo  # noqa: PLC0415
        from ..models.solana_wallet_external_account_info import SolanaWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.spark_wallet_external_account_info import SparkWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.thb_external_account_info import ThbExternalAccountInfo  # noqa: PLC0415
        from ..models.tron_wallet_external_account_info import TronWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.tzs_external_account_info import TzsExternalAccountInfo  # noqa: PLC0415
        from ..models.ugx_external_account_info import UgxExternalAccountInfo  # noqa: PLC0415
        from ..models.usd_external_account_info import UsdExternalAccountInfo  # noqa: PLC0415
        from ..models.vnd_external_account_info import VndExternalAccountInfo  # noqa: PLC0415
        from ..models.xaf_external_account_info import XafExternalAccountInfo  # noqa: PLC0415
        from ..models.xof_external_account_info import XofExternalAccountInfo  # noqa: PLC0415
        from ..models.zar_external_account_info import ZarExternalAccountInfo  # noqa: PLC0415
        from ..models.zmw_external_account_info import ZmwExternalAccountInfo  # noqa: PLC0415

        id = self.id

        status = self.status.value

        currency = self.currency

        default_uma_deposit_account = self.default_uma_deposit_account

        account_info: dict[str, Any]
        if isinstance(self.account_info, UsdExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, CadExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, MxnExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, BrlExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, CopExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, GtqExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, HtgExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, JmdExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, EurExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, DkkExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, GbpExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, AedExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, BdtExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, HkdExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, IdrExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, InrExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, MyrExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, PhpExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, PkrExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, SgdExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, ThbExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, VndExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, BwpExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, EgpExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, GhsExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, KesExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, MwkExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, NgnExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, RwfExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, TzsExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, UgxExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, XafExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, XofExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, ZarExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, ZmwExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, SparkWalletExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, LightningExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, SolanaWalletExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, TronWalletExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, PolygonWalletExternalAccountInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, BaseWalletExternalAccountInfo):
            account_info = self.account_info.to_dict()
        else:
            account_info = self.account_info.to_dict()

        customer_id = self.customer_id

        platform_account_id = self.platform_account_id

        beneficiary_verification_status: str | Unset = UNSET
        if not isinstance(self.beneficiary_verification_status, Unset):
            beneficiary_verification_status = self.beneficiary_verification_status.value

        beneficiary_verified_data: dict[str, Any] | Unset = UNSET
        if not isinstance(self.beneficiary_verified_data, Unset):
            beneficiary_verified_data = self.beneficiary_verified_data.to_dict()

        crypto_network = self.crypto_network

        details: dict[str, Any] | Unset = UNSET
        if not isinstance(self.details, Unset):
            details = self.details.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "currency": currency,
                "defaultUmaDepositAccount": default_uma_deposit_account,
                "accountInfo": account_info,
            }
        )
        if customer_id is not UNSET:
            field_dict["customerId"] = customer_id
        if platform_account_id is not UNSET:
            field_dict["platformAccountId"] = platform_account_id
        if beneficiary_verification_status is not UNSET:
            field_dict["beneficiaryVerificationStatus"] = beneficiary_verification_status
        if beneficiary_verified_data is not UNSET:
            field_dict["beneficiaryVerifiedData"] = beneficiary_verified_data
        if crypto_network is not UNSET:
            field_dict["cryptoNetwork"] = crypto_network
        if details is not UNSET:
            field_dict["details"] = details

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.aed_external_account_info import AedExternalAccountInfo  # noqa: PLC0415
        from ..models.base_wallet_external_account_info import BaseWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.bdt_external_account_info import BdtExternalAccountInfo  # noqa: PLC0415
        from ..models.beneficiary_verified_data import BeneficiaryVerifiedData  # noqa: PLC0415
        from ..models.brl_external_account_info import BrlExternalAccountInfo  # noqa: PLC0415
        from ..models.bwp_external_account_info import BwpExternalAccountInfo  # noqa: PLC0415
        from ..models.cad_external_account_info import CadExternalAccountInfo  # noqa: PLC0415
        from ..models.cop_external_account_info import CopExternalAccountInfo  # noqa: PLC0415
        from ..models.dkk_external_account_info import DkkExternalAccountInfo  # noqa: PLC0415
        from ..models.egp_external_account_info import EgpExternalAccountInfo  # noqa: PLC0415
        from ..models.ethereum_wallet_external_account_info import EthereumWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.eur_external_account_info import EurExternalAccountInfo  # noqa: PLC0415
        from ..models.external_account_details import ExternalAccountDetails  # noqa: PLC0415
        from ..models.gbp_external_account_info import GbpExternalAccountInfo  # noqa: PLC0415
        from ..models.ghs_external_account_info import GhsExternalAccountInfo  # noqa: PLC0415
        from ..models.gtq_external_account_info import GtqExternalAccountInfo  # noqa: PLC0415
        from ..models.hkd_external_account_info import HkdExternalAccountInfo  # noqa: PLC0415
        from ..models.htg_external_account_info import HtgExternalAccountInfo  # noqa: PLC0415
        from ..models.idr_external_account_info import IdrExternalAccountInfo  # noqa: PLC0415
        from ..models.inr_external_account_info import InrExternalAccountInfo  # noqa: PLC0415
        from ..models.jmd_external_account_info import JmdExternalAccountInfo  # noqa: PLC0415
        from ..models.kes_external_account_info import KesExternalAccountInfo  # noqa: PLC0415
        from ..models.lightning_external_account_info import LightningExternalAccountInfo  # noqa: PLC0415
        from ..models.mwk_external_account_info import MwkExternalAccountInfo  # noqa: PLC0415
        from ..models.mxn_external_account_info import MxnExternalAccountInfo  # noqa: PLC0415
        from ..models.myr_external_account_info import MyrExternalAccountInfo  # noqa: PLC0415
        from ..models.ngn_external_account_info import NgnExternalAccountInfo  # noqa: PLC0415
        from ..models.php_external_account_info import PhpExternalAccountInfo  # noqa: PLC0415
        from ..models.pkr_external_account_info import PkrExternalAccountInfo  # noqa: PLC0415
        from ..models.polygon_wallet_external_account_info import PolygonWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.rwf_external_account_info import RwfExternalAccountInfo  # noqa: PLC0415
        from ..models.sgd_external_account_info import SgdExternalAccountInfo  # noqa: PLC0415
        from ..models.solana_wallet_external_account_info import SolanaWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.spark_wallet_external_account_info import SparkWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.thb_external_account_info import ThbExternalAccountInfo  # noqa: PLC0415
        from ..models.tron_wallet_external_account_info import TronWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.tzs_external_account_info import TzsExternalAccountInfo  # noqa: PLC0415
        from ..models.ugx_external_account_info import UgxExternalAccountInfo  # noqa: PLC0415
        from ..models.usd_external_account_info import UsdExternalAccountInfo  # noqa: PLC0415
        from ..models.vnd_external_account_info import VndExternalAccountInfo  # noqa: PLC0415
        from ..models.xaf_external_account_info import XafExternalAccountInfo  # noqa: PLC0415
        from ..models.xof_external_account_info import XofExternalAccountInfo  # noqa: PLC0415
        from ..models.zar_external_account_info import ZarExternalAccountInfo  # noqa: PLC0415
        from ..models.zmw_external_account_info import ZmwExternalAccountInfo  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        status = ExternalAccountStatus(d.pop("status"))

        currency = d.pop("currency")

        default_uma_deposit_account = d.pop("defaultUmaDepositAccount")

        def _parse_account_info(
            data: object,
        ) -> (
            AedExternalAccountInfo
            | BaseWalletExternalAccountInfo
            | BdtExternalAccountInfo
            | BrlExternalAccountInfo
            | BwpExternalAccountInfo
            | CadExternalAccountInfo
            | CopExternalAccountInfo
            | DkkExternalAccountInfo
            | EgpExternalAccountInfo
            | EthereumWalletExternalAccountInfo
            | EurExternalAccountInfo
            | GbpExternalAccountInfo
            | GhsExternalAccountInfo
            | GtqExternalAccountInfo
            | HkdExternalAccountInfo
            | HtgExternalAccountInfo
            | IdrExternalAccountInfo
            | InrExternalAccountInfo
            | JmdExternalAccountInfo
            | KesExternalAccountInfo
            | LightningExternalAccountInfo
            | MwkExternalAccountInfo
            | MxnExternalAccountInfo
            | MyrExternalAccountInfo
            | NgnExternalAccountInfo
            | PhpExternalAccountInfo
            | PkrExternalAccountInfo
            | PolygonWalletExternalAccountInfo
            | RwfExternalAccountInfo
            | SgdExternalAccountInfo
            | SolanaWalletExternalAccountInfo
            | SparkWalletExternalAccountInfo
            | ThbExternalAccountInfo
            | TronWalletExternalAccountInfo
            | TzsExternalAccountInfo
            | UgxExternalAccountInfo
            | UsdExternalAccountInfo
            | VndExternalAccountInfo
            | XafExternalAccountInfo
            | XofExternalAccountInfo
            | ZarExternalAccountInfo
            | ZmwExternalAccountInfo
        ):
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_0 = UsdExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_1 = CadExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_2 = MxnExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_3 = BrlExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_4 = CopExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_5 = GtqExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_5
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_6 = HtgExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_6
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_7 = JmdExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_7
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_8 = EurExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_8
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_9 = DkkExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_9
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_10 = GbpExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_10
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_11 = AedExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_11
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_12 = BdtExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_12
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_13 = HkdExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_13
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_14 = IdrExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_14
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_15 = InrExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_15
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_16 = MyrExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_16
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_17 = PhpExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_17
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_18 = PkrExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_18
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_19 = SgdExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_19
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_20 = ThbExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_20
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_21 = VndExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_21
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_22 = BwpExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_22
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_23 = EgpExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_23
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_24 = GhsExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_24
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_25 = KesExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_25
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_26 = MwkExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_26
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_27 = NgnExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_27
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_28 = RwfExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_28
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_29 = TzsExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_29
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_30 = UgxExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_30
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_31 = XafExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_31
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_32 = XofExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_32
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_33 = ZarExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_33
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_34 = ZmwExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_34
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_35 = SparkWalletExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_35
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_36 = LightningExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_36
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_37 = SolanaWalletExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_37
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_38 = TronWalletExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_38
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_39 = PolygonWalletExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_39
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_info_type_40 = BaseWalletExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_info_type_40
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_external_account_info_type_41 = EthereumWalletExternalAccountInfo.from_dict(data)

            return componentsschemas_external_account_info_type_41

        account_info = _parse_account_info(d.pop("accountInfo"))

        customer_id = d.pop("customerId", UNSET)

        platform_account_id = d.pop("platformAccountId", UNSET)

        _beneficiary_verification_status = d.pop("beneficiaryVerificationStatus", UNSET)
        beneficiary_verification_status: BeneficiaryVerificationStatus | Unset
        if isinstance(_beneficiary_verification_status, Unset):
            beneficiary_verification_status = UNSET
        else:
            beneficiary_verification_status = BeneficiaryVerificationStatus(_beneficiary_verification_status)

        _beneficiary_verified_data = d.pop("beneficiaryVerifiedData", UNSET)
        beneficiary_verified_data: BeneficiaryVerifiedData | Unset
        if isinstance(_beneficiary_verified_data, Unset):
            beneficiary_verified_data = UNSET
        else:
            beneficiary_verified_data = BeneficiaryVerifiedData.from_dict(_beneficiary_verified_data)

        crypto_network = d.pop("cryptoNetwork", UNSET)

        _details = d.pop("details", UNSET)
        details: ExternalAccountDetails | Unset
        if isinstance(_details, Unset):
            details = UNSET
        else:
            details = ExternalAccountDetails.from_dict(_details)

        external_account = cls(
            id=id,
            status=status,
            currency=currency,
            default_uma_deposit_account=default_uma_deposit_account,
            account_info=account_info,
            customer_id=customer_id,
            platform_account_id=platform_account_id,
            beneficiary_verification_status=beneficiary_verification_status,
            beneficiary_verified_data=beneficiary_verified_data,
            crypto_network=crypto_network,
            details=details,
        )

        external_account.additional_properties = d
        return external_account

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
