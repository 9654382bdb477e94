"""Contains all the data models used in inputs/outputs"""

from .account_quote_destination import AccountQuoteDestination
from .account_quote_destination_request import AccountQuoteDestinationRequest
from .account_quote_source import AccountQuoteSource
from .account_quote_source_request import AccountQuoteSourceRequest
from .account_reference_request import AccountReferenceRequest
from .account_transaction_destination import AccountTransactionDestination
from .account_transaction_source import AccountTransactionSource
from .address import Address
from .aed_external_account_create_info import AedExternalAccountCreateInfo
from .aed_external_account_info import AedExternalAccountInfo
from .aed_individual_beneficiary import AedIndividualBeneficiary
from .answer_webhook_request import AnswerWebhookRequest
from .api_token import ApiToken
from .api_token_create_request import ApiTokenCreateRequest
from .approve_payment_request import ApprovePaymentRequest
from .approve_payment_request_receiver_customer_info import ApprovePaymentRequestReceiverCustomerInfo
from .base_wallet_external_account_info import BaseWalletExternalAccountInfo
from .bdt_external_account_create_info import BdtExternalAccountCreateInfo
from .bdt_external_account_info import BdtExternalAccountInfo
from .bdt_external_account_info_payment_rails_item import BdtExternalAccountInfoPaymentRailsItem
from .bdt_individual_beneficiary import BdtIndividualBeneficiary
from .beneficial_owner import BeneficialOwner
from .beneficial_owner_create_request import BeneficialOwnerCreateRequest
from .beneficial_owner_list_response import BeneficialOwnerListResponse
from .beneficial_owner_personal_info import BeneficialOwnerPersonalInfo
from .beneficial_owner_personal_info_update_request import BeneficialOwnerPersonalInfoUpdateRequest
from .beneficial_owner_role import BeneficialOwnerRole
from .beneficial_owner_status import BeneficialOwnerStatus
from .beneficial_owner_update_request import BeneficialOwnerUpdateRequest
from .beneficiary_address import BeneficiaryAddress
from .beneficiary_verification_status import BeneficiaryVerificationStatus
from .beneficiary_verified_data import BeneficiaryVerifiedData
from .brl_external_account_create_info import BrlExternalAccountCreateInfo
from .brl_external_account_create_info_pix_key_type import BrlExternalAccountCreateInfoPixKeyType
from .brl_external_account_info import BrlExternalAccountInfo
from .brl_external_account_info_pix_key_type import BrlExternalAccountInfoPixKeyType
from .brl_individual_beneficiary import BrlIndividualBeneficiary
from .bulk_customer_import_error_entry import BulkCustomerImportErrorEntry
from .bulk_customer_import_error_entry_details import BulkCustomerImportErrorEntryDetails
from .bulk_customer_import_job import BulkCustomerImportJob
from .bulk_customer_import_job_accepted import BulkCustomerImportJobAccepted
from .bulk_customer_import_job_accepted_status import BulkCustomerImportJobAcceptedStatus
from .bulk_customer_import_job_status import BulkCustomerImportJobStatus
from .bulk_customer_import_progress import BulkCustomerImportProgress
from .bulk_upload_webhook import BulkUploadWebhook
from .bulk_upload_webhook_type import BulkUploadWebhookType
from .business_beneficiary import BusinessBeneficiary
from .business_customer import BusinessCustomer
from .business_customer_create_request import BusinessCustomerCreateRequest
from .business_customer_update_request import BusinessCustomerUpdateRequest
from .business_info import BusinessInfo
from .business_info_update_request import BusinessInfoUpdateRequest
from .business_type import BusinessType
from .bwp_external_account_create_info import BwpExternalAccountCreateInfo
from .bwp_external_account_info import BwpExternalAccountInfo
from .bwp_individual_beneficiary import BwpIndividualBeneficiary
from .cad_external_account_create_info import CadExternalAccountCreateInfo
from .cad_external_account_info import CadExternalAccountInfo
from .cad_individual_beneficiary import CadIndividualBeneficiary
from .clock_reading import ClockReading
from .cop_external_account_create_info import CopExternalAccountCreateInfo
from .cop_external_account_create_info_bank_account_type import CopExternalAccountCreateInfoBankAccountType
from .cop_external_account_info import CopExternalAccountInfo
from .cop_external_account_info_bank_account_type import CopExternalAccountInfoBankAccountType
from .cop_external_account_info_payment_rails_item import CopExternalAccountInfoPaymentRailsItem
from .cop_individual_beneficiary import CopIndividualBeneficiary
from .counterparty_field_definition import CounterpartyFieldDefinition
from .counterparty_field_name import CounterpartyFieldName
from .currency import Currency
from .currency_amount import CurrencyAmount
from .customer_list_response import CustomerListResponse
from .customer_status import CustomerStatus
from .customer_webhook import CustomerWebhook
from .customer_webhook_type import CustomerWebhookType
from .customers_csv_upload_request import CustomersCsvUploadRequest
from .delivery_attempt import DeliveryAttempt
from .discovery import Discovery
from .discovery_list_response import DiscoveryListResponse
from .dkk_external_account_create_info import DkkExternalAccountCreateInfo
from .dkk_external_account_info import DkkExternalAccountInfo
from .dkk_external_account_info_payment_rails_item import DkkExternalAccountInfoPaymentRailsItem
from .dkk_individual_beneficiary import DkkIndividualBeneficiary
from .document import Document
from .document_list_response import DocumentListResponse
from .document_replace_request import DocumentReplaceRequest
from .document_side import DocumentSide
from .document_type import DocumentType
from .document_upload_request import DocumentUploadRequest
from .egp_external_account_create_info import EgpExternalAccountCreateInfo
from .egp_external_account_info import EgpExternalAccountInfo
from .egp_individual_beneficiary import EgpIndividualBeneficiary
from .entity_type import EntityType
from .estimate_crypto_withdrawal_fee_request import EstimateCryptoWithdrawalFeeRequest
from .estimate_crypto_withdrawal_fee_response import EstimateCryptoWithdrawalFeeResponse
from .ethereum_wallet_external_account_info import EthereumWalletExternalAccountInfo
from .eur_external_account_create_info import EurExternalAccountCreateInfo
from .eur_external_account_info import EurExternalAccountInfo
from .eur_external_account_info_payment_rails_item import EurExternalAccountInfoPaymentRailsItem
from .eur_individual_beneficiary import EurIndividualBeneficiary
from .event import Event
from .event_list_response import EventListResponse
from .event_status import EventStatus
from .event_type import EventType
from .event_with_attempts import EventWithAttempts
from .exchange_rate import ExchangeRate
from .exchange_rate_fees import ExchangeRateFees
from .exchange_rate_list_response import ExchangeRateListResponse
from .expected_monthly_transaction_count import ExpectedMonthlyTransactionCount
from .expected_monthly_transaction_volume import ExpectedMonthlyTransactionVolume
from .external_account import ExternalAccount
from .external_account_create_request import ExternalAccountCreateRequest
from .external_account_details import ExternalAccountDetails
from .external_account_details_warnings_item import ExternalAccountDetailsWarningsItem
from .external_account_list_response import ExternalAccountListResponse
from .external_account_status import ExternalAccountStatus
from .failure import Failure
from .failure_reason import FailureReason
from .gbp_external_account_create_info import GbpExternalAccountCreateInfo
from .gbp_external_account_info import GbpExternalAccountInfo
from .gbp_individual_beneficiary import GbpIndividualBeneficiary
from .get_available_uma_providers_sort_order import GetAvailableUmaProvidersSortOrder
from .ghs_external_account_create_info import GhsExternalAccountCreateInfo
from .ghs_external_account_info import GhsExternalAccountInfo
from .ghs_external_account_info_payment_rails_item import GhsExternalAccountInfoPaymentRailsItem
from .ghs_individual_beneficiary import GhsIndividualBeneficiary
from .gtq_external_account_create_info import GtqExternalAccountCreateInfo
from .gtq_external_account_info import GtqExternalAccountInfo
from .gtq_external_account_info_payment_rails_item import GtqExternalAccountInfoPaymentRailsItem
from .gtq_individual_beneficiary import GtqIndividualBeneficiary
from .hkd_external_account_create_info import HkdExternalAccountCreateInfo
from .hkd_external_account_info import HkdExternalAccountInfo
from .hkd_individual_beneficiary import HkdIndividualBeneficiary
from .htg_external_account_create_info import HtgExternalAccountCreateInfo
from .htg_external_account_info import HtgExternalAccountInfo
from .htg_individual_beneficiary import HtgIndividualBeneficiary
from .identification_type import IdentificationType
from .idr_external_account_create_info import IdrExternalAccountCreateInfo
from .idr_external_account_info import IdrExternalAccountInfo
from .idr_individual_beneficiary import IdrIndividualBeneficiary
from .incoming_payment_webhook import IncomingPaymentWebhook
from .incoming_payment_webhook_data import IncomingPaymentWebhookData
from .incoming_payment_webhook_data_counterparty_information import IncomingPaymentWebhookDataCounterpartyInformation
from .incoming_payment_webhook_forbidden_response import IncomingPaymentWebhookForbiddenResponse
from .incoming_payment_webhook_response import IncomingPaymentWebhookResponse
from .incoming_payment_webhook_response_receiver_customer_info import IncomingPaymentWebhookResponseReceiverCustomerInfo
from .incoming_payment_webhook_type import IncomingPaymentWebhookType
from .incoming_rate_details import IncomingRateDetails
from .incoming_transaction import IncomingTransaction
from .incoming_transaction_counterparty_information import IncomingTransactionCounterpartyInformation
from .individual_customer import IndividualCustomer
from .individual_customer_create_request import IndividualCustomerCreateRequest
from .individual_customer_update_request import IndividualCustomerUpdateRequest
from .inr_external_account_create_info import InrExternalAccountCreateInfo
from .inr_external_account_info import InrExternalAccountInfo
from .inr_individual_beneficiary import InrIndividualBeneficiary
from .institution_kind import InstitutionKind
from .internal_account import InternalAccount
from .internal_account_list_response import InternalAccountListResponse
from .internal_account_status_webhook import InternalAccountStatusWebhook
from .invitation_claimed_webhook import InvitationClaimedWebhook
from .invitation_status import InvitationStatus
from .jmd_external_account_create_info import JmdExternalAccountCreateInfo
from .jmd_external_account_create_info_bank_account_type import JmdExternalAccountCreateInfoBankAccountType
from .jmd_external_account_info import JmdExternalAccountInfo
from .jmd_external_account_info_bank_account_type import JmdExternalAccountInfoBankAccountType
from .jmd_individual_beneficiary import JmdIndividualBeneficiary
from .kes_external_account_create_info import KesExternalAccountCreateInfo
from .kes_external_account_info import KesExternalAccountInfo
from .kes_individual_beneficiary import KesIndividualBeneficiary
from .kyc_link_response import KycLinkResponse
from .lightning_external_account_info import LightningExternalAccountInfo
from .list_customers_customer_type import ListCustomersCustomerType
from .list_events_sort_order import ListEventsSortOrder
from .list_transactions_sort_order import ListTransactionsSortOrder
from .listen_request import ListenRequest
from .listen_response import ListenResponse
from .mwk_external_account_create_info import MwkExternalAccountCreateInfo
from .mwk_external_account_info import MwkExternalAccountInfo
from .mwk_individual_beneficiary import MwkIndividualBeneficiary
from .mxn_external_account_create_info import MxnExternalAccountCreateInfo
from .mxn_external_account_info import MxnExternalAccountInfo
from .mxn_individual_beneficiary import MxnIndividualBeneficiary
from .myr_external_account_create_info import MyrExternalAccountCreateInfo
from .myr_external_account_info import MyrExternalAccountInfo
from .myr_individual_beneficiary import MyrIndividualBeneficiary
from .network_currency import NetworkCurrency
from .ngn_external_account_create_info import NgnExternalAccountCreateInfo
from .ngn_external_account_info import NgnExternalAccountInfo
from .ngn_individual_beneficiary import NgnIndividualBeneficiary
from .outgoing_payment_webhook import OutgoingPaymentWebhook
from .outgoing_payment_webhook_type import OutgoingPaymentWebhookType
from .outgoing_rate_details import OutgoingRateDetails
from .outgoing_transaction import OutgoingTransaction
from .outgoing_transaction_counterparty_information import OutgoingTransactionCounterpartyInformation
from .payment_aed_account_info import PaymentAedAccountInfo
from .payment_ars_account_info import PaymentArsAccountInfo
from .payment_base_wallet_info import PaymentBaseWalletInfo
from .payment_bdt_account_info import PaymentBdtAccountInfo
from .payment_bdt_account_info_payment_rails_item import PaymentBdtAccountInfoPaymentRailsItem
from .payment_brl_account_info import PaymentBrlAccountInfo
from .payment_bwp_account_info import PaymentBwpAccountInfo
from .payment_cad_account_info import PaymentCadAccountInfo
from .payment_cop_account_info import PaymentCopAccountInfo
from .payment_dkk_account_info import PaymentDkkAccountInfo
from .payment_dkk_account_info_payment_rails_item import PaymentDkkAccountInfoPaymentRailsItem
from .payment_egp_account_info import PaymentEgpAccountInfo
from .payment_ethereum_wallet_info import PaymentEthereumWalletInfo
from .payment_eur_account_info import PaymentEurAccountInfo
from .payment_eur_account_info_payment_rails_item import PaymentEurAccountInfoPaymentRailsItem
from .payment_gbp_account_info import PaymentGbpAccountInfo
from .payment_ghs_account_info import PaymentGhsAccountInfo
from .payment_ghs_account_info_payment_rails_item import PaymentGhsAccountInfoPaymentRailsItem
from .payment_gtq_account_info import PaymentGtqAccountInfo
from .payment_gtq_account_info_payment_rails_item import PaymentGtqAccountInfoPaymentRailsItem
from .payment_hkd_account_info import PaymentHkdAccountInfo
from .payment_htg_account_info import PaymentHtgAccountInfo
from .payment_idr_account_info import PaymentIdrAccountInfo
from .payment_inr_account_info import PaymentInrAccountInfo
from .payment_instructions import PaymentInstructions
from .payment_jmd_account_info import PaymentJmdAccountInfo
from .payment_jmd_account_info_bank_account_type import PaymentJmdAccountInfoBankAccountType
from .payment_kes_account_info import PaymentKesAccountInfo
from .payment_lightning_invoice_info import PaymentLightningInvoiceInfo
from .payment_mwk_account_info import PaymentMwkAccountInfo
from .payment_mxn_account_info import PaymentMxnAccountInfo
from .payment_myr_account_info import PaymentMyrAccountInfo
from .payment_ngn_account_info import PaymentNgnAccountInfo
from .payment_php_account_info import PaymentPhpAccountInfo
from .payment_pkr_account_info import PaymentPkrAccountInfo
from .payment_pkr_account_info_payment_rails_item import PaymentPkrAccountInfoPaymentRailsItem
from .payment_polygon_wallet_info import PaymentPolygonWalletInfo
from .payment_rwf_account_info import PaymentRwfAccountInfo
from .payment_sgd_account_info import PaymentSgdAccountInfo
from .payment_sgd_account_info_payment_rails_item import PaymentSgdAccountInfoPaymentRailsItem
from .payment_solana_wallet_info import PaymentSolanaWalletInfo
from .payment_solana_wallet_info_asset_type import PaymentSolanaWalletInfoAssetType
from .payment_spark_wallet_info import PaymentSparkWalletInfo
from .payment_spark_wallet_info_asset_type import PaymentSparkWalletInfoAssetType
from .payment_thb_account_info import PaymentThbAccountInfo
from .payment_tron_wallet_info import PaymentTronWalletInfo
from .payment_tzs_account_info import PaymentTzsAccountInfo
from .payment_ugx_account_info import PaymentUgxAccountInfo
from .payment_usd_account_info import PaymentUsdAccountInfo
from .payment_usd_account_info_payment_rails_item import PaymentUsdAccountInfoPaymentRailsItem
from .payment_vnd_account_info import PaymentVndAccountInfo
from .payment_xaf_account_info import PaymentXafAccountInfo
from .payment_xaf_account_info_region import PaymentXafAccountInfoRegion
from .payment_xof_account_info import PaymentXofAccountInfo
from .payment_xof_account_info_region import PaymentXofAccountInfoRegion
from .payment_zar_account_info import PaymentZarAccountInfo
from .payment_zmw_account_info import PaymentZmwAccountInfo
from .permission import Permission
from .php_external_account_create_info import PhpExternalAccountCreateInfo
from .php_external_account_info import PhpExternalAccountInfo
from .php_individual_beneficiary import PhpIndividualBeneficiary
from .pkr_external_account_create_info import PkrExternalAccountCreateInfo
from .pkr_external_account_info import PkrExternalAccountInfo
from .pkr_external_account_info_payment_rails_item import PkrExternalAccountInfoPaymentRailsItem
from .pkr_individual_beneficiary import PkrIndividualBeneficiary
from .platform_config import PlatformConfig
from .platform_config_update_request import PlatformConfigUpdateRequest
from .platform_currency_config import PlatformCurrencyConfig
from .platform_currency_config_request import PlatformCurrencyConfigRequest
from .platform_external_account_create_request import PlatformExternalAccountCreateRequest
from .platform_external_account_list_response import PlatformExternalAccountListResponse
from .platform_internal_account_list_response import PlatformInternalAccountListResponse
from .polygon_wallet_external_account_info import PolygonWalletExternalAccountInfo
from .purpose_of_account import PurposeOfAccount
from .purpose_of_payment import PurposeOfPayment
from .quote import Quote
from .quote_counterparty_information import QuoteCounterpartyInformation
from .quote_lock_side import QuoteLockSide
from .quote_request import QuoteRequest
from .quote_request_sender_customer_info import QuoteRequestSenderCustomerInfo
from .quote_status import QuoteStatus
from .realtime_funding_quote_source import RealtimeFundingQuoteSource
from .realtime_funding_quote_source_request import RealtimeFundingQuoteSourceRequest
from .realtime_funding_transaction_source import RealtimeFundingTransactionSource
from .receivable_currency import ReceivableCurrency
from .receiver_external_account_lookup_response import ReceiverExternalAccountLookupResponse
from .receiver_uma_lookup_response import ReceiverUmaLookupResponse
from .reconciliation_instructions import ReconciliationInstructions
from .redeliver_events_request import RedeliverEventsRequest
from .redeliver_events_status import RedeliverEventsStatus
from .redelivery import Redelivery
from .refund import Refund
from .refund_reason import RefundReason
from .refund_status import RefundStatus
from .reject_payment_request import RejectPaymentRequest
from .required_payer_data_field import RequiredPayerDataField
from .rwf_external_account_create_info import RwfExternalAccountCreateInfo
from .rwf_external_account_info import RwfExternalAccountInfo
from .rwf_individual_beneficiary import RwfIndividualBeneficiary
from .sandbox_clock_advance_request import SandboxClockAdvanceRequest
from .sandbox_fund_request import SandboxFundRequest
from .sandbox_send_request import SandboxSendRequest
from .sandbox_uma_receive_request import SandboxUmaReceiveRequest
from .sgd_external_account_create_info import SgdExternalAccountCreateInfo
from .sgd_external_account_info import SgdExternalAccountInfo
from .sgd_external_account_info_payment_rails_item import SgdExternalAccountInfoPaymentRailsItem
from .sgd_individual_beneficiary import SgdIndividualBeneficiary
from .signed_event import SignedEvent
from .signed_event_headers import SignedEventHeaders
from .solana_wallet_external_account_info import SolanaWalletExternalAccountInfo
from .spark_wallet_external_account_info import SparkWalletExternalAccountInfo
from .test_webhook import TestWebhook
from .test_webhook_response import TestWebhookResponse
from .thb_external_account_create_info import ThbExternalAccountCreateInfo
from .thb_external_account_info import ThbExternalAccountInfo
from .thb_individual_beneficiary import ThbIndividualBeneficiary
from .token_list_response import TokenListResponse
from .transaction_list_response import TransactionListResponse
from .transaction_status import TransactionStatus
from .transaction_type import TransactionType
from .transfer_request import TransferRequest
from .tron_wallet_external_account_info import TronWalletExternalAccountInfo
from .tzs_external_account_create_info import TzsExternalAccountCreateInfo
from .tzs_external_account_info import TzsExternalAccountInfo
from .tzs_individual_beneficiary import TzsIndividualBeneficiary
from .ugx_external_account_create_info import UgxExternalAccountCreateInfo
from .ugx_external_account_info import UgxExternalAccountInfo
from .ugx_individual_beneficiary import UgxIndividualBeneficiary
from .uma_address_quote_destination import UmaAddressQuoteDestination
from .uma_address_quote_destination_request import UmaAddressQuoteDestinationRequest
from .uma_address_transaction_destination import UmaAddressTransactionDestination
from .uma_address_transaction_source import UmaAddressTransactionSource
from .uma_domain_verification import UmaDomainVerification
from .uma_domain_verification_status import UmaDomainVerificationStatus
from .uma_invitation import UmaInvitation
from .uma_invitation_claim_request import UmaInvitationClaimRequest
from .uma_invitation_create_request import UmaInvitationCreateRequest
from .uma_provider import UmaProvider
from .uma_provider_list_response import UmaProviderListResponse
from .usd_external_account_create_info import UsdExternalAccountCreateInfo
from .usd_external_account_info import UsdExternalAccountInfo
from .usd_external_account_info_payment_rails_item import UsdExternalAccountInfoPaymentRailsItem
from .usd_individual_beneficiary import UsdIndividualBeneficiary
from .verification import Verification
from .verification_error import VerificationError
from .verification_error_type import VerificationErrorType
from .verification_list_response import VerificationListResponse
from .verification_request import VerificationRequest
from .verification_status import VerificationStatus
from .verification_webhook import VerificationWebhook
from .verification_webhook_type import VerificationWebhookType
from .vnd_external_account_create_info import VndExternalAccountCreateInfo
from .vnd_external_account_info import VndExternalAccountInfo
from .vnd_individual_beneficiary import VndIndividualBeneficiary
from .webhook_secret import WebhookSecret
from .webhook_secret_create_request import WebhookSecretCreateRequest
from .webhook_secret_created import WebhookSecretCreated
from .webhook_secret_list_response import WebhookSecretListResponse
from .xaf_external_account_create_info import XafExternalAccountCreateInfo
from .xaf_external_account_create_info_region import XafExternalAccountCreateInfoRegion
from .xaf_external_account_info import XafExternalAccountInfo
from .xaf_external_account_info_region import XafExternalAccountInfoRegion
from .xaf_individual_beneficiary import XafIndividualBeneficiary
from .xof_external_account_create_info import XofExternalAccountCreateInfo
from .xof_external_account_create_info_region import XofExternalAccountCreateInfoRegion
from .xof_external_account_info import XofExternalAccountInfo
from .xof_external_account_info_region import XofExternalAccountInfoRegion
from .xof_individual_beneficiary import XofIndividualBeneficiary
from .zar_external_account_create_info import ZarExternalAccountCreateInfo
from .zar_external_account_info import ZarExternalAccountInfo
from .zar_individual_beneficiary import ZarIndividualBeneficiary
from .zmw_external_account_create_info import ZmwExternalAccountCreateInfo
from .zmw_external_account_info import ZmwExternalAccountInfo
from .zmw_individual_beneficiary import ZmwIndividualBeneficiary

