from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.payment_aed_account_info import PaymentAedAccountInfo
    from ..models.payment_ars_account_info import PaymentArsAccountInfo
    from ..models.payment_base_wallet_info import PaymentBaseWalletInfo
    from ..models.payment_bdt_account_info import PaymentBdtAccountInfo
    from ..models.payment_brl_account_info import PaymentBrlAccountInfo
    from ..models.payment_bwp_account_info import PaymentBwpAccountInfo
    from ..models.payment_cad_account_info import PaymentCadAccountInfo
    from ..models.payment_cop_account_info import PaymentCopAccountInfo
    from ..models.payment_dkk_account_info import PaymentDkkAccountInfo
    from ..models.payment_egp_account_info import PaymentEgpAccountInfo
    from ..models.payment_ethereum_wallet_info import PaymentEthereumWalletInfo
    from ..models.payment_eur_account_info import PaymentEurAccountInfo
    from ..models.payment_gbp_account_info import PaymentGbpAccountInfo
    from ..models.payment_ghs_account_info import PaymentGhsAccountInfo
    from ..models.payment_gtq_account_info import PaymentGtqAccountInfo
    from ..models.payment_hkd_account_info import PaymentHkdAccountInfo
    from ..models.payment_htg_account_info import PaymentHtgAccountInfo
    from ..models.payment_idr_account_info import PaymentIdrAccountInfo
    from ..models.payment_inr_account_info import PaymentInrAccountInfo
    from ..models.payment_jmd_account_info import PaymentJmdAccountInfo
    from ..models.payment_kes_account_info import PaymentKesAccountInfo
    from ..models.payment_lightning_invoice_info import PaymentLightningInvoiceInfo
    from ..models.payment_mwk_account_info import PaymentMwkAccountInfo
    from ..models.payment_mxn_account_info import PaymentMxnAccountInfo
    from ..models.payment_myr_account_info import PaymentMyrAccountInfo
    from ..models.payment_ngn_account_info import PaymentNgnAccountInfo
    from ..models.payment_php_account_info import PaymentPhpAccountInfo
    from ..models.payment_pkr_account_info import PaymentPkrAccountInfo
    from ..models.payment_polygon_wallet_info import PaymentPolygonWalletInfo
    from ..models.payment_rwf_account_info import PaymentRwfAccountInfo
    from ..models.payment_sgd_account_info import PaymentSgdAccountInfo
    from ..models.payment_solana_wallet_info import PaymentSolanaWalletInfo
    from ..models.payment_spark_wallet_info import PaymentSparkWalletInfo
    from ..models.payment_thb_account_info import PaymentThbAccountInfo
    from ..models.payment_tron_wallet_info import PaymentTronWalletInfo
    from ..models.payment_tzs_account_info import PaymentTzsAccountInfo
    from ..models.payment_ugx_account_info import PaymentUgxAccountInfo
    from ..models.payment_usd_account_info import PaymentUsdAccountInfo
    from ..models.payment_vnd_account_info import PaymentVndAccountInfo
    from ..models.payment_xaf_account_info import PaymentXafAccountInfo
    from ..models.payment_xof_account_info import PaymentXofAccountInfo
    from ..models.payment_zar_account_info import PaymentZarAccountInfo
    from ..models.payment_zmw_account_info import PaymentZmwAccountInfo


T = TypeVar("T", bound="PaymentInstructions")


