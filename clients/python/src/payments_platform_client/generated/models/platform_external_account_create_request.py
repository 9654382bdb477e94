from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.aed_external_account_create_info import AedExternalAccountCreateInfo
    from ..models.base_wallet_external_account_info import BaseWalletExternalAccountInfo
    from ..models.bdt_external_account_create_info import BdtExternalAccountCreateInfo
    from ..models.brl_external_account_create_info import BrlExternalAccountCreateInfo
    from ..models.bwp_external_account_create_info import BwpExternalAccountCreateInfo
    from ..models.cad_external_account_create_info import CadExternalAccountCreateInfo
    from ..models.cop_external_account_create_info import CopExternalAccountCreateInfo
    from ..models.dkk_external_account_create_info import DkkExternalAccountCreateInfo
    from ..models.egp_external_account_create_info import EgpExternalAccountCreateInfo
    from ..models.ethereum_wallet_external_account_info import EthereumWalletExternalAccountInfo
    from ..models.eur_external_account_create_info import EurExternalAccountCreateInfo
    from ..models.gbp_external_account_create_info import GbpExternalAccountCreateInfo
    from ..models.ghs_external_account_create_info import GhsExternalAccountCreateInfo
    from ..models.gtq_external_account_create_info import GtqExternalAccountCreateInfo
    from ..models.hkd_external_account_create_info import HkdExternalAccountCreateInfo
    from ..models.htg_external_account_create_info import HtgExternalAccountCreateInfo
    from ..models.idr_external_account_create_info import IdrExternalAccountCreateInfo
    from ..models.inr_external_account_create_info import InrExternalAccountCreateInfo
    from ..models.jmd_external_account_create_info import JmdExternalAccountCreateInfo
    from ..models.kes_external_account_create_info import KesExternalAccountCreateInfo
    from ..models.lightning_external_account_info import LightningExternalAccountInfo
    from ..models.mwk_external_account_create_info import MwkExternalAccountCreateInfo
    from ..models.mxn_external_account_create_info import MxnExternalAccountCreateInfo
    from ..models.myr_external_account_create_info import MyrExternalAccountCreateInfo
    from ..models.ngn_external_account_create_info import NgnExternalAccountCreateInfo
    from ..models.php_external_account_create_info import PhpExternalAccountCreateInfo
    from ..models.pkr_external_account_create_info import PkrExternalAccountCreateInfo
    from ..models.polygon_wallet_external_account_info import PolygonWalletExternalAccountInfo
    from ..models.rwf_external_account_create_info import RwfExternalAccountCreateInfo
    from ..models.sgd_external_account_create_info import SgdExternalAccountCreateInfo
    from ..models.solana_wallet_external_account_info import SolanaWalletExternalAccountInfo
    from ..models.spark_wallet_external_account_info import SparkWalletExternalAccountInfo
    from ..models.thb_external_account_create_info import ThbExternalAccountCreateInfo
    from ..models.tron_wallet_external_account_info import TronWalletExternalAccountInfo
    from ..models.tzs_external_account_create_info import TzsExternalAccountCreateInfo
    from ..models.ugx_external_account_create_info import UgxExternalAccountCreateInfo
    from ..models.usd_external_account_create_info import UsdExternalAccountCreateInfo
    from ..models.vnd_external_account_create_info import VndExternalAccountCreateInfo
    from ..models.xaf_external_account_create_info import XafExternalAccountCreateInfo
    from ..models.xof_external_account_create_info import XofExternalAccountCreateInfo
    from ..models.zar_external_account_create_info import ZarExternalAccountCreateInfo
    from ..models.zmw_external_account_create_info import ZmwExternalAccountCreateInfo


T = TypeVar("T", bound="PlatformExternalAccountCreateRequest")