__all__ = (
    "AccountQuoteDestination",
    "AccountQuoteDestinationRequest",
    "AccountQuoteSource",
    "AccountQuoteSourceRequest",
    "AccountReferenceRequest",
    "AccountTransactionDestination",
    "AccountTransactionSource",
    "Address",
    "AedExternalAccountCreateInfo",
    "AedExternalAccountInfo",
    "AedIndividualBeneficiary",
    "AnswerWebhookRequest",
    "ApiToken",
    "ApiTokenCreateRequest",
    "ApprovePaymentRequest",
    "ApprovePaymentRequestReceiverCustomerInfo",
    "BaseWalletExternalAccountInfo",
    "BdtExternalAccountCreateInfo",
    "BdtExternalAccountInfo",
    "BdtExternalAccountInfoPaymentRailsItem",
    "BdtIndividualBeneficiary",
    "BeneficialOwner",
    "BeneficialOwnerCreateRequest",
    "BeneficialOwnerListResponse",
    "BeneficialOwnerPersonalInfo",
    "BeneficialOwnerPersonalInfoUpdateRequest",
    "BeneficialOwnerRole",
    "BeneficialOwnerStatus",
    "BeneficialOwnerUpdateRequest",
    "BeneficiaryAddress",
    "BeneficiaryVerificationStatus",
    "BeneficiaryVerifiedData",
    "BrlExternalAccountCreateInfo",
    "BrlExternalAccountCreateInfoPixKeyType",
    "BrlExternalAccountInfo",
    "BrlExternalAccountInfoPixKeyType",
    "BrlIndividualBeneficiary",
    "BulkCustomerImportErrorEntry",
    "BulkCustomerImportErrorEntryDetails",
    "BulkCustomerImportJob",
    "BulkCustomerImportJobAccepted",
    "BulkCustomerImportJobAcceptedStatus",
    "BulkCustomerImportJobStatus",
    "BulkCustomerImportProgress",
    "BulkUploadWebhook",
    "BulkUploadWebhookType",
    "BusinessBeneficiary",
    "BusinessCustomer",
    "BusinessCustomerCreateRequest",
    "BusinessCustomerUpdateRequest",
    "BusinessInfo",
    "BusinessInfoUpdateRequest",
    "BusinessType",
    "BwpExternalAccountCreateInfo",
    "BwpExternalAccountInfo",
    "BwpIndividualBeneficiary",
    "CadExternalAccountCreateInfo",
    "CadExternalAccountInfo",
    "CadIndividualBeneficiary",
    "ClockReading",
    "CopExternalAccountCreateInfo",
    "CopExternalAccountCreateInfoBankAccountType",
    "CopExternalAccountInfo",
    "CopExternalAccountInfoBankAccountType",
    "CopExternalAccountInfoPaymentRailsItem",
    "CopIndividualBeneficiary",
    "CounterpartyFieldDefinition",
    "CounterpartyFieldName",
    "Currency",
    "CurrencyAmount",
    "CustomerListResponse",
    "CustomersCsvUploadRequest",
    "CustomerStatus",
    "CustomerWebhook",
    "CustomerWebhookType",
    "DeliveryAttempt",
    "Discovery",
    "DiscoveryListResponse",
    "DkkExternalAccountCreateInfo",
    "DkkExternalAccountInfo",
    "DkkExternalAccountInfoPaymentRailsItem",
    "DkkIndividualBeneficiary",
    "Document",
    "DocumentListResponse",
    "DocumentReplaceRequest",
    "DocumentSide",
    "DocumentType",
    "DocumentUploadRequest",
    "EgpExternalAccountCreateInfo",
    "EgpExternalAccountInfo",
    "EgpIndividualBeneficiary",
    "EntityType",
    "EstimateCryptoWithdrawalFeeRequest",
    "EstimateCryptoWithdrawalFeeResponse",
    "EthereumWalletExternalAccountInfo",
    "EurExternalAccountCreateInfo",
    "EurExternalAccountInfo",
    "EurExternalAccountInfoPaymentRailsItem",
    "EurIndividualBeneficiary",
    "Event",
    "EventListResponse",
    "EventStatus",
    "EventType",
    "EventWithAttempts",
    "ExchangeRate",
    "ExchangeRateFees",
    "ExchangeRateListResponse",
    "ExpectedMonthlyTransactionCount",
    "ExpectedMonthlyTransactionVolume",
    "ExternalAccount",
    "ExternalAccountCreateRequest",
    "ExternalAccountDetails",
    "ExternalAccountDetailsWarningsItem",
    "ExternalAccountListResponse",
    "ExternalAccountStatus",
    "Failure",
    "FailureReason",
    "GbpExternalAccountCreateInfo",
    "GbpExternalAccountInfo",
    "GbpIndividualBeneficiary",
    "GetAvailableUmaProvidersSortOrder",
    "GhsExternalAccountCreateInfo",
    "GhsExternalAccountInfo",
    "GhsExternalAccountInfoPaymentRailsItem",
    "GhsIndividualBeneficiary",
    "GtqExternalAccountCreateInfo",
    "GtqExternalAccountInfo",
    "GtqExternalAccountInfoPaymentRailsItem",
    "GtqIndividualBeneficiary",
    "HkdExternalAccountCreateInfo",
    "HkdExternalAccountInfo",
    "HkdIndividualBeneficiary",
    "HtgExternalAccountCreateInfo",
    "HtgExternalAccountInfo",
    "HtgIndividualBeneficiary",
    "IdentificationType",
    "IdrExternalAccountCreateInfo",
    "IdrExternalAccountInfo",
    "IdrIndividualBeneficiary",
    "IncomingPaymentWebhook",
    "IncomingPaymentWebhookData",
    "IncomingPaymentWebhookDataCounterpartyInformation",
    "IncomingPaymentWebhookForbiddenResponse",
    "IncomingPaymentWebhookResponse",
    "IncomingPaymentWebhookResponseReceiverCustomerInfo",
    "IncomingPaymentWebhookType",
    "IncomingRateDetails",
    "IncomingTransaction",
    "IncomingTransactionCounterpartyInformation",
    "IndividualCustomer",
    "IndividualCustomerCreateRequest",
    "IndividualCustomerUpdateRequest",
    "InrExternalAccountCreateInfo",
    "InrExternalAccountInfo",
    "InrIndividualBeneficiary",
    "InstitutionKind",
    "InternalAccount",
    "InternalAccountListResponse",
    "InternalAccountStatusWebhook",
    "InvitationClaimedWebhook",
    "InvitationStatus",
    "JmdExternalAccountCreateInfo",
    "JmdExternalAccountCreateInfoBankAccountType",
    "JmdExternalAccountInfo",
    "JmdExternalAccountInfoBankAccountType",
    "JmdIndividualBeneficiary",
    "KesExternalAccountCreateInfo",
    "KesExternalAccountInfo",
    "KesIndividualBeneficiary",
    "KycLinkResponse",
    "LightningExternalAccountInfo",
    "ListCustomersCustomerType",
    "ListenRequest",
    "ListenResponse",
    "ListEventsSortOrder",
    "ListTransactionsSortOrder",
    "MwkExternalAccountCreateInfo",
    "MwkExternalAccountInfo",
    "MwkIndividualBeneficiary",
    "MxnExternalAccountCreateInfo",
    "MxnExternalAccountInfo",
    "MxnIndividualBeneficiary",
    "MyrExternalAccountCreateInfo",
    "MyrExternalAccountInfo",
    "MyrIndividualBeneficiary",
    "NetworkCurrency",
    "NgnExternalAccountCreateInfo",
    "NgnExternalAccountInfo",
    "NgnIndividualBeneficiary",
    "OutgoingPaymentWebhook",
    "OutgoingPaymentWebhookType",
    "OutgoingRateDetails",
    "OutgoingTransaction",
    "OutgoingTransactionCounterpartyInformation",
    "PaymentAedAccountInfo",
    "PaymentArsAccountInfo",
    "PaymentBaseWalletInfo",
    "PaymentBdtAccountInfo",
    "PaymentBdtAccountInfoPaymentRailsItem",
    "PaymentBrlAccountInfo",
    "PaymentBwpAccountInfo",
    "PaymentCadAccountInfo",
    "PaymentCopAccountInfo",
    "PaymentDkkAccountInfo",
    "PaymentDkkAccountInfoPaymentRailsItem",
    "PaymentEgpAccountInfo",
    "PaymentEthereumWalletInfo",
    "PaymentEurAccountInfo",
    "PaymentEurAccountInfoPaymentRailsItem",
    "PaymentGbpAccountInfo",
    "PaymentGhsAccountInfo",
    "PaymentGhsAccountInfoPaymentRailsItem",
    "PaymentGtqAccountInfo",
    "PaymentGtqAccountInfoPaymentRailsItem",
    "PaymentHkdAccountInfo",
    "PaymentHtgAccountInfo",
    "PaymentIdrAccountInfo",
    "PaymentInrAccountInfo",
    "PaymentInstructions",
    "PaymentJmdAccountInfo",
    "PaymentJmdAccountInfoBankAccountType",
    "PaymentKesAccountInfo",
    "PaymentLightningInvoiceInfo",
    "PaymentMwkAccountInfo",
    "PaymentMxnAccountInfo",
    "PaymentMyrAccountInfo",
    "PaymentNgnAccountInfo",
    "PaymentPhpAccountInfo",
    "PaymentPkrAccountInfo",
    "PaymentPkrAccountInfoPaymentRailsItem",
    "PaymentPolygonWalletInfo",
    "PaymentRwfAccountInfo",
    "PaymentSgdAccountInfo",
    "PaymentSgdAccountInfoPaymentRailsItem",
    "PaymentSolanaWalletInfo",
    "PaymentSolanaWalletInfoAssetType",
    "PaymentSparkWalletInfo",
    "PaymentSparkWalletInfoAssetType",
    "PaymentThbAccountInfo",
    "PaymentTronWalletInfo",
    "PaymentTzsAccountInfo",
    "PaymentUgxAccountInfo",
    "PaymentUsdAccountInfo",
    "PaymentUsdAccountInfoPaymentRailsItem",
    "PaymentVndAccountInfo",
    "PaymentXafAccountInfo",
    "PaymentXafAccountInfoRegion",
    "PaymentXofAccountInfo",
    "PaymentXofAccountInfoRegion",
    "PaymentZarAccountInfo",
    "PaymentZmwAccountInfo",
    "Permission",
    "PhpExternalAccountCreateInfo",
    "PhpExternalAccountInfo",
    "PhpIndividualBeneficiary",
    "PkrExternalAccountCreateInfo",
    "PkrExternalAccountInfo",
    "PkrExternalAccountInfoPaymentRailsItem",
    "PkrIndividualBeneficiary",
    "PlatformConfig",
    "PlatformConfigUpdateRequest",
    "PlatformCurrencyConfig",
    "PlatformCurrencyConfigRequest",
    "PlatformExternalAccountCreateRequest",
    "PlatformExternalAccountListResponse",
    "PlatformInternalAccountListResponse",
    "PolygonWalletExternalAccountInfo",
    "PurposeOfAccount",
    "PurposeOfPayment",
    "Quote",
    "QuoteCounterpartyInformation",
    "QuoteLockSide",
    "QuoteRequest",
    "QuoteRequestSenderCustomerInfo",
    "QuoteStatus",
    "RealtimeFundingQuoteSource",
    "RealtimeFundingQuoteSourceRequest",
    "RealtimeFundingTransactionSource",
    "ReceivableCurrency",
    "ReceiverExternalAccountLookupResponse",
    "ReceiverUmaLookupResponse",
    "ReconciliationInstructions",
    "RedeliverEventsRequest",
    "RedeliverEventsStatus",
    "Redelivery",
    "Refund",
    "RefundReason",
    "RefundStatus",
    "RejectPaymentRequest",
    "RequiredPayerDataField",
    "RwfExternalAccountCreateInfo",
    "RwfExternalAccountInfo",
    "RwfIndividualBeneficiary",
    "SandboxClockAdvanceRequest",
    "SandboxFundRequest",
    "SandboxSendRequest",
    "SandboxUmaReceiveRequest",
    "SgdExternalAccountCreateInfo",
    "SgdExternalAccountInfo",
    "SgdExternalAccountInfoPaymentRailsItem",
    "SgdIndividualBeneficiary",
    "SignedEvent",
    "SignedEventHeaders",
    "SolanaWalletExternalAccountInfo",
    "SparkWalletExternalAccountInfo",
    "TestWebhook",
    "TestWebhookResponse",
    "ThbExternalAccountCreateInfo",
    "ThbExternalAccountInfo",
    "ThbIndividualBeneficiary",
    "TokenListResponse",
    "TransactionListResponse",
    "TransactionStatus",
    "TransactionType",
    "TransferRequest",
    "TronWalletExternalAccountInfo",
    "TzsExternalAccountCreateInfo",
    "TzsExternalAccountInfo",
    "TzsIndividualBeneficiary",
    "UgxExternalAccountCreateInfo",
    "UgxExternalAccountInfo",
    "UgxIndividualBeneficiary",
    "UmaAddressQuoteDestination",
    "UmaAddressQuoteDestinationRequest",
    "UmaAddressTransactionDestination",
    "UmaAddressTransactionSource",
    "UmaDomainVerification",
    "UmaDomainVerificationStatus",
    "UmaInvitation",
    "UmaInvitationClaimRequest",
    "UmaInvitationCreateRequest",
    "UmaProvider",
    "UmaProviderListResponse",
    "UsdExternalAccountCreateInfo",
    "UsdExternalAccountInfo",
    "UsdExternalAccountInfoPaymentRailsItem",
    "UsdIndividualBeneficiary",
    "Verification",
    "VerificationError",
    "VerificationErrorType",
    "VerificationListResponse",
    "VerificationRequest",
    "VerificationStatus",
    "VerificationWebhook",
    "VerificationWebhookType",
    "VndExternalAccountCreateInfo",
    "VndExternalAccountInfo",
    "VndIndividualBeneficiary",
    "WebhookSecret",
    "WebhookSecretCreated",
    "WebhookSecretCreateRequest",
    "WebhookSecretListResponse",
    "XafExternalAccountCreateInfo",
    "XafExternalAccountCreateInfoRegion",
    "XafExternalAccountInfo",
    "XafExternalAccountInfoRegion",
    "XafIndividualBeneficiary",
    "XofExternalAccountCreateInfo",
    "XofExternalAccountCreateInfoRegion",
    "XofExternalAccountInfo",
    "XofExternalAccountInfoRegion",
    "XofIndividualBeneficiary",
    "ZarExternalAccountCreateInfo",
    "ZarExternalAccountInfo",
    "ZarIndividualBeneficiary",
    "ZmwExternalAccountCreateInfo",
    "ZmwExternalAccountInfo",
    "ZmwIndividualBeneficiary",
)