@_attrs_define
class PaymentInstructions:
    """Where to send the money, and what to name in the payment."""

    account_or_wallet_info: (
        PaymentAedAccountInfo
        | PaymentArsAccountInfo
        | PaymentBaseWalletInfo
        | PaymentBdtAccountInfo
        | PaymentBrlAccountInfo
        | PaymentBwpAccountInfo
        | PaymentCadAccountInfo
        | PaymentCopAccountInfo
        | PaymentDkkAccountInfo
        | PaymentEgpAccountInfo
        | PaymentEthereumWalletInfo
        | PaymentEurAccountInfo
        | PaymentGbpAccountInfo
        | PaymentGhsAccountInfo
        | PaymentGtqAccountInfo
        | PaymentHkdAccountInfo
        | PaymentHtgAccountInfo
        | PaymentIdrAccountInfo
        | PaymentInrAccountInfo
        | PaymentJmdAccountInfo
        | PaymentKesAccountInfo
        | PaymentLightningInvoiceInfo
        | PaymentMwkAccountInfo
        | PaymentMxnAccountInfo
        | PaymentMyrAccountInfo
        | PaymentNgnAccountInfo
        | PaymentPhpAccountInfo
        | PaymentPkrAccountInfo
        | PaymentPolygonWalletInfo
        | PaymentRwfAccountInfo
        | PaymentSgdAccountInfo
        | PaymentSolanaWalletInfo
        | PaymentSparkWalletInfo
        | PaymentThbAccountInfo
        | PaymentTronWalletInfo
        | PaymentTzsAccountInfo
        | PaymentUgxAccountInfo
        | PaymentUsdAccountInfo
        | PaymentVndAccountInfo
        | PaymentXafAccountInfo
        | PaymentXofAccountInfo
        | PaymentZarAccountInfo
        | PaymentZmwAccountInfo
    )
    instructions_notes: str | Unset = UNSET
    """ What else to know, for people. Absent where there is nothing. """
    is_platform_account: bool | Unset = UNSET
    """ Whether what is paid so is the platform's own; false for a customer's. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.payment_aed_account_info import PaymentAedAccountInfo  # noqa: PLC0415
        from ..models.payment_base_wallet_info import PaymentBaseWalletInfo  # noqa: PLC0415
        from ..models.payment_bdt_account_info import PaymentBdtAccountInfo  # noqa: PLC0415
        from ..models.payment_brl_account_info import PaymentBrlAccountInfo  # noqa: PLC0415
        from ..models.payment_bwp_account_info import PaymentBwpAccountInfo  # noqa: PLC0415
        from ..models.payment_cad_account_info import PaymentCadAccountInfo  # noqa: PLC0415
        from ..models.payment_cop_account_info import PaymentCopAccountInfo  # noqa: PLC0415
        from ..models.payment_dkk_account_info import PaymentDkkAccountInfo  # noqa: PLC0415
        from ..models.payment_egp_account_info import PaymentEgpAccountInfo  # noqa: PLC0415
        from ..models.payment_ethereum_wallet_info import PaymentEthereumWalletInfo  # noqa: PLC0415
        from ..models.payment_eur_account_info import PaymentEurAccountInfo  # noqa: PLC0415
        from ..models.payment_gbp_account_info import PaymentGbpAccountInfo  # noqa: PLC0415
        from ..models.payment_ghs_account_info import PaymentGhsAccountInfo  # noqa: PLC0415
        from ..models.payment_gtq_account_info import PaymentGtqAccountInfo  # noqa: PLC0415
        from ..models.payment_hkd_account_info import PaymentHkdAccountInfo  # noqa: PLC0415
        from ..models.payment_htg_account_info import PaymentHtgAccountInfo  # noqa: PLC0415
        from ..models.payment_idr_account_info import PaymentIdrAccountInfo  # noqa: PLC0415
        from ..models.payment_inr_account_info import PaymentInrAccountInfo  # noqa: PLC0415
        from ..models.payment_jmd_account_info import PaymentJmdAccountInfo  # noqa: PLC0415
        from ..models.payment_kes_account_info import PaymentKesAccountInfo  # noqa: PLC0415
        from ..models.payment_lightning_invoice_info import PaymentLightningInvoiceInfo  # noqa: PLC0415
        from ..models.payment_mwk_account_info import PaymentMwkAccountInfo  # noqa: PLC0415
        from ..models.payment_mxn_account_info import PaymentMxnAccountInfo  # noqa: PLC0415
        from ..models.payment_myr_account_info import PaymentMyrAccountInfo  # noqa: PLC0415
        from ..models.payment_ngn_account_info import PaymentNgnAccountInfo  # noqa: PLC0415
        from ..models.payment_php_account_info import PaymentPhpAccountInfo  # noqa: PLC0415
        from ..models.payment_pkr_account_info import PaymentPkrAccountInfo  # noqa: PLC0415
        from ..models.payment_polygon_wallet_info import PaymentPolygonWalletInfo  # noqa: PLC0415
        from ..models.payment_rwf_account_info import PaymentRwfAccountInfo  # noqa: PLC0415
        from ..models.payment_sgd_account_info import PaymentSgdAccountInfo  # noqa: PLC0415
        from ..models.payment_solana_wallet_info import PaymentSolanaWalletInfo  # noqa: PLC0415
        from ..models.payment_spark_wallet_info import PaymentSparkWalletInfo  # noqa: PLC0415
        from ..models.payment_thb_account_info import PaymentThbAccountInfo  # noqa: PLC0415
        from ..models.payment_tron_wallet_info import PaymentTronWalletInfo  # noqa: PLC0415
        from ..models.payment_tzs_account_info import PaymentTzsAccountInfo  # noqa: PLC0415
        from ..models.payment_ugx_account_info import PaymentUgxAccountInfo  # noqa: PLC0415
        from ..models.payment_usd_account_info import PaymentUsdAccountInfo  # noqa: PLC0415
        from ..models.payment_vnd_account_info import PaymentVndAccountInfo  # noqa: PLC0415
        from ..models.payment_xaf_account_info import PaymentXafAccountInfo  # noqa: PLC0415
        from ..models.payment_xof_account_info import PaymentXofAccountInfo  # noqa: PLC0415
        from ..models.payment_zar_account_info import PaymentZarAccountInfo  # noqa: PLC0415
        from ..models.payment_zmw_account_info import PaymentZmwAccountInfo  # noqa: PLC0415

        account_or_wallet_info: dict[str, Any]
        if isinstance(self.account_or_wallet_info, PaymentUsdAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentCadAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentMxnAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentBrlAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentCopAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentGtqAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentHtgAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentJmdAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentEurAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentDkkAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentGbpAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentAedAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentBdtAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentHkdAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentIdrAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentInrAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentMyrAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentPhpAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentPkrAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentSgdAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentThbAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentVndAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentBwpAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentEgpAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentGhsAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentKesAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentMwkAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentNgnAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentRwfAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentTzsAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentUgxAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentXafAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentXofAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentZarAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentZmwAccountInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentSparkWalletInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentLightningInvoiceInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentSolanaWalletInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentTronWalletInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentPolygonWalletInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentBaseWalletInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        elif isinstance(self.account_or_wallet_info, PaymentEthereumWalletInfo):
            account_or_wallet_info = self.account_or_wallet_info.to_dict()
        else:
            account_or_wallet_info = self.account_or_wallet_info.to_dict()

        instructions_notes = self.instructions_notes

        is_platform_account = self.is_platform_account

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountOrWalletInfo": account_or_wallet_info,
            }
        )
        if instructions_notes is not UNSET:
            field_dict["instructionsNotes"] = instructions_notes
        if is_platform_account is not UNSET:
            field_dict["isPlatformAccount"] = is_platform_account

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.payment_aed_account_info import PaymentAedAccountInfo  # noqa: PLC0415
        from ..models.payment_ars_account_info import PaymentArsAccountInfo  # noqa: PLC0415
        from ..models.payment_base_wallet_info import PaymentBaseWalletInfo  # noqa: PLC0415
        from ..models.payment_bdt_account_info import PaymentBdtAccountInfo  # noqa: PLC0415
        from ..models.payment_brl_account_info import PaymentBrlAccountInfo  # noqa: PLC0415
        from ..models.payment_bwp_account_info import PaymentBwpAccountInfo  # noqa: PLC0415
        from ..models.payment_cad_account_info import PaymentCadAccountInfo  # noqa: PLC0415
        from ..models.payment_cop_account_info import PaymentCopAccountInfo  # noqa: PLC0415
        from ..models.payment_dkk_account_info import PaymentDkkAccountInfo  # noqa: PLC0415
        from ..models.payment_egp_account_info import PaymentEgpAccountInfo  # noqa: PLC0415
        from ..models.payment_ethereum_wallet_info import PaymentEthereumWalletInfo  # noqa: PLC0415
        from ..models.payment_eur_account_info import PaymentEurAccountInfo  # noqa: PLC0415
        from ..models.payment_gbp_account_info import PaymentGbpAccountInfo  # noqa: PLC0415
        from ..models.payment_ghs_account_info import PaymentGhsAccountInfo  # noqa: PLC0415
        from ..models.payment_gtq_account_info import PaymentGtqAccountInfo  # noqa: PLC0415
        from ..models.payment_hkd_account_info import PaymentHkdAccountInfo  # noqa: PLC0415
        from ..models.payment_htg_account_info import PaymentHtgAccountInfo  # noqa: PLC0415
        from ..models.payment_idr_account_info import PaymentIdrAccountInfo  # noqa: PLC0415
        from ..models.payment_inr_account_info import PaymentInrAccountInfo  # noqa: PLC0415
        from ..models.payment_jmd_account_info import PaymentJmdAccountInfo  # noqa: PLC0415
        from ..models.payment_kes_account_info import PaymentKesAccountInfo  # noqa: PLC0415
        from ..models.payment_lightning_invoice_info import PaymentLightningInvoiceInfo  # noqa: PLC0415
        from ..models.payment_mwk_account_info import PaymentMwkAccountInfo  # noqa: PLC0415
        from ..models.payment_mxn_account_info import PaymentMxnAccountInfo  # noqa: PLC0415
        from ..models.payment_myr_account_info import PaymentMyrAccountInfo  # noqa: PLC0415
        from ..models.payment_ngn_account_info import PaymentNgnAccountInfo  # noqa: PLC0415
        from ..models.payment_php_account_info import PaymentPhpAccountInfo  # noqa: PLC0415
        from ..models.payment_pkr_account_info import PaymentPkrAccountInfo  # noqa: PLC0415
        from ..models.payment_polygon_wallet_info import PaymentPolygonWalletInfo  # noqa: PLC0415
        from ..models.payment_rwf_account_info import PaymentRwfAccountInfo  # noqa: PLC0415
        from ..models.payment_sgd_account_info import PaymentSgdAccountInfo  # noqa: PLC0415
        from ..models.payment_solana_wallet_info import PaymentSolanaWalletInfo  # noqa: PLC0415
        from ..models.payment_spark_wallet_info import PaymentSparkWalletInfo  # noqa: PLC0415
        from ..models.payment_thb_account_info import PaymentThbAccountInfo  # noqa: PLC0415
        from ..models.payment_tron_wallet_info import PaymentTronWalletInfo  # noqa: PLC0415
        from ..models.payment_tzs_account_info import PaymentTzsAccountInfo  # noqa: PLC0415
        from ..models.payment_ugx_account_info import PaymentUgxAccountInfo  # noqa: PLC0415
        from ..models.payment_usd_account_info import PaymentUsdAccountInfo  # noqa: PLC0415
        from ..models.payment_vnd_account_info import PaymentVndAccountInfo  # noqa: PLC0415
        from ..models.payment_xaf_account_info import PaymentXafAccountInfo  # noqa: PLC0415
        from ..models.payment_xof_account_info import PaymentXofAccountInfo  # noqa: PLC0415
        from ..models.payment_zar_account_info import PaymentZarAccountInfo  # noqa: PLC0415
        from ..models.payment_zmw_account_info import PaymentZmwAccountInfo  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_account_or_wallet_info(
            data: object,
        ) -> (
            PaymentAedAccountInfo
            | PaymentArsAccountInfo
            | PaymentBaseWalletInfo
            | PaymentBdtAccountInfo
            | PaymentBrlAccountInfo
            | PaymentBwpAccountInfo
            | PaymentCadAccountInfo
            | PaymentCopAccountInfo
            | PaymentDkkAccountInfo
            | PaymentEgpAccountInfo
            | PaymentEthereumWalletInfo
            | PaymentEurAccountInfo
            | PaymentGbpAccountInfo
            | PaymentGhsAccountInfo
            | PaymentGtqAccountInfo
            | PaymentHkdAccountInfo
            | PaymentHtgAccountInfo
            | PaymentIdrAccountInfo
            | PaymentInrAccountInfo
            | PaymentJmdAccountInfo
            | PaymentKesAccountInfo
            | PaymentLightningInvoiceInfo
            | PaymentMwkAccountInfo
            | PaymentMxnAccountInfo
            | PaymentMyrAccountInfo
            | PaymentNgnAccountInfo
            | PaymentPhpAccountInfo
            | PaymentPkrAccountInfo
            | PaymentPolygonWalletInfo
            | PaymentRwfAccountInfo
            | PaymentSgdAccountInfo
            | PaymentSolanaWalletInfo
            | PaymentSparkWalletInfo
            | PaymentThbAccountInfo
            | PaymentTronWalletInfo
            | PaymentTzsAccountInfo
            | PaymentUgxAccountInfo
            | PaymentUsdAccountInfo
            | PaymentVndAccountInfo
            | PaymentXafAccountInfo
            | PaymentXofAccountInfo
            | PaymentZarAccountInfo
            | PaymentZmwAccountInfo
        ):
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_0 = PaymentUsdAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_1 = PaymentCadAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_2 = PaymentMxnAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_3 = PaymentBrlAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_4 = PaymentCopAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_5 = PaymentGtqAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_5
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_6 = PaymentHtgAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_6
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_7 = PaymentJmdAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_7
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_8 = PaymentEurAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_8
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_9 = PaymentDkkAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_9
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_10 = PaymentGbpAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_10
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_11 = PaymentAedAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_11
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_12 = PaymentBdtAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_12
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_13 = PaymentHkdAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_13
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_14 = PaymentIdrAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_14
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_15 = PaymentInrAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_15
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_16 = PaymentMyrAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_16
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_17 = PaymentPhpAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_17
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_18 = PaymentPkrAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_18
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_19 = PaymentSgdAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_19
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_20 = PaymentThbAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_20
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_21 = PaymentVndAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_21
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_22 = PaymentBwpAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_22
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_23 = PaymentEgpAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_23
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_24 = PaymentGhsAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_24
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_25 = PaymentKesAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_25
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_26 = PaymentMwkAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_26
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_27 = PaymentNgnAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_27
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_28 = PaymentRwfAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_28
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_29 = PaymentTzsAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_29
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_30 = PaymentUgxAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_30
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_31 = PaymentXafAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_31
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_32 = PaymentXofAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_32
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_33 = PaymentZarAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_33
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_34 = PaymentZmwAccountInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_34
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_35 = PaymentSparkWalletInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_35
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_36 = PaymentLightningInvoiceInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_36
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_37 = PaymentSolanaWalletInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_37
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_38 = PaymentTronWalletInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_38
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_39 = PaymentPolygonWalletInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_39
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_40 = PaymentBaseWalletInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_40
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_account_or_wallet_info_type_41 = PaymentEthereumWalletInfo.from_dict(data)

                return componentsschemas_payment_account_or_wallet_info_type_41
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_payment_account_or_wallet_info_type_42 = PaymentArsAccountInfo.from_dict(data)

            return componentsschemas_payment_account_or_wallet_info_type_42

        account_or_wallet_info = _parse_account_or_wallet_info(d.pop("accountOrWalletInfo"))

        instructions_notes = d.pop("instructionsNotes", UNSET)

        is_platform_account = d.pop("isPlatformAccount", UNSET)

        payment_instructions = cls(
            account_or_wallet_info=account_or_wallet_info,
            instructions_notes=instructions_notes,
            is_platform_account=is_platform_account,
        )

        payment_instructions.additional_properties = d
        return payment_instructions

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