@_attrs_define
class PlatformExternalAccountCreateRequest:
    """An external account of the platform itself."""

    currency: str
    """ The currency of the account: that of the account type. A code such as `USD` or `BTC`. """
    account_info: (
        AedExternalAccountCreateInfo
        | BaseWalletExternalAccountInfo
        | BdtExternalAccountCreateInfo
        | BrlExternalAccountCreateInfo
        | BwpExternalAccountCreateInfo
        | CadExternalAccountCreateInfo
        | CopExternalAccountCreateInfo
        | DkkExternalAccountCreateInfo
        | EgpExternalAccountCreateInfo
        | EthereumWalletExternalAccountInfo
        | EurExternalAccountCreateInfo
        | GbpExternalAccountCreateInfo
        | GhsExternalAccountCreateInfo
        | GtqExternalAccountCreateInfo
        | HkdExternalAccountCreateInfo
        | HtgExternalAccountCreateInfo
        | IdrExternalAccountCreateInfo
        | InrExternalAccountCreateInfo
        | JmdExternalAccountCreateInfo
        | KesExternalAccountCreateInfo
        | LightningExternalAccountInfo
        | MwkExternalAccountCreateInfo
        | MxnExternalAccountCreateInfo
        | MyrExternalAccountCreateInfo
        | NgnExternalAccountCreateInfo
        | PhpExternalAccountCreateInfo
        | PkrExternalAccountCreateInfo
        | PolygonWalletExternalAccountInfo
        | RwfExternalAccountCreateInfo
        | SgdExternalAccountCreateInfo
        | SolanaWalletExternalAccountInfo
        | SparkWalletExternalAccountInfo
        | ThbExternalAccountCreateInfo
        | TronWalletExternalAccountInfo
        | TzsExternalAccountCreateInfo
        | UgxExternalAccountCreateInfo
        | UsdExternalAccountCreateInfo
        | VndExternalAccountCreateInfo
        | XafExternalAccountCreateInfo
        | XofExternalAccountCreateInfo
        | ZarExternalAccountCreateInfo
        | ZmwExternalAccountCreateInfo
    )
    platform_account_id: str | Unset = UNSET
    """ Your own name of the account. 1 to 255 characters. """
    crypto_network: str | Unset = UNSET
    """ Of a wallet: the network that its account type names. Left out: that network. 1 to 64 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.aed_external_account_create_info import AedExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.base_wallet_external_account_info import BaseWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.bdt_external_account_create_info import BdtExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.brl_external_account_create_info import BrlExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.bwp_external_account_create_info import BwpExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.cad_external_account_create_info import CadExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.cop_external_account_create_info import CopExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.dkk_external_account_create_info import DkkExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.egp_external_account_create_info import EgpExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.eur_external_account_create_info import EurExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.gbp_external_account_create_info import GbpExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.ghs_external_account_create_info import GhsExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.gtq_external_account_create_info import GtqExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.hkd_external_account_create_info import HkdExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.htg_external_account_create_info import HtgExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.idr_external_account_create_info import IdrExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.inr_external_account_create_info import InrExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.jmd_external_account_create_info import JmdExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.kes_external_account_create_info import KesExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.lightning_external_account_info import LightningExternalAccountInfo  # noqa: PLC0415
        from ..models.mwk_external_account_create_info import MwkExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.mxn_external_account_create_info import MxnExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.myr_external_account_create_info import MyrExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.ngn_external_account_create_info import NgnExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.php_external_account_create_info import PhpExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.pkr_external_account_create_info import PkrExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.polygon_wallet_external_account_info import PolygonWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.rwf_external_account_create_info import RwfExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.sgd_external_account_create_info import SgdExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.solana_wallet_external_account_info import SolanaWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.spark_wallet_external_account_info import SparkWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.thb_external_account_create_info import ThbExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.tron_wallet_external_account_info import TronWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.tzs_external_account_create_info import TzsExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.ugx_external_account_create_info import UgxExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.usd_external_account_create_info import UsdExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.vnd_external_account_create_info import VndExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.xaf_external_account_create_info import XafExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.xof_external_account_create_info import XofExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.zar_external_account_create_info import ZarExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.zmw_external_account_create_info import ZmwExternalAccountCreateInfo  # noqa: PLC0415

        currency = self.currency

        account_info: dict[str, Any]
        if isinstance(self.account_info, UsdExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, CadExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, MxnExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, BrlExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, CopExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, GtqExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, HtgExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, JmdExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, EurExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, DkkExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, GbpExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, AedExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, BdtExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, HkdExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, IdrExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, InrExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, MyrExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, PhpExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, PkrExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, SgdExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, ThbExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, VndExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, BwpExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, EgpExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, GhsExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, KesExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, MwkExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, NgnExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, RwfExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, TzsExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, UgxExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, XafExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, XofExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, ZarExternalAccountCreateInfo):
            account_info = self.account_info.to_dict()
        elif isinstance(self.account_info, ZmwExternalAccountCreateInfo):
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

        platform_account_id = self.platform_account_id

        crypto_network = self.crypto_network

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "currency": currency,
                "accountInfo": account_info,
            }
        )
        if platform_account_id is not UNSET:
            field_dict["platformAccountId"] = platform_account_id
        if crypto_network is not UNSET:
            field_dict["cryptoNetwork"] = crypto_network

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.aed_external_account_create_info import AedExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.base_wallet_external_account_info import BaseWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.bdt_external_account_create_info import BdtExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.brl_external_account_create_info import BrlExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.bwp_external_account_create_info import BwpExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.cad_external_account_create_info import CadExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.cop_external_account_create_info import CopExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.dkk_external_account_create_info import DkkExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.egp_external_account_create_info import EgpExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.ethereum_wallet_external_account_info import EthereumWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.eur_external_account_create_info import EurExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.gbp_external_account_create_info import GbpExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.ghs_external_account_create_info import GhsExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.gtq_external_account_create_info import GtqExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.hkd_external_account_create_info import HkdExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.htg_external_account_create_info import HtgExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.idr_external_account_create_info import IdrExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.inr_external_account_create_info import InrExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.jmd_external_account_create_info import JmdExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.kes_external_account_create_info import KesExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.lightning_external_account_info import LightningExternalAccountInfo  # noqa: PLC0415
        from ..models.mwk_external_account_create_info import MwkExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.mxn_external_account_create_info import MxnExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.myr_external_account_create_info import MyrExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.ngn_external_account_create_info import NgnExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.php_external_account_create_info import PhpExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.pkr_external_account_create_info import PkrExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.polygon_wallet_external_account_info import PolygonWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.rwf_external_account_create_info import RwfExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.sgd_external_account_create_info import SgdExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.solana_wallet_external_account_info import SolanaWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.spark_wallet_external_account_info import SparkWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.thb_external_account_create_info import ThbExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.tron_wallet_external_account_info import TronWalletExternalAccountInfo  # noqa: PLC0415
        from ..models.tzs_external_account_create_info import TzsExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.ugx_external_account_create_info import UgxExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.usd_external_account_create_info import UsdExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.vnd_external_account_create_info import VndExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.xaf_external_account_create_info import XafExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.xof_external_account_create_info import XofExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.zar_external_account_create_info import ZarExternalAccountCreateInfo  # noqa: PLC0415
        from ..models.zmw_external_account_create_info import ZmwExternalAccountCreateInfo  # noqa: PLC0415

        d = dict(src_dict)
        currency = d.pop("currency")

        def _parse_account_info(
            data: object,
        ) -> (
            AedExternalAccountCreateInfo
            | BaseWalletExternalAccountInfo
            | BdtExternalAccountCreateInfo
            | BrlExternalAccountCreateInfo
            | BwpExternalAccountCreateInfo
            | CadExternalAccountCreateInfo
            | CopExternalAccountCreateInfo
            | DkkExternalAccountCreateInfo
            | EgpExternalAccountCreateInfo
            | EthereumWalletExternalAccountInfo
            | EurExternalAccountCreateInfo
            | GbpExternalAccountCreateInfo
            | GhsExternalAccountCreateInfo
            | GtqExternalAccountCreateInfo
            | HkdExternalAccountCreateInfo
            | HtgExternalAccountCreateInfo
            | IdrExternalAccountCreateInfo
            | InrExternalAccountCreateInfo
            | JmdExternalAccountCreateInfo
            | KesExternalAccountCreateInfo
            | LightningExternalAccountInfo
            | MwkExternalAccountCreateInfo
            | MxnExternalAccountCreateInfo
            | MyrExternalAccountCreateInfo
            | NgnExternalAccountCreateInfo
            | PhpExternalAccountCreateInfo
            | PkrExternalAccountCreateInfo
            | PolygonWalletExternalAccountInfo
            | RwfExternalAccountCreateInfo
            | SgdExternalAccountCreateInfo
            | SolanaWalletExternalAccountInfo
            | SparkWalletExternalAccountInfo
            | ThbExternalAccountCreateInfo
            | TronWalletExternalAccountInfo
            | TzsExternalAccountCreateInfo
            | UgxExternalAccountCreateInfo
            | UsdExternalAccountCreateInfo
            | VndExternalAccountCreateInfo
            | XafExternalAccountCreateInfo
            | XofExternalAccountCreateInfo
            | ZarExternalAccountCreateInfo
            | ZmwExternalAccountCreateInfo
        ):
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_0 = UsdExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_1 = CadExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_2 = MxnExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_3 = BrlExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_4 = CopExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_5 = GtqExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_5
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_6 = HtgExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_6
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_7 = JmdExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_7
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_8 = EurExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_8
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_9 = DkkExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_9
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_10 = GbpExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_10
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_11 = AedExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_11
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_12 = BdtExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_12
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_13 = HkdExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_13
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_14 = IdrExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_14
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_15 = InrExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_15
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_16 = MyrExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_16
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_17 = PhpExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_17
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_18 = PkrExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_18
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_19 = SgdExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_19
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_20 = ThbExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_20
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_21 = VndExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_21
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_22 = BwpExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_22
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_23 = EgpExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_23
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_24 = GhsExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_24
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_25 = KesExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_25
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_26 = MwkExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_26
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_27 = NgnExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_27
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_28 = RwfExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_28
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_29 = TzsExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_29
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_30 = UgxExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_30
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_31 = XafExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_31
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_32 = XofExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_32
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_33 = ZarExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_33
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_34 = ZmwExternalAccountCreateInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_34
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_35 = SparkWalletExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_35
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_36 = LightningExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_36
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_37 = SolanaWalletExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_37
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_38 = TronWalletExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_38
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_39 = PolygonWalletExternalAccountInfo.from_dict(
                    data
                )

                return componentsschemas_external_account_create_info_type_39
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_external_account_create_info_type_40 = BaseWalletExternalAccountInfo.from_dict(data)

                return componentsschemas_external_account_create_info_type_40
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_external_account_create_info_type_41 = EthereumWalletExternalAccountInfo.from_dict(data)

            return componentsschemas_external_account_create_info_type_41

        account_info = _parse_account_info(d.pop("accountInfo"))

        platform_account_id = d.pop("platformAccountId", UNSET)

        crypto_network = d.pop("cryptoNetwork", UNSET)

        platform_external_account_create_request = cls(
            currency=currency,
            account_info=account_info,
            platform_account_id=platform_account_id,
            crypto_network=crypto_network,
        )

        platform_external_account_create_request.additional_properties = d
        return platform_external_account_create_request

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
