// Generated from docs/openapi.yaml by openapi-typescript: `make clients`.

export interface paths {
    "/beneficial-owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the beneficial owners of a business
         * @description The people who own or control the business that `customerId` names, newest first; none for a customer that is no
         *     business of yours.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listBeneficialOwners"];
        put?: never;
        /**
         * Record a beneficial owner
         * @description Record an owner and check the person's identity. The shares of all owners of a business are 100 at most.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["createBeneficialOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beneficial-owners/{beneficialOwnerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a beneficial owner
         * @description The person, the share and how the check of the identity stands.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getBeneficialOwner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a beneficial owner
         * @description Change what the body names. A person whose identity changes is checked again.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        patch: operations["updateBeneficialOwner"];
        trace?: never;
    };
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the platform's configuration
         * @description What your platform is called, which currencies it uses with their limits, and where its webhooks go.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getPlatformConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the platform's configuration
         * @description Change what the body names; what it leaves out stays. `supportedCurrencies` is replaced whole: a currency that is
         *     left out is dropped, which is refused while somebody has money in it.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        patch: operations["updatePlatformConfig"];
        trace?: never;
    };
    "/crypto/estimate-withdrawal-fee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the fees of a withdrawal to a wallet
         * @description Say what it would cost to send an amount to a wallet, and what would arrive. Nothing moves.
         *
         *     Permission: `TRANSACT`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["estimateCryptoWithdrawalFee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Your customers, newest first. Deleted ones are left out unless `isIncludingDeleted` asks for them.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Create a customer with an internal account in each of its currencies. An individual is checked at once; a business
         *     is checked when a verification is submitted. Only an approved customer may pay and be paid.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{customerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer
         * @description Answer with the customer, deleted or not.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getCustomerById"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description Close the customer's accounts and answer with it; its history stays. Refused while it holds money or has a payment
         *     on its way.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        delete: operations["deleteCustomerById"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description Change what the body names. Its `customerType` may be left out: it is the customer's. A person whose name, date of
         *     birth or nationality changes is checked again.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        patch: operations["updateCustomerById"];
        trace?: never;
    };
    "/customers/bulk/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import customers from a CSV file
         * @description Take a file and answer with the job that imports it, row by row. The header names the columns; a row that can't
         *     become a customer is an error of the job and stops no other row.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["uploadCustomersCsv"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/bulk/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far an import is
         * @description Answer with counters, and with the errors of the first rows that have one.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getBulkCustomerImportJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/external-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List external accounts of customers
         * @description Bank accounts, mobile-money accounts and wallets elsewhere, newest first, without deleted ones.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listCustomerExternalAccounts"];
        put?: never;
        /**
         * Register an external account of a customer
         * @description Check the account's data and, where the type allows it, the name of its holder, and keep it for payments. Without
         *     `customerId` it is the platform's own.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["createCustomerExternalAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/external-accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an external account of a customer
         * @description The account as it was registered, and whether it can be used.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getCustomerExternalAccount"];
        put?: never;
        post?: never;
        /**
         * Delete an external account of a customer
         * @description Forget the account for further use. Payments that named it keep it.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        delete: operations["deleteCustomerExternalAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/internal-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List internal accounts of customers
         * @description Accounts of customers that the service keeps, with balances and how to pay into them, newest first.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listCustomerInternalAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/kyc-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Make a link to the hosted identity page
         * @description A person opens the link in a browser and gives name, date of birth, address and documents there. An individual whom
         *     `platformCustomerId` does not name yet is created, UNVERIFIED. Each request makes a new link. Where several live
         *     customers have the `platformCustomerId`, it is refused until `customerId` says which one; `details.customerIds` has
         *     their ids.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        get: operations["getKycLinkForCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discoveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the banks and providers that money can be sent to
         * @description Answer with all that match, by country, currency and name.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getDiscoveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description What was uploaded, newest first, without the files.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Upload a document
         * @description Take a file for a customer or a beneficial owner. It is inspected before anything is stored, kept encrypted, and
         *     the API never returns its content.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["uploadDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a document
         * @description Answer with what is known of the document; not with its content.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getDocument"];
        /**
         * Replace a document
         * @description Replace the file, the facts about it, or both, until the document is submitted for verification.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        put: operations["replaceDocument"];
        post?: never;
        /**
         * Delete a document
         * @description Delete the document, unless somebody decides by it.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events of the last 90 days
         * @description What was told, or is about to be, to your webhook endpoint, newest first.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event with its attempts
         * @description Answer with the event, what was sent, and how each attempt went.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getEventById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Put the event back into the queue: same id, same content.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the events of a stretch of time again
         * @description Put all that match back into the queue, oldest first: each with the same id and the same content.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["redeliverEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchange-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read exchange rates, fees included
         * @description Answer with one row per corridor and rail of the destination.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getExchangeRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite somebody in the name of a customer
         * @description Make a code, and a page of it, with which somebody elsewhere can become known to your customer. No money moves.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{invitationCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an invitation
         * @description Answer with the invitation as the caller's platform may see it.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{invitationCode}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a pending invitation
         * @description Withdraw it, if it is still pending. Only the platform that made it can.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["cancelInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{invitationCode}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim an invitation for a customer
         * @description Claim it; the inviter's platform is told. No money moves.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["claimInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/external-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List external accounts of the platform
         * @description Answer with all of them, newest first, without deleted ones.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listPlatformExternalAccounts"];
        put?: never;
        /**
         * Register an external account of the platform
         * @description Check the account's data and, where the type allows it, the name of its holder, and keep it for payments.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["createPlatformExternalAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/external-accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an external account of the platform
         * @description The account as it was registered, and whether it can be used.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getPlatformExternalAccount"];
        put?: never;
        post?: never;
        /**
         * Delete an external account of the platform
         * @description Forget the account for further use. Payments that named it keep it.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        delete: operations["deletePlatformExternalAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/internal-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List internal accounts of the platform
         * @description Answer with all of them: one per currency.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listPlatformInternalAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Price a payment across currencies and hold the price for five minutes
         * @description Answer with the quote; PROCESSING when it was to be executed at once. Payer and payee must be approved. A quote from
         *     `REALTIME_FUNDING` is paid by the transfer that its `paymentInstructions` describe, any other by executing it.
         *
         *     Permission: `TRANSACT`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved money, otherwise for 30 days.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{quoteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a quote
         * @description Answer with the quote and where its payment stands.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getQuoteById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{quoteId}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a quote from its account
         * @description Debit the source and send the payment on its way: PROCESSING. Payer and payee must still be approved, and the
         *     accounts of the quote must not be deleted.
         *
         *     Permission: `TRANSACT`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved money, otherwise for 30 days.
         */
        post: operations["executeQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receiver/external-account/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up an external account as a receiver
         * @description Say in which currency, at about which rate and within which limits a sender can pay the account, and what must be
         *     told about the sender. A quote may name the lookup by its `lookupId` for 30 minutes.
         *
         *     Permission: `TRANSACT`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        get: operations["lookupExternalAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receiver/uma/{receiverUmaAddress}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a UMA address as a receiver
         * @description Ask the receiver's institution whether there is such a person, and what the person can get. A quote to the address
         *     names the lookup by its `lookupId`, for 30 minutes.
         *
         *     Permission: `TRANSACT`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        get: operations["lookupUma"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the sandbox platform's clock ahead, so that delays come due
         * @description Answer with the new time; what has come due by it happens at once. A clock never goes back.
         *
         *     Permission: `TRANSACT`. Sandbox platforms only.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["sandboxAdvanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/internal-accounts/{accountId}/fund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add sandbox money to an internal account
         * @description Fund the account at once. While its holder is not approved, no money leaves it.
         *
         *     Permission: `TRANSACT`. Sandbox platforms only.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved money, otherwise for 30 days.
         */
        post: operations["sandboxFundInternalAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate the payment that funds a quote in real time
         * @description Answer with the quote's transaction after the money has arrived. Another amount than the quote's ends the quote, and
         *     goes back.
         *
         *     Permission: `TRANSACT`. Sandbox platforms only.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved money, otherwise for 30 days.
         */
        post: operations["sandboxSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/uma/receive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate an incoming payment by UMA
         * @description Answer with the payment as it stands; a worker takes it further. Who the sender is decides what goes wrong.
         *
         *     Permission: `TRANSACT`. Sandbox platforms only.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved money, otherwise for 30 days.
         */
        post: operations["sandboxReceive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/webhooks/{webhookId}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a payment that waits for approval
         * @description Your answer counts as that of an endpoint would, once, within 15 seconds of the event.
         *
         *     Permission: `TRANSACT`. Sandbox platforms only.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["answerWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/webhooks/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read events as signed requests
         * @description Answer with copies of what happened since: they are signed now, and numbered like the originals.
         *
         *     Permission: `TRANSACT`. Sandbox platforms only.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["listenToWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test webhook
         * @description Answer with what the endpoint said; 400 when there is none or it can't be reached.
         *
         *     Permission: `TRANSACT`. Sandbox platforms only.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["sendTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API tokens
         * @description The live tokens of the platform, newest first: neither revoked ones nor secrets.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create an API token
         * @description The token gets no more than the one that makes it has: no further permissions, no later end, no further addresses.
         *     The reply is the only place its secret is ever shown. A platform has at most 100 live tokens.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API token
         * @description What the token may do, from where and until when, and when it was last used.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getTokenById"];
        put?: never;
        post?: never;
        /**
         * Revoke an API token
         * @description Revoke the token at once: from now on no request changes anything with it. A token can't revoke itself.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        delete: operations["deleteTokenById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description Payments of the platform and its customers, newest first. Without a filter but `type`, `totalCount` is exact.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transaction
         * @description What is paid, from where to where, and how it stands.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getTransactionById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an incoming payment that waits for your word
         * @description Approve the payment; its sender is then given an invoice.
         *
         *     Permission: `TRANSACT`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved money, otherwise for 30 days.
         */
        post: operations["approvePendingPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject an incoming payment that waits for your word
         * @description Reject the payment; its sender is told so.
         *
         *     Permission: `TRANSACT`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved money, otherwise for 30 days.
         */
        post: operations["rejectPendingPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pull money from an external into an internal account
         * @description Begin the transfer; the reply shows it CREATED. The customers of both accounts must be approved. The account's type
         *     must allow that money is collected from it.
         *
         *     Permission: `TRANSACT`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved money, otherwise for 30 days.
         */
        post: operations["createTransferIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Push money from an internal to an external account
         * @description Debit the source and begin the transfer; the reply shows it PENDING. Payer and payee must be approved.
         *
         *     Permission: `TRANSACT`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved money, otherwise for 30 days.
         */
        post: operations["createTransferOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uma-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List UMA providers
         * @description The institutions that the service knows, whose customers have UMA addresses.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getAvailableUmaProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verifications
         * @description Verifications of your customers, newest first.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listVerifications"];
        put?: never;
        /**
         * Submit a customer for verification
         * @description List what is missing, or have the customer decided. A verification that lacks something is submitted again by the
         *     same request, when it is there.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["createVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verificationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a verification
         * @description Where the verification stands, and what it lacks.
         *
         *     Permission: `VIEW`.
         */
        get: operations["getVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets that sign webhooks
         * @description Answer with the secrets that sign now, newest first, without their texts.
         *
         *     Permission: `VIEW`.
         */
        get: operations["listWebhookSecrets"];
        put?: never;
        /**
         * Make a secret that signs webhooks
         * @description Make a secret; the reply is the only place it is ever shown. The one before still signs beside it for
         *     `overlapHours`.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        post: operations["createWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a secret at once
         * @description Have the secret sign nothing any more.
         *
         *     Permission: `MANAGE`.
         *
         *     Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.
         */
        delete: operations["deleteWebhookSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "outgoing-payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment that goes out has a new status, or its money comes back */
        post: operations["outgoingPaymentWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incoming-payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment that comes in has a new status, or waits for your approval */
        post: operations["incomingPaymentWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A customer has a new status */
        post: operations["customerUpdateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verification-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A verification has a new status */
        post: operations["verificationUpdateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bulk-upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An import of customers has ended */
        post: operations["bulkUploadWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "internal-account-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The balance of an internal account has changed */
        post: operations["internalAccountStatusWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation-claimed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody has accepted an invitation */
        post: operations["invitationClaimedWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "test-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A test of your endpoint */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AccountQuoteDestination: {
            /** @description `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`. */
            accountId: string;
            /** @description The rail that was asked for. Absent where none was. */
            paymentRail?: string;
            /**
             * @description An internal or external account. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            destinationType: "ACCOUNT";
        };
        /** @description A payment to an internal or external account. */
        AccountQuoteDestinationRequest: {
            /**
             * @description Pay to an account. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            destinationType: "ACCOUNT";
            /** @description The internal or external account of any holder of your platform. As a reply has shown it, with its prefix. */
            accountId: string;
            /** @description The account's currency. May be left out; another one is refused. A code such as `USD` or `BTC`. */
            currency?: string;
            /** @description The rail to pay by: one of the `paymentRails` of an external account. Left out: the service chooses. 1 to 64 characters. */
            paymentRail?: string;
        };
        AccountQuoteSource: {
            /** @description `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`. */
            accountId: string;
            /** @description Whose payment it is, `Customer:<uuid>`. Absent for the platform's own. */
            customerId?: string;
            /**
             * @description An internal or external account. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            sourceType: "ACCOUNT";
        };
        /** @description A payment from an account: an internal one is debited, an external one collected from. */
        AccountQuoteSourceRequest: {
            /**
             * @description Pay from an account. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            sourceType: "ACCOUNT";
            /** @description The internal account to debit, or the external account to collect from. As a reply has shown it, with its prefix. */
            accountId: string;
            /** @description The account's holder, to be compared with it. As a reply has shown it, with its prefix. */
            customerId?: string;
            /** @description The account's currency. May be left out; another one is refused. A code such as `USD` or `BTC`. */
            currency?: string;
        };
        /** @description One side of a transfer. */
        AccountReferenceRequest: {
            /** @description The account: one side is an internal, the other an external one. As a reply has shown it, with its prefix. */
            accountId: string;
            /** @description The currency of the accounts. May be left out; another one is refused. A code such as `USD` or `BTC`. */
            currency?: string;
        };
        AccountTransactionDestination: {
            /** @description `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`. */
            accountId: string;
            /** @description Code of the currency on this side, such as `USD`. */
            currency?: string;
            /**
             * @description An internal or external account. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            destinationType: "ACCOUNT";
        };
        AccountTransactionSource: {
            /** @description `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`. */
            accountId: string;
            /** @description Code of the currency on this side, such as `USD`. */
            currency?: string;
            /**
             * @description An internal or external account. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            sourceType: "ACCOUNT";
        };
        /** @description A postal address. */
        Address: {
            /** @description Street and number, or what stands for them. 1 to 255 characters. */
            line1: string;
            /** @description Flat, floor or the like. 1 to 255 characters. */
            line2?: string;
            /** @description City or place. 1 to 255 characters. */
            city?: string;
            /** @description State, province or region, where addresses have one. 1 to 255 characters. */
            state?: string;
            /** @description Postal code. Empty or left out in countries where addresses have none; empty in replies then. At most 32 characters. */
            postalCode: string;
            /** @description Country of the address. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            country: string;
        };
        AedBeneficiary: components["schemas"]["AedIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type AED_ACCOUNT, to be created. Its `currency` is AED.
         * @example {
         *       "accountType": "AED_ACCOUNT",
         *       "iban": "AE070331234567890123456",
         *       "swiftCode": "EBILAEAD",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        AedExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "AED_ACCOUNT";
            /** @description 23 characters: "AE" followed by 21 digits, without spaces. Of the length and structure of its country, with the right check digits. */
            iban: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["AedBeneficiary"];
        };
        /**
         * @description An external account of type AED_ACCOUNT. Its `currency` is AED.
         * @example {
         *       "accountType": "AED_ACCOUNT",
         *       "iban": "AE070331234567890123456",
         *       "swiftCode": "EBILAEAD",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        AedExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "AED_ACCOUNT";
            /** @description 23 characters: "AE" followed by 21 digits, without spaces. Of the length and structure of its country, with the right check digits. */
            iban: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["AedBeneficiary"];
        };
        /** @description Who receives the money. */
        AedIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description What an endpoint would have answered: a `status`, or why there is none. */
        AnswerWebhookRequest: {
            /** @description The status that the endpoint would have answered with. 100 to 599. */
            status?: number;
            /** @description The text of the answer's body: a JSON object, where it says anything. At most 2,048 characters. */
            body?: string;
            /** @description Why there is no answer, in place of `status`. */
            failure?: components["schemas"]["Failure"];
        };
        /** @description A token as the OpenAPI document describes it: with the secret that only the reply to its creation holds. */
        ApiToken: {
            /** @description Names the token in paths. `Token:<uuid>`. */
            id: string;
            /** @description What you call the token. */
            name: string;
            /** @description `VIEW` reads, `TRANSACT` moves money and plays the sandbox, `MANAGE` changes configuration, customers and accounts; the last two include `VIEW`. */
            permissions: components["schemas"]["Permission"][];
            /** @description The user name of HTTP Basic. */
            clientId: string;
            /** @description Addresses and networks (CIDR) that the token may be used from. Empty: from anywhere. */
            allowedIps: string[];
            /**
             * Format: date-time
             * @description When the token ends, by the platform's clock. Absent for one that does not end. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When a request last used it, a minute off at most. Absent before the first. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt: string;
            /** @description The password of HTTP Basic. Shown once, in the reply that creates the token. */
            clientSecret?: string;
        };
        /** @description A token to create. */
        ApiTokenCreateRequest: {
            /** @description What you call the token. 1 to 255 characters. */
            name: string;
            /** @description `VIEW` reads, `TRANSACT` moves money and plays the sandbox, `MANAGE` changes configuration, customers and accounts; the last two include `VIEW`. None that the token of the request lacks. 1 to 3 items. */
            permissions: components["schemas"]["Permission"][];
            /**
             * Format: date-time
             * @description When the token ends, by the platform's clock: in the future. Left out: when the token of the request ends. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            expiresAt?: string;
            /** @description Addresses and networks (CIDR) that the token may be used from. Left out: those of the token of the request. At most 50 items. */
            allowedIps?: string[];
        };
        /** @description What is told about the receiver: what the approval webhook has asked for. */
        ApprovePaymentRequest: {
            /** @description Facts about the receiver, by field name: what `requestedReceiverCustomerInfoFields` of the webhook asked for. Facts that the service knows need not be told. */
            receiverCustomerInfo?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description An external account of type BASE_WALLET. Its `currency` is USDC.
         * @example {
         *       "accountType": "BASE_WALLET",
         *       "address": "0x52908400098527886E0F7030069857D2E4169EE7"
         *     }
         */
        BaseWalletExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "BASE_WALLET";
            /** @description The address of the wallet: 42 characters: "0x" followed by 40 hexadecimal digits. Where small and capital letters are mixed, the capitals are those of EIP-55. Not the zero address. */
            address: string;
        };
        BdtBeneficiary: components["schemas"]["BdtIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type BDT_ACCOUNT, to be created. Its `currency` is BDT.
         * @example {
         *       "accountType": "BDT_ACCOUNT",
         *       "accountNumber": "1234567890123",
         *       "branchCode": "12345",
         *       "phoneNumber": "+8801712345678",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        BdtExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "BDT_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description The number of the branch: 5 digits. */
            branchCode: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["BdtBeneficiary"];
        };
        /**
         * @description An external account of type BDT_ACCOUNT. Its `currency` is BDT.
         * @example {
         *       "accountType": "BDT_ACCOUNT",
         *       "accountNumber": "1234567890123",
         *       "branchCode": "12345",
         *       "phoneNumber": "+8801712345678",
         *       "paymentRails": [
         *         "BANK_TRANSFER",
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        BdtExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "BDT_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description The number of the branch: 5 digits. */
            branchCode: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["BdtBeneficiary"];
        };
        /** @description Who receives the money. */
        BdtIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description A person who owns or controls a business. */
        BeneficialOwner: {
            /** @description Names the beneficial owner in other requests. `BeneficialOwner:<uuid>`. */
            id: string;
            /** @description The business. `Customer:<uuid>`. */
            customerId: string;
            /** @description What the person is to the business. */
            roles: components["schemas"]["BeneficialOwnerRole"][];
            /** @description Share of the business, in per cent. A number from 0 to 100, kept to six decimal places. */
            ownershipPercentage: number;
            /** @description Who the person is. */
            personalInfo: components["schemas"]["BeneficialOwnerPersonalInfo"];
            /** @description How the check of the person's identity stands. */
            kycStatus: components["schemas"]["BeneficialOwnerStatus"];
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt: string;
        };
        /** @description A beneficial owner to record. */
        BeneficialOwnerCreateRequest: {
            /** @description The business. As a reply has shown it, with its prefix. */
            customerId: string;
            /** @description What the person is to the business, each once. 1 to 6 items. */
            roles: components["schemas"]["BeneficialOwnerRole"][];
            /** @description Share of the business, in per cent: with those of the business's other owners 100 at most. A number from 0 to 100, kept to six decimal places. */
            ownershipPercentage: number;
            /** @description Who the person is. */
            personalInfo: components["schemas"]["BeneficialOwnerPersonalInfo"];
        };
        /** @description A page of a list. */
        BeneficialOwnerListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["BeneficialOwner"][];
            /** @description Whether the list goes on: ask again with `nextCursor`. */
            hasMore: boolean;
            /** @description What to send as `cursor` for the next page, with the same filters. Absent on the last page. */
            nextCursor?: string;
            /** @description How many match in all. Above 10,000 matches of a filter it stays 10,000. */
            totalCount?: number;
        };
        /** @description The person behind a beneficial owner. */
        BeneficialOwnerPersonalInfo: {
            /** @description First name. Of a person with one name either this or `lastName` is empty or left out; it is empty in replies then. With a letter, and without characters that are not seen. At most 255 characters. */
            firstName: string;
            /** @description Middle names. With a letter, and without characters that are not seen. 1 to 255 characters. */
            middleName?: string;
            /** @description Family name. In the sandbox the last three characters of it, or of the only name, choose the outcome of the check. With a letter, and without characters that are not seen. At most 255 characters. */
            lastName: string;
            /**
             * Format: date
             * @description Day of birth: from 1900 on, and at least 18 years ago. A day of the calendar, `YYYY-MM-DD`.
             */
            birthDate: string;
            /** @description Nationality. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            nationality: string;
            /**
             * Format: email
             * @description E-mail address. 1 to 254 characters.
             */
            email?: string;
            /** @description Telephone number. As E.164 writes it, such as `+14155550123`. */
            phoneNumber?: string;
            /** @description Where the person lives. */
            address: components["schemas"]["Address"];
            /** @description The kind of number that `identifier` is. */
            idType: components["schemas"]["IdentificationType"];
            /** @description The number itself: a valid number of its `idType`; of NON_US_TAX_ID any text. 1 to 64 characters. */
            identifier: string;
            /** @description The country that has issued the number: US for SSN, ITIN and EIN, and may be left out there; another country for NON_US_TAX_ID. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            countryOfIssuance?: string;
        };
        /** @description The person behind a beneficial owner; what is left out stays. */
        BeneficialOwnerPersonalInfoUpdateRequest: {
            /** @description First name. Of a person with one name either this or `lastName` is empty or left out; it is empty in replies then. With a letter, and without characters that are not seen. At most 255 characters. */
            firstName?: string;
            /** @description Middle names. With a letter, and without characters that are not seen. 1 to 255 characters. */
            middleName?: string;
            /** @description Family name. In the sandbox the last three characters of it, or of the only name, choose the outcome of the check. With a letter, and without characters that are not seen. At most 255 characters. */
            lastName?: string;
            /**
             * Format: date
             * @description Day of birth: from 1900 on, and at least 18 years ago. A day of the calendar, `YYYY-MM-DD`.
             */
            birthDate?: string;
            /** @description Nationality. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            nationality?: string;
            /**
             * Format: email
             * @description E-mail address. 1 to 254 characters.
             */
            email?: string;
            /** @description Telephone number. As E.164 writes it, such as `+14155550123`. */
            phoneNumber?: string;
            /** @description Where the person lives. */
            address?: components["schemas"]["Address"];
            /** @description The kind of number that `identifier` is. */
            idType?: components["schemas"]["IdentificationType"];
            /** @description The number itself: a valid number of its `idType`; of NON_US_TAX_ID any text. 1 to 64 characters. */
            identifier?: string;
            /** @description The country that has issued the number: US for SSN, ITIN and EIN, and may be left out there; another country for NON_US_TAX_ID. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            countryOfIssuance?: string;
        };
        /** @enum {string} */
        BeneficialOwnerRole: "UBO" | "DIRECTOR" | "COMPANY_OFFICER" | "CONTROL_PERSON" | "TRUSTEE" | "GENERAL_PARTNER";
        /** @enum {string} */
        BeneficialOwnerStatus: "PENDING" | "REJECTED" | "APPROVED";
        /** @description What may change of a beneficial owner. */
        BeneficialOwnerUpdateRequest: {
            /** @description What the person is to the business, each once. 1 to 6 items. */
            roles?: components["schemas"]["BeneficialOwnerRole"][];
            /** @description Share of the business, in per cent: with those of the business's other owners 100 at most. A number from 0 to 100, kept to six decimal places. */
            ownershipPercentage?: number;
            /** @description What changes of the person; what is left out stays. */
            personalInfo?: components["schemas"]["BeneficialOwnerPersonalInfoUpdateRequest"];
        };
        /** @description A postal address. */
        BeneficiaryAddress: {
            /** @description Street and number, or what stands for them: a text of 1 to 255 characters. */
            line1: string;
            /** @description Flat, floor or the like: a text of up to 255 characters. */
            line2?: string;
            /** @description City or place: a text of up to 255 characters. */
            city?: string;
            /** @description State, province or region: a text of up to 255 characters. */
            state?: string;
            /** @description Postal code: a text of 1 to 255 characters. Empty or left out in countries where addresses have none; empty in replies then. */
            postalCode: string;
            /** @description Country of the address: a country code of two capital letters (ISO 3166-1). */
            country: string;
        };
        /** @enum {string} */
        BeneficiaryVerificationStatus: "MATCHED" | "PARTIAL_MATCH" | "NOT_MATCHED" | "UNSUPPORTED" | "CHECKED_BY_RECEIVING_FI" | "PENDING";
        /** @description What the receiving bank says about the beneficiary. */
        BeneficiaryVerifiedData: {
            /** @description The name that the bank has. Absent where the bank does not tell it. */
            fullName?: string;
        };
        BrlBeneficiary: components["schemas"]["BrlIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type BRL_ACCOUNT, to be created. Its `currency` is BRL.
         * @example {
         *       "accountType": "BRL_ACCOUNT",
         *       "pixKey": "ana@example.com",
         *       "pixKeyType": "EMAIL",
         *       "taxId": "11144477735",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        BrlExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "BRL_ACCOUNT";
            /** @description 1 to 77 characters, a Pix key. By `pixKeyType`: CPF 11 digits, or 000.000.000-00; CNPJ 14 characters, the last two digits, or XX.XXX.XXX/XXXX-00; EMAIL an e-mail address; PHONE a telephone number with its country code; RANDOM a UUID. The check digits are right, and a CPF or CNPJ is the holder's `taxId`. */
            pixKey: string;
            /**
             * @description What kind of key `pixKey` is: one of CPF, CNPJ, EMAIL, PHONE, RANDOM.
             * @enum {string}
             */
            pixKeyType: "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM";
            /** @description The tax number of the account's holder: 11 to 14 digits. A CPF of 11 digits or a CNPJ of 14, with the right check digits. */
            taxId: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["BrlBeneficiary"];
        };
        /**
         * @description An external account of type BRL_ACCOUNT. Its `currency` is BRL.
         * @example {
         *       "accountType": "BRL_ACCOUNT",
         *       "pixKey": "ana@example.com",
         *       "pixKeyType": "EMAIL",
         *       "taxId": "11144477735",
         *       "paymentRails": [
         *         "PIX"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        BrlExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "BRL_ACCOUNT";
            /** @description 1 to 77 characters, a Pix key. By `pixKeyType`: CPF 11 digits, or 000.000.000-00; CNPJ 14 characters, the last two digits, or XX.XXX.XXX/XXXX-00; EMAIL an e-mail address; PHONE a telephone number with its country code; RANDOM a UUID. The check digits are right, and a CPF or CNPJ is the holder's `taxId`. */
            pixKey: string;
            /**
             * @description What kind of key `pixKey` is: one of CPF, CNPJ, EMAIL, PHONE, RANDOM.
             * @enum {string}
             */
            pixKeyType: "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM";
            /** @description The tax number of the account's holder: 11 to 14 digits. A CPF of 11 digits or a CNPJ of 14, with the right check digits. */
            taxId: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "PIX"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["BrlBeneficiary"];
        };
        /** @description Who receives the money. */
        BrlIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description Why a row did not become a customer. */
        BulkCustomerImportErrorEntry: {
            /** @description Which row: its `platformCustomerId`, or `row_` and its number from 1. */
            correlationId: string;
            /** @description Why: a code of the catalogue of errors. */
            code: string;
            /** @description A sentence for people. */
            message: string;
            /** @description Where a column is wrong, `errors` names it with the reason; otherwise empty. */
            details: {
                [key: string]: unknown;
            };
        };
        /** @description The import of a file of customers. */
        BulkCustomerImportJob: {
            /** @description Names the job in paths. `Job:<uuid>`. */
            id: string;
            /** @description `COMPLETED` when at least one row became a customer, `FAILED` when none did. */
            status: components["schemas"]["BulkCustomerImportJobStatus"];
            /** @description How far it is. */
            progress: components["schemas"]["BulkCustomerImportProgress"];
            /** @description The rows that failed, in the order of the file; not all where there are many. */
            errors?: components["schemas"]["BulkCustomerImportErrorEntry"][];
            /** @description How many more errors there are than are listed. Absent where all are. At least 1. */
            errorsOmitted?: number;
            /**
             * Format: date-time
             * @description When the last row was done. Absent before. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            completedAt?: string;
        };
        /** @description The job that will import a file. */
        BulkCustomerImportJobAccepted: {
            /** @description Names the job: `Job:<uuid>`. */
            jobId: string;
            /** @description `PENDING` until a worker begins. */
            status: components["schemas"]["BulkCustomerImportJobAcceptedStatus"];
        };
        /** @enum {string} */
        BulkCustomerImportJobAcceptedStatus: "PENDING" | "PROCESSING";
        /** @enum {string} */
        BulkCustomerImportJobStatus: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
        /** @description How many rows of a file there are, and what became of those that are done. */
        BulkCustomerImportProgress: {
            /** @description Rows of the file. Zero until they are counted. At least 0. */
            total: number;
            /** @description Rows that are done, well or not. At least 0. */
            processed: number;
            /** @description Rows that became customers. At least 0. */
            successful: number;
            /** @description Rows that did not. At least 0. */
            failed: number;
        };
        BulkUploadWebhook: {
            /** @description `Webhook:<uuid>`; the same when the event is sent again. */
            id: string;
            /** @description What happened. */
            type: components["schemas"]["BulkUploadWebhookType"];
            /**
             * Format: date-time
             * @description When it happened, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            timestamp: string;
            /** @description What it happened to, as its GET showed it at that moment. */
            data: components["schemas"]["BulkCustomerImportJob"];
            /** @description The number of the event among those of the same resource, without gaps. At least 1. */
            sequence?: number;
            /** @description True where the event was too long: `data` has only short, plain values. */
            isTruncated?: boolean;
        };
        /** @enum {string} */
        BulkUploadWebhookType: "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED";
        /** @description Who receives the money. */
        BusinessBeneficiary: {
            /**
             * @description A business. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "BUSINESS";
            /** @description The registered name of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            legalName: string;
            /** @description The holder's number in a register: a text of up to 255 characters. */
            registrationNumber?: string;
            /** @description The holder's tax number: a text of up to 255 characters. */
            taxId?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description A customer that is a business. */
        BusinessCustomer: {
            /** @description Names the customer in other requests. `Customer:<uuid>`. */
            id: string;
            /** @description Your own name of the customer; the service makes one where you gave none. */
            platformCustomerId: string;
            /** @description The country that you gave as the one whose rules apply. Absent where none was given. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            region?: string;
            /** @description Codes of the currencies that the customer has internal accounts in; the first is what invitations are sent in. */
            currencies: string[];
            /** @description The UMA address, `$user@domain` in small letters. */
            umaAddress: string;
            /** @description Postal address. Absent while it is not known. */
            address?: components["schemas"]["Address"];
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt: string;
            /** @description Whether the customer was deleted: its history can be read, and nothing new done. */
            isDeleted: boolean;
            /**
             * @description A business. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            customerType: "BUSINESS";
            /** @description Whether the business was verified: only an `APPROVED` customer pays and is paid. */
            kybStatus: components["schemas"]["CustomerStatus"];
            /** @description What is known of the business. Absent while nothing is. */
            businessInfo?: components["schemas"]["BusinessInfo"];
            /** @description Who owns or controls the business, as far as it was told. */
            beneficialOwners: components["schemas"]["BeneficialOwner"][];
        };
        /** @description A business to create. */
        BusinessCustomerCreateRequest: {
            /**
             * @description A business. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            customerType: "BUSINESS";
            /** @description Your own name of the customer, unique among yours. Left out: the service makes one. 1 to 255 characters. */
            platformCustomerId?: string;
            /** @description The country whose rules apply to the customer. It never changes. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            region?: string;
            /** @description What the customer gets internal accounts in: currencies of the platform's, each once; the first is what invitations are sent in. 1 to 200 items. */
            currencies?: string[];
            /** @description The address that the customer is paid at, of the platform's `umaDomain`. The user has 1 to 64 characters; it is kept in small letters. `$user@domain`. */
            umaAddress?: string;
            /** @description Ignored, so that what was read can be sent back: only the service decides. */
            kybStatus?: components["schemas"]["CustomerStatus"];
            /** @description Postal address; it is replaced as a whole. */
            address?: components["schemas"]["Address"];
            /** @description What is known of the business. */
            businessInfo?: components["schemas"]["BusinessInfo"];
        };
        /** @description What may change of a business. */
        BusinessCustomerUpdateRequest: {
            /**
             * @description A business. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            customerType: "BUSINESS";
            /** @description What the customer gets internal accounts in: currencies of the platform's, each once; the first is what invitations are sent in. 1 to 200 items. */
            currencies?: string[];
            /** @description The address that the customer is paid at, of the platform's `umaDomain`. The user has 1 to 64 characters; it is kept in small letters. `$user@domain`. */
            umaAddress?: string;
            /** @description Ignored, so that what was read can be sent back: only the service decides. */
            kybStatus?: components["schemas"]["CustomerStatus"];
            /** @description Postal address; it is replaced as a whole. */
            address?: components["schemas"]["Address"];
            /** @description What changes of the business; facts that are left out stay. */
            businessInfo?: components["schemas"]["BusinessInfoUpdateRequest"];
        };
        /** @description What is known of a business: at least its legal name. */
        BusinessInfo: {
            /** @description The registered name. With a letter, and without characters that are not seen. 1 to 255 characters. */
            legalName: string;
            /** @description The name in trade, where it is another. With a letter, and without characters that are not seen. 1 to 255 characters. */
            doingBusinessAs?: string;
            /** @description Where the business is registered. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            country?: string;
            /** @description Its number in the register. In the sandbox its last three digits choose the outcome of a verification. 1 to 64 characters. */
            registrationNumber?: string;
            /**
             * Format: date
             * @description The day on which it was registered. Not in the future. A day of the calendar, `YYYY-MM-DD`.
             */
            incorporatedOn?: string;
            /** @description Its legal form. */
            entityType?: components["schemas"]["EntityType"];
            /** @description Its tax number. 1 to 64 characters. */
            taxId?: string;
            /** @description Where it does business. At most 250 items. */
            countriesOfOperation?: string[];
            /** @description What it does. */
            businessType?: components["schemas"]["BusinessType"];
            /** @description What it wants the account for. */
            purposeOfAccount?: components["schemas"]["PurposeOfAccount"];
            /** @description Where its money comes from, in its own words. 1 to 1,000 characters. */
            sourceOfFunds?: string;
            /** @description How many payments it expects in a month. */
            expectedMonthlyTransactionCount?: components["schemas"]["ExpectedMonthlyTransactionCount"];
            /** @description How much money it expects to move in a month. */
            expectedMonthlyTransactionVolume?: components["schemas"]["ExpectedMonthlyTransactionVolume"];
            /** @description The countries that it expects to pay to. At most 250 items. */
            expectedRecipientJurisdictions?: string[];
        };
        /** @description What is known of a business; every fact may be given later. */
        BusinessInfoUpdateRequest: {
            /** @description The registered name. With a letter, and without characters that are not seen. 1 to 255 characters. */
            legalName?: string;
            /** @description The name in trade, where it is another. With a letter, and without characters that are not seen. 1 to 255 characters. */
            doingBusinessAs?: string;
            /** @description Where the business is registered. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            country?: string;
            /** @description Its number in the register. In the sandbox its last three digits choose the outcome of a verification. 1 to 64 characters. */
            registrationNumber?: string;
            /**
             * Format: date
             * @description The day on which it was registered. Not in the future. A day of the calendar, `YYYY-MM-DD`.
             */
            incorporatedOn?: string;
            /** @description Its legal form. */
            entityType?: components["schemas"]["EntityType"];
            /** @description Its tax number. 1 to 64 characters. */
            taxId?: string;
            /** @description Where it does business. At most 250 items. */
            countriesOfOperation?: string[];
            /** @description What it does. */
            businessType?: components["schemas"]["BusinessType"];
            /** @description What it wants the account for. */
            purposeOfAccount?: components["schemas"]["PurposeOfAccount"];
            /** @description Where its money comes from, in its own words. 1 to 1,000 characters. */
            sourceOfFunds?: string;
            /** @description How many payments it expects in a month. */
            expectedMonthlyTransactionCount?: components["schemas"]["ExpectedMonthlyTransactionCount"];
            /** @description How much money it expects to move in a month. */
            expectedMonthlyTransactionVolume?: components["schemas"]["ExpectedMonthlyTransactionVolume"];
            /** @description The countries that it expects to pay to. At most 250 items. */
            expectedRecipientJurisdictions?: string[];
        };
        /** @enum {string} */
        BusinessType: "AGRICULTURE_FORESTRY_FISHING_AND_HUNTING" | "MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION" | "UTILITIES" | "CONSTRUCTION" | "MANUFACTURING" | "WHOLESALE_TRADE" | "RETAIL_TRADE" | "TRANSPORTATION_AND_WAREHOUSING" | "INFORMATION" | "FINANCE_AND_INSURANCE" | "REAL_ESTATE_AND_RENTAL_AND_LEASING" | "PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES" | "MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES" | "ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES" | "EDUCATIONAL_SERVICES" | "HEALTH_CARE_AND_SOCIAL_ASSISTANCE" | "ARTS_ENTERTAINMENT_AND_RECREATION" | "ACCOMMODATION_AND_FOOD_SERVICES" | "OTHER_SERVICES" | "PUBLIC_ADMINISTRATION";
        BwpBeneficiary: components["schemas"]["BwpIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type BWP_ACCOUNT, to be created. Its `currency` is BWP.
         * @example {
         *       "accountType": "BWP_ACCOUNT",
         *       "phoneNumber": "+26771234567",
         *       "provider": "Orange Money",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        BwpExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "BWP_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +267. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["BwpBeneficiary"];
        };
        /**
         * @description An external account of type BWP_ACCOUNT. Its `currency` is BWP.
         * @example {
         *       "accountType": "BWP_ACCOUNT",
         *       "phoneNumber": "+26771234567",
         *       "provider": "Orange Money",
         *       "paymentRails": [
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        BwpExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "BWP_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +267. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["BwpBeneficiary"];
        };
        /** @description Who receives the money. */
        BwpIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        CadBeneficiary: components["schemas"]["CadIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type CAD_ACCOUNT, to be created. Its `currency` is CAD.
         * @example {
         *       "accountType": "CAD_ACCOUNT",
         *       "bankCode": "001",
         *       "branchCode": "00011",
         *       "accountNumber": "1234567",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        CadExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "CAD_ACCOUNT";
            /** @description The number of the bank: 3 digits. */
            bankCode: string;
            /** @description The number of the branch: 5 digits. */
            branchCode: string;
            /** @description The number of the account: 7 to 12 digits. */
            accountNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["CadBeneficiary"];
        };
        /**
         * @description An external account of type CAD_ACCOUNT. Its `currency` is CAD.
         * @example {
         *       "accountType": "CAD_ACCOUNT",
         *       "bankCode": "001",
         *       "branchCode": "00011",
         *       "accountNumber": "1234567",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        CadExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "CAD_ACCOUNT";
            /** @description The number of the bank: 3 digits. */
            bankCode: string;
            /** @description The number of the branch: 5 digits. */
            branchCode: string;
            /** @description The number of the account: 7 to 12 digits. */
            accountNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["CadBeneficiary"];
        };
        /** @description Who receives the money. */
        CadIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description The holder's number in a register: a text of up to 255 characters. */
            registrationNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description The platform's present. */
        ClockReading: {
            /**
             * Format: date-time
             * @description The platform's present. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            now: string;
        };
        CopBeneficiary: components["schemas"]["CopIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type COP_ACCOUNT, to be created. Its `currency` is COP.
         * @example {
         *       "accountType": "COP_ACCOUNT",
         *       "accountNumber": "123456789",
         *       "bankAccountType": "SAVINGS",
         *       "phoneNumber": "+573001234567",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        CopExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "COP_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /**
             * @description What kind of account it is: one of CHECKING, SAVINGS.
             * @enum {string}
             */
            bankAccountType: "CHECKING" | "SAVINGS";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["CopBeneficiary"];
        };
        /**
         * @description An external account of type COP_ACCOUNT. Its `currency` is COP.
         * @example {
         *       "accountType": "COP_ACCOUNT",
         *       "accountNumber": "123456789",
         *       "bankAccountType": "SAVINGS",
         *       "phoneNumber": "+573001234567",
         *       "paymentRails": [
         *         "BANK_TRANSFER",
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        CopExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "COP_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /**
             * @description What kind of account it is: one of CHECKING, SAVINGS.
             * @enum {string}
             */
            bankAccountType: "CHECKING" | "SAVINGS";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["CopBeneficiary"];
        };
        /** @description Who receives the money. */
        CopIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description A fact that must, or may, be known of the other party. */
        CounterpartyFieldDefinition: {
            /** @description Which fact. */
            name: components["schemas"]["CounterpartyFieldName"];
            /** @description true: without it there is no payment. false: told where it is known. */
            mandatory: boolean;
        };
        /** @enum {string} */
        CounterpartyFieldName: "FULL_NAME" | "BIRTH_DATE" | "NATIONALITY" | "PHONE_NUMBER" | "EMAIL" | "POSTAL_ADDRESS" | "TAX_ID" | "REGISTRATION_NUMBER" | "USER_TYPE" | "COUNTRY_OF_RESIDENCE" | "ACCOUNT_IDENTIFIER" | "FI_LEGAL_ENTITY_NAME" | "FI_ADDRESS" | "PURPOSE_OF_PAYMENT" | "ULTIMATE_INSTITUTION_COUNTRY" | "IDENTIFIER" | "BUSINESS_TYPE";
        /** @description A currency, as the reference shows it. */
        Currency: {
            /** @description ISO 4217 code, or that of a digital asset: `USD`, `BTC`. */
            code: string;
            /** @description English name, such as `US Dollar`. */
            name: string;
            /** @description Symbol, such as `$`; the code where there is none. */
            symbol: string;
            /** @description How many decimal places of its major unit the smallest unit is: 2 for USD, so 2500 is 25.00. At least 0. */
            decimals: number;
        };
        /** @description An amount in the smallest unit of its currency. */
        CurrencyAmount: {
            /**
             * Format: int64
             * @description How much. A whole number in the smallest unit of its currency. At most 9,223,372,036,854,775,807.
             */
            amount: number;
            /** @description What the amount is counted in. */
            currency: components["schemas"]["Currency"];
        };
        Customer: components["schemas"]["IndividualCustomer"] | components["schemas"]["BusinessCustomer"];
        CustomerCreateRequest: components["schemas"]["IndividualCustomerCreateRequest"] | components["schemas"]["BusinessCustomerCreateRequest"];
        /** @description A page of a list. */
        CustomerListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["Customer"][];
            /** @description Whether the list goes on: ask again with `nextCursor`. */
            hasMore: boolean;
            /** @description What to send as `cursor` for the next page, with the same filters. Absent on the last page. */
            nextCursor?: string;
            /** @description How many match in all. Above 10,000 matches of a filter it stays 10,000. */
            totalCount?: number;
        };
        /** @enum {string} */
        CustomerStatus: "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED";
        CustomerUpdateRequest: components["schemas"]["IndividualCustomerUpdateRequest"] | components["schemas"]["BusinessCustomerUpdateRequest"];
        CustomerWebhook: {
            /** @description `Webhook:<uuid>`; the same when the event is sent again. */
            id: string;
            /** @description What happened. */
            type: components["schemas"]["CustomerWebhookType"];
            /**
             * Format: date-time
             * @description When it happened, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            timestamp: string;
            /** @description What it happened to, as its GET showed it at that moment. */
            data: components["schemas"]["Customer"];
            /** @description The number of the event among those of the same resource, without gaps. At least 1. */
            sequence?: number;
            /** @description True where the event was too long: `data` has only short, plain values. */
            isTruncated?: boolean;
        };
        /** @enum {string} */
        CustomerWebhookType: "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING";
        /** @description A file of customers: CSV with a header, in UTF-8. */
        CustomersCsvUploadRequest: {
            /**
             * Format: binary
             * @description CSV in UTF-8 with a header, at most 100 MB.
             */
            file: Blob;
        };
        /** @description One attempt to deliver an event. */
        DeliveryAttempt: {
            /** @description Its number, from 1. */
            attempt: number;
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            at: string;
            /** @description Where it was sent. */
            url: string;
            /** @description The HTTP status of the answer. Absent where there was none. */
            responseStatus?: number;
            /** @description How long the answer took. */
            milliseconds: number;
            /** @description The beginning of the answer. */
            responseBody: string;
            /** @description Why there was no reply. Absent where there was one. */
            error?: string;
        };
        /** @description A bank or mobile-money provider that money can be sent to. */
        Discovery: {
            /** @description What external accounts of the currency take as `bankName` or `provider`. */
            bankName: string;
            /** @description The registered name, for people to read. */
            displayName: string;
            /** @description Where it is: ISO 3166-1 alpha-2. */
            country: string;
            /** @description Code of the currency that it is paid in. */
            currency: string;
            /** @description A bank, or a mobile-money provider. */
            kind?: components["schemas"]["InstitutionKind"];
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            rails?: string[];
        };
        /** @description A list that comes whole. */
        DiscoveryListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["Discovery"][];
        };
        DkkBeneficiary: components["schemas"]["DkkIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type DKK_ACCOUNT, to be created. Its `currency` is DKK.
         * @example {
         *       "accountType": "DKK_ACCOUNT",
         *       "iban": "DK5000400440116243",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        DkkExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "DKK_ACCOUNT";
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account in Denmark, Greenland or the Faroe Islands. */
            iban: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["DkkBeneficiary"];
        };
        /**
         * @description An external account of type DKK_ACCOUNT. Its `currency` is DKK.
         * @example {
         *       "accountType": "DKK_ACCOUNT",
         *       "iban": "DK5000400440116243",
         *       "paymentRails": [
         *         "SEPA",
         *         "SEPA_INSTANT"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        DkkExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "DKK_ACCOUNT";
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account in Denmark, Greenland or the Faroe Islands. */
            iban: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("SEPA" | "SEPA_INSTANT")[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["DkkBeneficiary"];
        };
        /** @description Who receives the money. */
        DkkIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description A document of a customer or of a beneficial owner. Its content is not shown. */
        Document: {
            /** @description Names the document in other requests. `Document:<uuid>`. */
            id: string;
            /** @description Whose document it is: `Customer:<uuid>` or `BeneficialOwner:<uuid>`. */
            documentHolder: string;
            /** @description What kind of document it is. */
            documentType: components["schemas"]["DocumentType"];
            /** @description Which side of it the file shows. Absent where that was not said. */
            side?: components["schemas"]["DocumentSide"];
            /** @description The country that has issued it. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            country: string;
            /** @description The number on it. Absent where none was given. */
            documentNumber?: string;
            /** @description The name that the file was uploaded with. */
            fileName: string;
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt?: string;
        };
        /** @description A page of a list. */
        DocumentListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["Document"][];
            /** @description Whether the list goes on: ask again with `nextCursor`. */
            hasMore: boolean;
            /** @description What to send as `cursor` for the next page, with the same filters. Absent on the last page. */
            nextCursor?: string;
            /** @description How many match in all. Above 10,000 matches of a filter it stays 10,000. */
            totalCount?: number;
        };
        /** @description What may be replaced: at least one part. */
        DocumentReplaceRequest: {
            /**
             * Format: binary
             * @description The document: PDF, JPEG or PNG, at most 10 MB. The content decides the format.
             */
            file?: Blob;
            /** @description What kind of document it is. */
            documentType?: components["schemas"]["DocumentType"];
            /** @description The country that has issued it. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            country?: string;
            /** @description Which side of it the file shows. */
            side?: components["schemas"]["DocumentSide"];
            /** @description The number on it. 1 to 64 characters. */
            documentNumber?: string;
        };
        /** @enum {string} */
        DocumentSide: "FRONT" | "BACK";
        /** @enum {string} */
        DocumentType: "PASSPORT" | "DRIVERS_LICENSE" | "NATIONAL_ID" | "PROOF_OF_ADDRESS" | "BANK_STATEMENT" | "TAX_RETURN" | "CERTIFICATE_OF_INCORPORATION" | "ARTICLES_OF_INCORPORATION" | "ARTICLES_OF_ASSOCIATION" | "STATE_REGISTRY_EXCERPT" | "GOOD_STANDING_CERTIFICATE" | "INFORMATION_STATEMENT" | "INCUMBENCY_CERTIFICATE" | "BUSINESS_LICENSE" | "SHAREHOLDER_REGISTER" | "POWER_OF_ATTORNEY" | "UTILITY_BILL" | "SELFIE" | "OTHER";
        /** @description A document to upload. */
        DocumentUploadRequest: {
            /**
             * Format: binary
             * @description The document: PDF, JPEG or PNG, at most 10 MB. The content decides the format.
             */
            file: Blob;
            /** @description What kind of document it is. */
            documentType: components["schemas"]["DocumentType"];
            /** @description The country that has issued it. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            country: string;
            /** @description Whose document it is: a customer or a beneficial owner. As a reply has shown it, with its prefix. */
            documentHolder: string;
            /** @description Which side of it the file shows. */
            side?: components["schemas"]["DocumentSide"];
            /** @description The number on it. 1 to 64 characters. */
            documentNumber?: string;
        };
        EgpBeneficiary: components["schemas"]["EgpIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type EGP_ACCOUNT, to be created. Its `currency` is EGP.
         * @example {
         *       "accountType": "EGP_ACCOUNT",
         *       "accountNumber": "263180002",
         *       "iban": "EG380019000500000000263180002",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        EgpExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "EGP_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. The account's IBAN will do in its place. */
            accountNumber: string;
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account in Egypt. */
            iban?: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["EgpBeneficiary"];
        };
        /**
         * @description An external account of type EGP_ACCOUNT. Its `currency` is EGP.
         * @example {
         *       "accountType": "EGP_ACCOUNT",
         *       "accountNumber": "263180002",
         *       "iban": "EG380019000500000000263180002",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        EgpExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "EGP_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. The account's IBAN will do in its place. */
            accountNumber: string;
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account in Egypt. */
            iban?: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["EgpBeneficiary"];
        };
        /** @description Who receives the money. */
        EgpIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence: string;
            /** @description The holder's postal address. */
            address: components["schemas"]["BeneficiaryAddress"];
        };
        /** @enum {string} */
        EntityType: "SOLE_PROPRIETORSHIP" | "PARTNERSHIP" | "LLC" | "CORPORATION" | "S_CORPORATION" | "NON_PROFIT" | "OTHER";
        /** @description A refusal with status 400. No operation of this version answers with `INVITATIONS_NOT_CONFIGURED`, `INVALID_RECEIVER`, `MISSING_REQUIRED_UMA_PARAMETERS`, `INVALID_REQUEST_FORMAT`, `INVALID_AMOUNT`, `DATA_MISMATCH`, `EXPIRED`, `SUSPECTED_FRAUD`, `INCOMPLETE`: listed for other institutions, the hosted pages, or later versions. */
        Error400: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 400;
            /** @description What to decide by: each operation says which of these it answers with. */
            code: components["schemas"]["Error400Code"];
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @enum {string} */
        Error400Code: "INVALID_INPUT" | "MISSING_MANDATORY_USER_INFO" | "INVITATION_ALREADY_CLAIMED" | "INVITATIONS_NOT_CONFIGURED" | "INVALID_UMA_ADDRESS" | "INVITATION_CANCELLED" | "INVITATION_EXPIRED" | "QUOTE_REQUEST_FAILED" | "INVALID_PAYREQ_RESPONSE" | "INVALID_RECEIVER" | "PARSE_PAYREQ_RESPONSE_ERROR" | "CERT_CHAIN_INVALID" | "CERT_CHAIN_EXPIRED" | "INVALID_PUBKEY_FORMAT" | "MISSING_REQUIRED_UMA_PARAMETERS" | "SENDER_NOT_ACCEPTED" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "INVALID_TIMESTAMP" | "INVALID_NONCE" | "INVALID_REQUEST_FORMAT" | "INVALID_BANK_ACCOUNT" | "SELF_PAYMENT" | "LOOKUP_REQUEST_FAILED" | "PARSE_LNURLP_RESPONSE_ERROR" | "INVALID_AMOUNT" | "WEBHOOK_ENDPOINT_NOT_SET" | "WEBHOOK_DELIVERY_ERROR" | "LOW_QUALITY" | "DATA_MISMATCH" | "EXPIRED" | "SUSPECTED_FRAUD" | "UNSUITABLE_DOCUMENT" | "INCOMPLETE" | "INSUFFICIENT_BALANCE" | "PULL_NOT_SUPPORTED" | "CURRENCY_MISMATCH";
        /** @description A refusal with status 401. No operation of this version answers with `INVALID_SIGNATURE`: listed for other institutions, the hosted pages, or later versions. */
        Error401: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 401;
            /** @description What to decide by: each operation says which of these it answers with. */
            code: components["schemas"]["Error401Code"];
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @enum {string} */
        Error401Code: "UNAUTHORIZED" | "INVALID_SIGNATURE";
        /** @description A refusal with status 403. No operation of this version answers with `VELOCITY_LIMIT_EXCEEDED`: listed for other institutions, the hosted pages, or later versions. */
        Error403: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 403;
            /** @description What to decide by: each operation says which of these it answers with. */
            code: components["schemas"]["Error403Code"];
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @enum {string} */
        Error403Code: "FORBIDDEN" | "USER_NOT_READY" | "COUNTERPARTY_NOT_ALLOWED" | "VELOCITY_LIMIT_EXCEEDED";
        /** @description A refusal with status 404. No operation of this version answers with `LOOKUP_REQUEST_NOT_FOUND`, `REFERENCE_NOT_FOUND`: listed for other institutions, the hosted pages, or later versions. */
        Error404: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 404;
            /** @description What to decide by: each operation says which of these it answers with. */
            code: components["schemas"]["Error404Code"];
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @enum {string} */
        Error404Code: "TRANSACTION_NOT_FOUND" | "INVITATION_NOT_FOUND" | "USER_NOT_FOUND" | "QUOTE_NOT_FOUND" | "LOOKUP_REQUEST_NOT_FOUND" | "TOKEN_NOT_FOUND" | "BULK_UPLOAD_JOB_NOT_FOUND" | "REFERENCE_NOT_FOUND" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "BENEFICIAL_OWNER_NOT_FOUND" | "DOCUMENT_NOT_FOUND" | "VERIFICATION_NOT_FOUND" | "NOT_FOUND";
        /** @description A refusal with status 408. */
        Error408: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 408;
            /**
             * @description What to decide by: each operation says which of these it answers with.
             * @constant
             */
            code: "REQUEST_TIMEOUT";
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @description A refusal with status 409. */
        Error409: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 409;
            /** @description What to decide by: each operation says which of these it answers with. */
            code: components["schemas"]["Error409Code"];
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @enum {string} */
        Error409Code: "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL" | "UMA_ADDRESS_EXISTS" | "QUOTE_EXPIRED" | "QUOTE_NOT_PENDING" | "EXTERNAL_ACCOUNT_EXISTS" | "DOCUMENT_SUBMITTED" | "CUSTOMER_HAS_FUNDS" | "IDEMPOTENCY_KEY_IN_USE";
        /** @description A refusal with status 410. */
        Error410: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 410;
            /**
             * @description What to decide by: each operation says which of these it answers with.
             * @constant
             */
            code: "CUSTOMER_DELETED";
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @description A refusal with status 412. No operation of this version answers with `UNSUPPORTED_UMA_VERSION`: listed for other institutions, the hosted pages, or later versions. */
        Error412: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 412;
            /**
             * @description What to decide by: each operation says which of these it answers with.
             * @constant
             */
            code: "UNSUPPORTED_UMA_VERSION";
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @description A refusal with status 413. */
        Error413: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 413;
            /**
             * @description What to decide by: each operation says which of these it answers with.
             * @constant
             */
            code: "PAYLOAD_TOO_LARGE";
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @description A refusal with status 415. */
        Error415: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 415;
            /**
             * @description What to decide by: each operation says which of these it answers with.
             * @constant
             */
            code: "UNSUPPORTED_MEDIA_TYPE";
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @description A refusal with status 422. */
        Error422: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 422;
            /**
             * @description What to decide by: each operation says which of these it answers with.
             * @constant
             */
            code: "IDEMPOTENCY_KEY_REUSED";
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @description A refusal with status 424. */
        Error424: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 424;
            /** @description What to decide by: each operation says which of these it answers with. */
            code: components["schemas"]["Error424Code"];
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @enum {string} */
        Error424Code: "PAYREQ_REQUEST_FAILED" | "COUNTERPARTY_PUBKEY_FETCH_ERROR" | "NO_COMPATIBLE_UMA_VERSION" | "LNURLP_REQUEST_FAILED";
        /** @description A refusal with status 429. */
        Error429: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 429;
            /**
             * @description What to decide by: each operation says which of these it answers with.
             * @constant
             */
            code: "RATE_LIMITED";
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @description A refusal with status 500. */
        Error500: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 500;
            /** @description What to decide by: each operation says which of these it answers with. */
            code: components["schemas"]["Error500Code"];
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @enum {string} */
        Error500Code: "SWITCH_ERROR" | "INTERNAL_ERROR";
        /** @description A refusal with status 501. No operation of this version answers with `NOT_IMPLEMENTED`: listed for other institutions, the hosted pages, or later versions. */
        Error501: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 501;
            /** @description What to decide by: each operation says which of these it answers with. */
            code: components["schemas"]["Error501Code"];
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @enum {string} */
        Error501Code: "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY" | "NOT_IMPLEMENTED";
        /** @description A refusal with status 503. */
        Error503: {
            /**
             * @description The HTTP status of the reply.
             * @constant
             */
            status: 503;
            /**
             * @description What to decide by: each operation says which of these it answers with.
             * @constant
             */
            code: "SERVICE_UNAVAILABLE";
            /** @description A sentence for developers. It may change: decide by `code`. */
            message: string;
            /** @description More about it, by `code`. Where fields of the request are wrong, `errors` has an object for each, with `field`, a dotted path, and `reason`. */
            details?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description The page that tells the cause of this code, and what to do about it.
             */
            documentationUrl?: string;
        };
        /** @description A withdrawal that somebody thinks of. */
        EstimateCryptoWithdrawalFeeRequest: {
            /** @description The account that the money would leave. As a reply has shown it, with its prefix. */
            internalAccountId: string;
            /** @description What would be sent: an asset that some network carries. */
            currency: components["schemas"]["NetworkCurrency"];
            /** @description The network to send it on: one that carries the currency. 1 to 64 characters. */
            cryptoNetwork: string;
            /**
             * Format: int64
             * @description How much would leave the account, fees included, in the smallest unit of `currency`. 1 to 9,223,372,036,854,775,807.
             */
            amount: number;
            /** @description The address of the wallet, in the form of the network's addresses. 1 to 4,096 characters. */
            destinationAddress: string;
        };
        /** @description What it would cost. */
        EstimateCryptoWithdrawalFeeResponse: {
            /**
             * Format: int64
             * @description What the network takes, in the smallest unit of `networkFeeAsset`. 0 to 9,223,372,036,854,775,807.
             */
            networkFee: number;
            /** @description Code of the asset in which the network is paid. */
            networkFeeAsset: string;
            /**
             * Format: int64
             * @description The service's own fee, in the smallest unit of the currency. 0 to 9,223,372,036,854,775,807.
             */
            applicationFee: number;
            /**
             * Format: int64
             * @description Both fees together, in the smallest unit of the currency. 0 to 9,223,372,036,854,775,807.
             */
            totalFee: number;
            /**
             * Format: int64
             * @description What would arrive, `amount` less `totalFee`, in the smallest unit of the currency. 1 to 9,223,372,036,854,775,807.
             */
            netAmount: number;
        };
        /**
         * @description An external account of type ETHEREUM_WALLET. Its `currency` is USDC.
         * @example {
         *       "accountType": "ETHEREUM_WALLET",
         *       "address": "0x52908400098527886E0F7030069857D2E4169EE7"
         *     }
         */
        EthereumWalletExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "ETHEREUM_WALLET";
            /** @description The address of the wallet: 42 characters: "0x" followed by 40 hexadecimal digits. Where small and capital letters are mixed, the capitals are those of EIP-55. Not the zero address. */
            address: string;
        };
        EurBeneficiary: components["schemas"]["EurIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type EUR_ACCOUNT, to be created. Its `currency` is EUR.
         * @example {
         *       "accountType": "EUR_ACCOUNT",
         *       "iban": "DE89370400440532013000",
         *       "swiftCode": "COBADEFFXXX",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        EurExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "EUR_ACCOUNT";
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account that SEPA reaches, or in Kosovo. */
            iban: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["EurBeneficiary"];
        };
        /**
         * @description An external account of type EUR_ACCOUNT. Its `currency` is EUR.
         * @example {
         *       "accountType": "EUR_ACCOUNT",
         *       "iban": "DE89370400440532013000",
         *       "swiftCode": "COBADEFFXXX",
         *       "paymentRails": [
         *         "SEPA",
         *         "SEPA_INSTANT"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        EurExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "EUR_ACCOUNT";
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account that SEPA reaches, or in Kosovo. */
            iban: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("SEPA" | "SEPA_INSTANT")[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["EurBeneficiary"];
        };
        /** @description Who receives the money. */
        EurIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description Something that happened, as it was told or will be. */
        Event: {
            /** @description Names the event in paths. `Event:<uuid>`. */
            id: string;
            /** @description The `id` in what your endpoint gets, the same in every attempt. `Webhook:<uuid>`. */
            webhookId: string;
            /** @description What happened. */
            type: components["schemas"]["EventType"];
            /** @description What it happened to: its `id`, or the code of an invitation. */
            resourceId: string;
            /** @description Where its delivery stands. */
            status: components["schemas"]["EventStatus"];
            /** @description How often it was sent so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it will be sent, or sent again. Absent when it will not be. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
        };
        /** @description A page of a list. */
        EventListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["Event"][];
            /** @description Whether the list goes on: ask again with `nextCursor`. */
            hasMore: boolean;
            /** @description What to send as `cursor` for the next page, with the same filters. Absent on the last page. */
            nextCursor?: string;
            /** @description How many match in all. Above 10,000 matches of a filter it stays 10,000. */
            totalCount?: number;
        };
        /** @enum {string} */
        EventStatus: "PENDING" | "WAITING" | "DELIVERED" | "REFUSED" | "ABANDONED" | "NO_ENDPOINT";
        /** @enum {string} */
        EventType: "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED" | "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED" | "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING" | "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.READY_FOR_VERIFICATION" | "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INVITATION.CLAIMED" | "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED" | "TEST";
        /** @description An event with what was sent and every attempt to send it. */
        EventWithAttempts: {
            /** @description Names the event in paths. `Event:<uuid>`. */
            id: string;
            /** @description The `id` in what your endpoint gets, the same in every attempt. `Webhook:<uuid>`. */
            webhookId: string;
            /** @description What happened. */
            type: components["schemas"]["EventType"];
            /** @description What it happened to: its `id`, or the code of an invitation. */
            resourceId: string;
            /** @description Where its delivery stands. */
            status: components["schemas"]["EventStatus"];
            /** @description How often it was sent so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it will be sent, or sent again. Absent when it will not be. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /** @description What was sent, or will be: the JSON of the body. */
            payload: unknown;
            /** @description Every attempt, oldest first. */
            deliveries: components["schemas"]["DeliveryAttempt"][];
        };
        /** @description What an amount sent over a corridor and a rail gives at present. */
        ExchangeRate: {
            /** @description What is sent. */
            sourceCurrency: components["schemas"]["Currency"];
            /** @description What arrives. */
            destinationCurrency: components["schemas"]["Currency"];
            /** @description The rail that it arrives by: a name that `paymentRail` of a quote takes. */
            destinationPaymentRail: string;
            /**
             * Format: int64
             * @description The least that may be sent, in the smallest unit of the source currency. 0 to 9,223,372,036,854,775,807.
             */
            minSendingAmount: number;
            /**
             * Format: int64
             * @description The most that may be sent, in the smallest unit of the source currency. 0 to 9,223,372,036,854,775,807.
             */
            maxSendingAmount: number;
            /**
             * Format: int64
             * @description The amount that was asked about, in the smallest unit of the source currency. 0 to 9,223,372,036,854,775,807.
             */
            sendingAmount: number;
            /**
             * Format: int64
             * @description What would arrive of it, fees taken off, in the smallest unit of the destination currency. 0 to 9,223,372,036,854,775,807.
             */
            receivingAmount: number;
            /** @description Major units of the source currency for one major unit of the destination currency, margin included. */
            exchangeRate: number;
            /** @description What is charged. */
            fees: components["schemas"]["ExchangeRateFees"];
            /**
             * Format: date-time
             * @description When the rate was taken from its source. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt: string;
        };
        /** @description What the service charges on a corridor. */
        ExchangeRateFees: {
            /**
             * Format: int64
             * @description Fixed fee of one payment, in the smallest unit of the source currency. 0 to 9,223,372,036,854,775,807.
             */
            fixed: number;
            /**
             * Format: double
             * @description Share of the whole sending amount: 0.015 is 1.5 per cent.
             */
            variableRate: number;
        };
        /** @description A list that comes whole. */
        ExchangeRateListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["ExchangeRate"][];
        };
        /** @enum {string} */
        ExpectedMonthlyTransactionCount: "COUNT_UNDER_10" | "COUNT_10_TO_100" | "COUNT_100_TO_500" | "COUNT_500_TO_1000" | "COUNT_OVER_1000";
        /** @enum {string} */
        ExpectedMonthlyTransactionVolume: "VOLUME_UNDER_10K" | "VOLUME_10K_TO_100K" | "VOLUME_100K_TO_1M" | "VOLUME_1M_TO_10M" | "VOLUME_OVER_10M";
        /** @description An external account. */
        ExternalAccount: {
            /** @description Names the account in other requests. `ExternalAccount:<uuid>`. */
            id: string;
            /** @description Whose account it is. Absent for the platform's own. `Customer:<uuid>`. */
            customerId?: string;
            /** @description Whether money may go there: only an `ACTIVE` account pays or is paid. */
            status: components["schemas"]["ExternalAccountStatus"];
            /** @description Your own name of the account. Absent where you gave none. */
            platformAccountId?: string;
            /** @description Code of the currency. */
            currency: string;
            /** @description Whether money that comes to the customer by UMA goes on to this account. */
            defaultUmaDepositAccount: boolean;
            /** @description What the account's bank said about the beneficiary's name. Absent for types without a name check. */
            beneficiaryVerificationStatus?: components["schemas"]["BeneficiaryVerificationStatus"];
            /** @description What the bank told of the beneficiary. Absent where it told nothing. */
            beneficiaryVerifiedData?: components["schemas"]["BeneficiaryVerifiedData"];
            /** @description The network of a wallet, as it was given. Absent where none was. */
            cryptoNetwork?: string;
            /** @description The data of the account: `accountType` says which fields there are. */
            accountInfo: components["schemas"]["ExternalAccountInfo"];
            /** @description What is worth knowing and did not stop the account. Absent where there is nothing. */
            details?: components["schemas"]["ExternalAccountDetails"];
        };
        ExternalAccountCreateInfo: components["schemas"]["UsdExternalAccountCreateInfo"] | components["schemas"]["CadExternalAccountCreateInfo"] | components["schemas"]["MxnExternalAccountCreateInfo"] | components["schemas"]["BrlExternalAccountCreateInfo"] | components["schemas"]["CopExternalAccountCreateInfo"] | components["schemas"]["GtqExternalAccountCreateInfo"] | components["schemas"]["HtgExternalAccountCreateInfo"] | components["schemas"]["JmdExternalAccountCreateInfo"] | components["schemas"]["EurExternalAccountCreateInfo"] | components["schemas"]["DkkExternalAccountCreateInfo"] | components["schemas"]["GbpExternalAccountCreateInfo"] | components["schemas"]["AedExternalAccountCreateInfo"] | components["schemas"]["BdtExternalAccountCreateInfo"] | components["schemas"]["HkdExternalAccountCreateInfo"] | components["schemas"]["IdrExternalAccountCreateInfo"] | components["schemas"]["InrExternalAccountCreateInfo"] | components["schemas"]["MyrExternalAccountCreateInfo"] | components["schemas"]["PhpExternalAccountCreateInfo"] | components["schemas"]["PkrExternalAccountCreateInfo"] | components["schemas"]["SgdExternalAccountCreateInfo"] | components["schemas"]["ThbExternalAccountCreateInfo"] | components["schemas"]["VndExternalAccountCreateInfo"] | components["schemas"]["BwpExternalAccountCreateInfo"] | components["schemas"]["EgpExternalAccountCreateInfo"] | components["schemas"]["GhsExternalAccountCreateInfo"] | components["schemas"]["KesExternalAccountCreateInfo"] | components["schemas"]["MwkExternalAccountCreateInfo"] | components["schemas"]["NgnExternalAccountCreateInfo"] | components["schemas"]["RwfExternalAccountCreateInfo"] | components["schemas"]["TzsExternalAccountCreateInfo"] | components["schemas"]["UgxExternalAccountCreateInfo"] | components["schemas"]["XafExternalAccountCreateInfo"] | components["schemas"]["XofExternalAccountCreateInfo"] | components["schemas"]["ZarExternalAccountCreateInfo"] | components["schemas"]["ZmwExternalAccountCreateInfo"] | components["schemas"]["SparkWalletExternalAccountInfo"] | components["schemas"]["LightningExternalAccountInfo"] | components["schemas"]["SolanaWalletExternalAccountInfo"] | components["schemas"]["TronWalletExternalAccountInfo"] | components["schemas"]["PolygonWalletExternalAccountInfo"] | components["schemas"]["BaseWalletExternalAccountInfo"] | components["schemas"]["EthereumWalletExternalAccountInfo"];
        /** @description An external account of a customer; without `customerId` it is the platform's own. */
        ExternalAccountCreateRequest: {
            /** @description The currency of the account: that of the account type. A code such as `USD` or `BTC`. */
            currency: string;
            /** @description Your own name of the account. 1 to 255 characters. */
            platformAccountId?: string;
            /** @description Of a wallet: the network that its account type names. Left out: that network. 1 to 64 characters. */
            cryptoNetwork?: string;
            /** @description The data of the account: `accountType` says which fields there are. */
            accountInfo: components["schemas"]["ExternalAccountCreateInfo"];
            /** @description Whose account it is. Left out: the platform's own. As a reply has shown it, with its prefix. */
            customerId?: string;
            /** @description true: money that comes to the customer by UMA goes on to this account, and to no other. If left out: `false`. */
            defaultUmaDepositAccount?: boolean;
        };
        /** @description What is worth knowing about an account, and did not stop it. */
        ExternalAccountDetails: {
            /** @description What is odd about a field: its name as `field` and a sentence as `reason`. */
            warnings: {
                [key: string]: string;
            }[];
        };
        ExternalAccountInfo: components["schemas"]["UsdExternalAccountInfo"] | components["schemas"]["CadExternalAccountInfo"] | components["schemas"]["MxnExternalAccountInfo"] | components["schemas"]["BrlExternalAccountInfo"] | components["schemas"]["CopExternalAccountInfo"] | components["schemas"]["GtqExternalAccountInfo"] | components["schemas"]["HtgExternalAccountInfo"] | components["schemas"]["JmdExternalAccountInfo"] | components["schemas"]["EurExternalAccountInfo"] | components["schemas"]["DkkExternalAccountInfo"] | components["schemas"]["GbpExternalAccountInfo"] | components["schemas"]["AedExternalAccountInfo"] | components["schemas"]["BdtExternalAccountInfo"] | components["schemas"]["HkdExternalAccountInfo"] | components["schemas"]["IdrExternalAccountInfo"] | components["schemas"]["InrExternalAccountInfo"] | components["schemas"]["MyrExternalAccountInfo"] | components["schemas"]["PhpExternalAccountInfo"] | components["schemas"]["PkrExternalAccountInfo"] | components["schemas"]["SgdExternalAccountInfo"] | components["schemas"]["ThbExternalAccountInfo"] | components["schemas"]["VndExternalAccountInfo"] | components["schemas"]["BwpExternalAccountInfo"] | components["schemas"]["EgpExternalAccountInfo"] | components["schemas"]["GhsExternalAccountInfo"] | components["schemas"]["KesExternalAccountInfo"] | components["schemas"]["MwkExternalAccountInfo"] | components["schemas"]["NgnExternalAccountInfo"] | components["schemas"]["RwfExternalAccountInfo"] | components["schemas"]["TzsExternalAccountInfo"] | components["schemas"]["UgxExternalAccountInfo"] | components["schemas"]["XafExternalAccountInfo"] | components["schemas"]["XofExternalAccountInfo"] | components["schemas"]["ZarExternalAccountInfo"] | components["schemas"]["ZmwExternalAccountInfo"] | components["schemas"]["SparkWalletExternalAccountInfo"] | components["schemas"]["LightningExternalAccountInfo"] | components["schemas"]["SolanaWalletExternalAccountInfo"] | components["schemas"]["TronWalletExternalAccountInfo"] | components["schemas"]["PolygonWalletExternalAccountInfo"] | components["schemas"]["BaseWalletExternalAccountInfo"] | components["schemas"]["EthereumWalletExternalAccountInfo"];
        /** @description A page of a list. */
        ExternalAccountListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["ExternalAccount"][];
            /** @description Whether the list goes on: ask again with `nextCursor`. */
            hasMore: boolean;
            /** @description What to send as `cursor` for the next page, with the same filters. Absent on the last page. */
            nextCursor?: string;
            /** @description How many match in all. Above 10,000 matches of a filter it stays 10,000. */
            totalCount?: number;
        };
        /** @enum {string} */
        ExternalAccountStatus: "PENDING" | "ACTIVE" | "UNDER_REVIEW" | "INACTIVE";
        /** @enum {string} */
        Failure: "TIMEOUT" | "UNREACHABLE";
        /** @enum {string} */
        FailureReason: "INSUFFICIENT_FUNDS" | "ACCOUNT_INVALID" | "BANK_REJECTED" | "TIMED_OUT" | "LNURLP_FAILED" | "PAY_REQUEST_FAILED" | "PAYMENT_APPROVAL_WEBHOOK_ERROR" | "PAYMENT_APPROVAL_TIMED_OUT" | "OFFRAMP_FAILED" | "MISSING_MANDATORY_PAYEE_DATA" | "QUOTE_EXPIRED" | "QUOTE_EXECUTION_FAILED" | "LIGHTNING_PAYMENT_FAILED" | "FUNDING_AMOUNT_MISMATCH" | "COUNTERPARTY_POST_TX_FAILED";
        GbpBeneficiary: components["schemas"]["GbpIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type GBP_ACCOUNT, to be created. Its `currency` is GBP.
         * @example {
         *       "accountType": "GBP_ACCOUNT",
         *       "sortCode": "040004",
         *       "accountNumber": "12345678",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        GbpExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "GBP_ACCOUNT";
            /** @description The sort code of the branch: 6 digits. */
            sortCode: string;
            /** @description The number of the account: 8 digits. */
            accountNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["GbpBeneficiary"];
        };
        /**
         * @description An external account of type GBP_ACCOUNT. Its `currency` is GBP.
         * @example {
         *       "accountType": "GBP_ACCOUNT",
         *       "sortCode": "040004",
         *       "accountNumber": "12345678",
         *       "paymentRails": [
         *         "FASTER_PAYMENTS"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        GbpExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "GBP_ACCOUNT";
            /** @description The sort code of the branch: 6 digits. */
            sortCode: string;
            /** @description The number of the account: 8 digits. */
            accountNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "FASTER_PAYMENTS"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["GbpBeneficiary"];
        };
        /** @description Who receives the money. */
        GbpIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        GhsBeneficiary: components["schemas"]["GhsIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type GHS_ACCOUNT, to be created. Its `currency` is GHS.
         * @example {
         *       "accountType": "GHS_ACCOUNT",
         *       "accountNumber": "1234567890123",
         *       "phoneNumber": "+233201234567",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        GhsExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "GHS_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["GhsBeneficiary"];
        };
        /**
         * @description An external account of type GHS_ACCOUNT. Its `currency` is GHS.
         * @example {
         *       "accountType": "GHS_ACCOUNT",
         *       "accountNumber": "1234567890123",
         *       "phoneNumber": "+233201234567",
         *       "paymentRails": [
         *         "BANK_TRANSFER",
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        GhsExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "GHS_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["GhsBeneficiary"];
        };
        /** @description Who receives the money. */
        GhsIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        GtqBeneficiary: components["schemas"]["GtqIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type GTQ_ACCOUNT, to be created. Its `currency` is GTQ.
         * @example {
         *       "accountType": "GTQ_ACCOUNT",
         *       "accountNumber": "01020000001210029690",
         *       "phoneNumber": "+50251234567",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        GtqExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "GTQ_ACCOUNT";
            /** @description 1 to 34 digits or letters from A to Z, the number of the account. Without blanks and hyphens, and not zeros alone. The account's IBAN will do in its place. */
            accountNumber: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["GtqBeneficiary"];
        };
        /**
         * @description An external account of type GTQ_ACCOUNT. Its `currency` is GTQ.
         * @example {
         *       "accountType": "GTQ_ACCOUNT",
         *       "accountNumber": "01020000001210029690",
         *       "phoneNumber": "+50251234567",
         *       "paymentRails": [
         *         "BANK_TRANSFER",
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        GtqExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "GTQ_ACCOUNT";
            /** @description 1 to 34 digits or letters from A to Z, the number of the account. Without blanks and hyphens, and not zeros alone. The account's IBAN will do in its place. */
            accountNumber: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["GtqBeneficiary"];
        };
        /** @description Who receives the money. */
        GtqIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        HkdBeneficiary: components["schemas"]["HkdIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type HKD_ACCOUNT, to be created. Its `currency` is HKD.
         * @example {
         *       "accountType": "HKD_ACCOUNT",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "bankName": "Hang Seng Bank",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        HkdExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "HKD_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["HkdBeneficiary"];
        };
        /**
         * @description An external account of type HKD_ACCOUNT. Its `currency` is HKD.
         * @example {
         *       "accountType": "HKD_ACCOUNT",
         *       "bankName": "Hang Seng Bank",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        HkdExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "HKD_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["HkdBeneficiary"];
        };
        /** @description Who receives the money. */
        HkdIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        HtgBeneficiary: components["schemas"]["HtgIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type HTG_ACCOUNT, to be created. Its `currency` is HTG.
         * @example {
         *       "accountType": "HTG_ACCOUNT",
         *       "phoneNumber": "+50934123456",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        HtgExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "HTG_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +509. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["HtgBeneficiary"];
        };
        /**
         * @description An external account of type HTG_ACCOUNT. Its `currency` is HTG.
         * @example {
         *       "accountType": "HTG_ACCOUNT",
         *       "phoneNumber": "+50934123456",
         *       "paymentRails": [
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        HtgExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "HTG_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +509. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["HtgBeneficiary"];
        };
        /** @description Who receives the money. */
        HtgIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @enum {string} */
        IdentificationType: "SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID";
        IdrBeneficiary: components["schemas"]["IdrIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type IDR_ACCOUNT, to be created. Its `currency` is IDR.
         * @example {
         *       "accountType": "IDR_ACCOUNT",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "bankName": "Bank Mandiri",
         *       "phoneNumber": "+6281234567890",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        IdrExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "IDR_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The telephone number of the account's holder: "+62" followed by 9 to 12 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["IdrBeneficiary"];
        };
        /**
         * @description An external account of type IDR_ACCOUNT. Its `currency` is IDR.
         * @example {
         *       "accountType": "IDR_ACCOUNT",
         *       "bankName": "Bank Mandiri",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "phoneNumber": "+6281234567890",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        IdrExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "IDR_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The telephone number of the account's holder: "+62" followed by 9 to 12 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["IdrBeneficiary"];
        };
        /** @description Who receives the money. */
        IdrIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        IncomingPaymentWebhook: {
            /** @description `Webhook:<uuid>`; the same when the event is sent again. */
            id: string;
            /** @description What happened. */
            type: components["schemas"]["IncomingPaymentWebhookType"];
            /**
             * Format: date-time
             * @description When it happened, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            timestamp: string;
            /** @description What it happened to, as its GET showed it at that moment. */
            data: components["schemas"]["IncomingPaymentWebhookData"];
            /** @description The number of the event among those of the same resource, without gaps. At least 1. */
            sequence?: number;
            /** @description True where the event was too long: `data` has only short, plain values. */
            isTruncated?: boolean;
        };
        /** @description An incoming payment as an event tells of it; the one that asks for an approval may ask about the receiver too. */
        IncomingPaymentWebhookData: {
            /** @description Names the payment in paths. `Transaction:<uuid>`. */
            id: string;
            /** @description Where the payment stands. */
            status: components["schemas"]["TransactionStatus"];
            /** @description Who pays: `sourceType` says which fields there are. */
            source: components["schemas"]["TransactionSource"];
            /** @description Who is paid: `destinationType` says which fields there are. */
            destination: components["schemas"]["TransactionDestination"];
            /** @description The customer whose payment it is, `Customer:<uuid>`; empty for one of the platform itself. */
            customerId: string;
            /** @description Your own name of that customer; empty for a payment of the platform itself. */
            platformCustomerId: string;
            /** @description What you gave as `description`. Absent where nothing was given. */
            description?: string;
            /** @description What is known of the other party, by counterparty field. Absent where nothing is. */
            counterpartyInformation?: {
                [key: string]: string;
            };
            /** @description Why the payment ended without success. Absent for any other. */
            failureReason?: components["schemas"]["FailureReason"];
            /**
             * Format: date-time
             * @description When the money had arrived. Absent before. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            settledAt?: string;
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt: string;
            /**
             * @description Money that comes in.
             * @constant
             */
            type: "INCOMING";
            /** @description What the customer gets. */
            receivedAmount: components["schemas"]["CurrencyAmount"];
            /** @description What to look for on a bank statement. Absent where the payment is on none. */
            reconciliationInstructions?: components["schemas"]["ReconciliationInstructions"];
            /** @description What was charged on an exchange; amounts in satoshis. Absent without one. */
            rateDetails?: components["schemas"]["IncomingRateDetails"];
            /** @description What the sender's side wants to know of the receiver: `receiverCustomerInfo` of the approval tells it. Absent where it asks for nothing. */
            requestedReceiverCustomerInfoFields?: components["schemas"]["CounterpartyFieldDefinition"][];
        };
        IncomingPaymentWebhookForbiddenResponse: {
            /** @description Why, in words for staff. */
            reason?: string;
        };
        IncomingPaymentWebhookResponse: {
            /** @description What `requestedReceiverCustomerInfoFields` asks for, by the names of its fields. */
            receiverCustomerInfo?: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        IncomingPaymentWebhookType: "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED";
        /** @description What the service charged on an incoming payment. */
        IncomingRateDetails: {
            /**
             * Format: double
             * @description What the rate was multiplied by as the margin: 1.01 is 1 per cent.
             */
            serviceApiMultiplier: number;
            /**
             * Format: int64
             * @description Fixed fee. A whole number in the smallest unit of its currency. 0 to 9,223,372,036,854,775,807.
             */
            serviceApiFixedFee: number;
            /**
             * Format: double
             * @description Variable fee as a share of the whole amount that is sent: 0.015 is 1.5 per cent.
             */
            serviceApiVariableFeeRate: number;
            /**
             * Format: int64
             * @description Variable fee of this payment. A whole number in the smallest unit of its currency. 0 to 9,223,372,036,854,775,807.
             */
            serviceApiVariableFeeAmount: number;
        };
        /** @description Money coming in to an internal account. */
        IncomingTransaction: {
            /** @description Names the payment in paths. `Transaction:<uuid>`. */
            id: string;
            /** @description Where the payment stands. */
            status: components["schemas"]["TransactionStatus"];
            /** @description Who pays: `sourceType` says which fields there are. */
            source: components["schemas"]["TransactionSource"];
            /** @description Who is paid: `destinationType` says which fields there are. */
            destination: components["schemas"]["TransactionDestination"];
            /** @description The customer whose payment it is, `Customer:<uuid>`; empty for one of the platform itself. */
            customerId: string;
            /** @description Your own name of that customer; empty for a payment of the platform itself. */
            platformCustomerId: string;
            /** @description What you gave as `description`. Absent where nothing was given. */
            description?: string;
            /** @description What is known of the other party, by counterparty field. Absent where nothing is. */
            counterpartyInformation?: {
                [key: string]: string;
            };
            /** @description Why the payment ended without success. Absent for any other. */
            failureReason?: components["schemas"]["FailureReason"];
            /**
             * Format: date-time
             * @description When the money had arrived. Absent before. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            settledAt?: string;
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt: string;
            /**
             * @description Money that comes in. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "INCOMING";
            /** @description What the customer gets. */
            receivedAmount: components["schemas"]["CurrencyAmount"];
            /** @description What to look for on a bank statement. Absent where the payment is on none. */
            reconciliationInstructions?: components["schemas"]["ReconciliationInstructions"];
            /** @description What was charged on an exchange; amounts in satoshis. Absent without one. */
            rateDetails?: components["schemas"]["IncomingRateDetails"];
        };
        /** @description A customer who is a person. */
        IndividualCustomer: {
            /** @description Names the customer in other requests. `Customer:<uuid>`. */
            id: string;
            /** @description Your own name of the customer; the service makes one where you gave none. */
            platformCustomerId: string;
            /** @description The country that you gave as the one whose rules apply. Absent where none was given. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            region?: string;
            /** @description Codes of the currencies that the customer has internal accounts in; the first is what invitations are sent in. */
            currencies: string[];
            /** @description The UMA address, `$user@domain` in small letters. */
            umaAddress: string;
            /** @description Postal address. Absent while it is not known. */
            address?: components["schemas"]["Address"];
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt: string;
            /** @description Whether the customer was deleted: its history can be read, and nothing new done. */
            isDeleted: boolean;
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            customerType: "INDIVIDUAL";
            /** @description Whether the identity was verified: only an `APPROVED` customer pays and is paid. */
            kycStatus: components["schemas"]["CustomerStatus"];
            /** @description First and last names. Absent while they are not known. */
            fullName?: string;
            /**
             * Format: date
             * @description Day of birth. Absent while it is not known. A day of the calendar, `YYYY-MM-DD`.
             */
            birthDate?: string;
            /** @description Nationality. Absent while it is not known. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            nationality?: string;
        };
        /** @description An individual to create. */
        IndividualCustomerCreateRequest: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            customerType: "INDIVIDUAL";
            /** @description Your own name of the customer, unique among yours. Left out: the service makes one. 1 to 255 characters. */
            platformCustomerId?: string;
            /** @description The country whose rules apply to the customer. It never changes. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            region?: string;
            /** @description What the customer gets internal accounts in: currencies of the platform's, each once; the first is what invitations are sent in. 1 to 200 items. */
            currencies?: string[];
            /** @description The address that the customer is paid at, of the platform's `umaDomain`. The user has 1 to 64 characters; it is kept in small letters. `$user@domain`. */
            umaAddress?: string;
            /** @description Ignored, so that what was read can be sent back: only the service decides. */
            kycStatus?: components["schemas"]["CustomerStatus"];
            /** @description First and last names. In the sandbox the last three characters choose the outcome of the check. With a letter, and without characters that are not seen. 1 to 255 characters. */
            fullName?: string;
            /**
             * Format: date
             * @description Day of birth: from 1900 on, and not in the future. A day of the calendar, `YYYY-MM-DD`.
             */
            birthDate?: string;
            /** @description Nationality. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            nationality?: string;
            /** @description Postal address; it is replaced as a whole. */
            address?: components["schemas"]["Address"];
        };
        /** @description What may change of an individual. */
        IndividualCustomerUpdateRequest: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            customerType: "INDIVIDUAL";
            /** @description What the customer gets internal accounts in: currencies of the platform's, each once; the first is what invitations are sent in. 1 to 200 items. */
            currencies?: string[];
            /** @description The address that the customer is paid at, of the platform's `umaDomain`. The user has 1 to 64 characters; it is kept in small letters. `$user@domain`. */
            umaAddress?: string;
            /** @description Ignored, so that what was read can be sent back: only the service decides. */
            kycStatus?: components["schemas"]["CustomerStatus"];
            /** @description First and last names. In the sandbox the last three characters choose the outcome of the check. With a letter, and without characters that are not seen. 1 to 255 characters. */
            fullName?: string;
            /**
             * Format: date
             * @description Day of birth: from 1900 on, and not in the future. A day of the calendar, `YYYY-MM-DD`.
             */
            birthDate?: string;
            /** @description Nationality. ISO 3166-1 alpha-2 in capitals, such as `MX`. */
            nationality?: string;
            /** @description Postal address; it is replaced as a whole. */
            address?: components["schemas"]["Address"];
        };
        InrBeneficiary: components["schemas"]["InrIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type INR_ACCOUNT, to be created. Its `currency` is INR.
         * @example {
         *       "accountType": "INR_ACCOUNT",
         *       "vpa": "ana.lopez@okbank",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        InrExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "INR_ACCOUNT";
            /** @description A UPI address of 3 to 255 characters, a name and a provider joined by "@", such as "name@bank". */
            vpa: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["InrBeneficiary"];
        };
        /**
         * @description An external account of type INR_ACCOUNT. Its `currency` is INR.
         * @example {
         *       "accountType": "INR_ACCOUNT",
         *       "vpa": "ana.lopez@okbank",
         *       "paymentRails": [
         *         "UPI"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        InrExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "INR_ACCOUNT";
            /** @description A UPI address of 3 to 255 characters, a name and a provider joined by "@", such as "name@bank". */
            vpa: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "UPI"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["InrBeneficiary"];
        };
        /** @description Who receives the money. */
        InrIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @enum {string} */
        InstitutionKind: "BANK" | "MOBILE_MONEY";
        /** @description An internal account with its balance and how to fund it. */
        InternalAccount: {
            /** @description Names the account in other requests. `InternalAccount:<uuid>`. */
            id: string;
            /** @description Whose account it is. Absent for the platform's own. `Customer:<uuid>`. */
            customerId?: string;
            /** @description What is in it; never negative. Money of a payment on its way has left it. */
            balance: components["schemas"]["CurrencyAmount"];
            /** @description How to pay into it, one entry for each way; empty where nobody can from outside. */
            fundingPaymentInstructions: components["schemas"]["PaymentInstructions"][];
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt: string;
        };
        /** @description A page of a list. */
        InternalAccountListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["InternalAccount"][];
            /** @description Whether the list goes on: ask again with `nextCursor`. */
            hasMore: boolean;
            /** @description What to send as `cursor` for the next page, with the same filters. Absent on the last page. */
            nextCursor?: string;
            /** @description How many match in all. Above 10,000 matches of a filter it stays 10,000. */
            totalCount?: number;
        };
        InternalAccountStatusWebhook: {
            /** @description `Webhook:<uuid>`; the same when the event is sent again. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "INTERNAL_ACCOUNT.BALANCE_UPDATED";
            /**
             * Format: date-time
             * @description When it happened, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            timestamp: string;
            /** @description What it happened to, as its GET showed it at that moment. */
            data: components["schemas"]["InternalAccount"];
            /** @description The number of the event among those of the same resource, without gaps. At least 1. */
            sequence?: number;
            /** @description True where the event was too long: `data` has only short, plain values. */
            isTruncated?: boolean;
        };
        InvitationClaimedWebhook: {
            /** @description `Webhook:<uuid>`; the same when the event is sent again. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "INVITATION.CLAIMED";
            /**
             * Format: date-time
             * @description When it happened, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            timestamp: string;
            /** @description What it happened to, as its GET showed it at that moment. */
            data: components["schemas"]["UmaInvitation"];
            /** @description The number of the event among those of the same resource, without gaps. At least 1. */
            sequence?: number;
            /** @description True where the event was too long: `data` has only short, plain values. */
            isTruncated?: boolean;
        };
        /** @enum {string} */
        InvitationStatus: "PENDING" | "CLAIMED" | "EXPIRED" | "CANCELLED";
        JmdBeneficiary: components["schemas"]["JmdIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type JMD_ACCOUNT, to be created. Its `currency` is JMD.
         * @example {
         *       "accountType": "JMD_ACCOUNT",
         *       "accountNumber": "123456789",
         *       "branchCode": "12345",
         *       "bankAccountType": "CHECKING",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        JmdExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "JMD_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description The number of the branch: 5 digits. */
            branchCode: string;
            /**
             * @description What kind of account it is: one of CHECKING, SAVINGS.
             * @enum {string}
             */
            bankAccountType: "CHECKING" | "SAVINGS";
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["JmdBeneficiary"];
        };
        /**
         * @description An external account of type JMD_ACCOUNT. Its `currency` is JMD.
         * @example {
         *       "accountType": "JMD_ACCOUNT",
         *       "accountNumber": "123456789",
         *       "branchCode": "12345",
         *       "bankAccountType": "CHECKING",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        JmdExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "JMD_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description The number of the branch: 5 digits. */
            branchCode: string;
            /**
             * @description What kind of account it is: one of CHECKING, SAVINGS.
             * @enum {string}
             */
            bankAccountType: "CHECKING" | "SAVINGS";
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["JmdBeneficiary"];
        };
        /** @description Who receives the money. */
        JmdIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address: components["schemas"]["BeneficiaryAddress"];
        };
        KesBeneficiary: components["schemas"]["KesIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type KES_ACCOUNT, to be created. Its `currency` is KES.
         * @example {
         *       "accountType": "KES_ACCOUNT",
         *       "phoneNumber": "+254712345678",
         *       "provider": "M-PESA",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        KesExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "KES_ACCOUNT";
            /** @description The telephone number of the account's holder: "+254" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["KesBeneficiary"];
        };
        /**
         * @description An external account of type KES_ACCOUNT. Its `currency` is KES.
         * @example {
         *       "accountType": "KES_ACCOUNT",
         *       "phoneNumber": "+254712345678",
         *       "provider": "M-PESA",
         *       "paymentRails": [
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        KesExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "KES_ACCOUNT";
            /** @description The telephone number of the account's holder: "+254" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["KesBeneficiary"];
        };
        /** @description Who receives the money. */
        KesIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description A link to the hosted identity page. */
        KycLinkResponse: {
            /**
             * Format: uri
             * @description The page to open in a browser. Who has the address may fill it in: give it to nobody else.
             */
            kycUrl: string;
            /** @description Your own name of the customer. */
            platformCustomerId: string;
            /** @description The customer: `Customer:<uuid>`. */
            customerId: string;
        };
        /**
         * @description An external account of type LIGHTNING. Its `currency` is BTC. Exactly one of its fields is given.
         * @example {
         *       "accountType": "LIGHTNING",
         *       "lightningAddress": "ana@wallet.example"
         *     }
         */
        LightningExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "LIGHTNING";
            /** @description A BOLT 11 invoice: "ln" followed by letters and digits. Signed, not expired, for whole satoshis or for any amount. It takes one payment, of the amount it asks for. 3 to 4,096 characters. */
            invoice?: string;
            /** @description A BOLT 12 offer: "ln" followed by letters and digits. It starts with `lno1`, and has not expired. 3 to 4,096 characters. */
            bolt12?: string;
            /** @description A Lightning address such as "name@example.com". 3 to 255 characters. */
            lightningAddress?: string;
        };
        /** @description Where to go on. */
        ListenRequest: {
            /** @description `cursor` of the reply before. Left out: from now on, or from `startDate` on. 1 to 65,536 characters. */
            cursor?: string;
            /**
             * Format: date-time
             * @description Without a cursor: what happened from this moment of real time on. ISO 8601 with an offset, or a date: then its first instant in UTC.
             */
            startDate?: string;
            /** @description Have payments that wait for approval wait for you, for ten seconds from this request, while the platform has no endpoint. Answer them by `POST /sandbox/webhooks/{webhookId}/answer`. If left out: `false`. */
            answersApprovals?: boolean;
        };
        ListenResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["SignedEvent"][];
            /** @description What to send next time. */
            cursor: string;
            /** @description Ask again at once. */
            hasMore: boolean;
        };
        MwkBeneficiary: components["schemas"]["MwkIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type MWK_ACCOUNT, to be created. Its `currency` is MWK.
         * @example {
         *       "accountType": "MWK_ACCOUNT",
         *       "phoneNumber": "+265991234567",
         *       "provider": "Airtel",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        MwkExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "MWK_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +265. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["MwkBeneficiary"];
        };
        /**
         * @description An external account of type MWK_ACCOUNT. Its `currency` is MWK.
         * @example {
         *       "accountType": "MWK_ACCOUNT",
         *       "phoneNumber": "+265991234567",
         *       "provider": "Airtel",
         *       "paymentRails": [
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        MwkExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "MWK_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +265. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["MwkBeneficiary"];
        };
        /** @description Who receives the money. */
        MwkIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        MxnBeneficiary: components["schemas"]["MxnIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type MXN_ACCOUNT, to be created. Its `currency` is MXN.
         * @example {
         *       "accountType": "MXN_ACCOUNT",
         *       "clabeNumber": "032180000118359719",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        MxnExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "MXN_ACCOUNT";
            /** @description The CLABE of the account: 18 digits. */
            clabeNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["MxnBeneficiary"];
        };
        /**
         * @description An external account of type MXN_ACCOUNT. Its `currency` is MXN.
         * @example {
         *       "accountType": "MXN_ACCOUNT",
         *       "clabeNumber": "032180000118359719",
         *       "paymentRails": [
         *         "SPEI"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        MxnExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "MXN_ACCOUNT";
            /** @description The CLABE of the account: 18 digits. */
            clabeNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "SPEI"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["MxnBeneficiary"];
        };
        /** @description Who receives the money. */
        MxnIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        MyrBeneficiary: components["schemas"]["MyrIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type MYR_ACCOUNT, to be created. Its `currency` is MYR.
         * @example {
         *       "accountType": "MYR_ACCOUNT",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "bankName": "Maybank",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        MyrExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "MYR_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["MyrBeneficiary"];
        };
        /**
         * @description An external account of type MYR_ACCOUNT. Its `currency` is MYR.
         * @example {
         *       "accountType": "MYR_ACCOUNT",
         *       "bankName": "Maybank",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        MyrExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "MYR_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["MyrBeneficiary"];
        };
        /** @description Who receives the money. */
        MyrIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @enum {string} */
        NetworkCurrency: "BTC" | "USDB" | "USDC" | "USDT";
        NgnBeneficiary: components["schemas"]["NgnIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type NGN_ACCOUNT, to be created. Its `currency` is NGN.
         * @example {
         *       "accountType": "NGN_ACCOUNT",
         *       "accountNumber": "0123456789",
         *       "bankName": "Access Bank",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        NgnExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "NGN_ACCOUNT";
            /** @description The number of the account: 10 digits. */
            accountNumber: string;
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["NgnBeneficiary"];
        };
        /**
         * @description An external account of type NGN_ACCOUNT. Its `currency` is NGN.
         * @example {
         *       "accountType": "NGN_ACCOUNT",
         *       "accountNumber": "0123456789",
         *       "bankName": "Access Bank",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        NgnExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "NGN_ACCOUNT";
            /** @description The number of the account: 10 digits. */
            accountNumber: string;
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["NgnBeneficiary"];
        };
        /** @description Who receives the money. */
        NgnIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        OutgoingPaymentWebhook: {
            /** @description `Webhook:<uuid>`; the same when the event is sent again. */
            id: string;
            /** @description What happened. */
            type: components["schemas"]["OutgoingPaymentWebhookType"];
            /**
             * Format: date-time
             * @description When it happened, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            timestamp: string;
            /** @description What it happened to, as its GET showed it at that moment. */
            data: components["schemas"]["OutgoingTransaction"];
            /** @description The number of the event among those of the same resource, without gaps. At least 1. */
            sequence?: number;
            /** @description True where the event was too long: `data` has only short, plain values. */
            isTruncated?: boolean;
        };
        /** @enum {string} */
        OutgoingPaymentWebhookType: "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED";
        /** @description What the service and the counterparty charged on an outgoing payment. */
        OutgoingRateDetails: {
            /**
             * Format: double
             * @description What the rate was multiplied by as the margin: 1.01 is 1 per cent.
             */
            serviceApiMultiplier: number;
            /**
             * Format: int64
             * @description Fixed fee. A whole number in the smallest unit of its currency. 0 to 9,223,372,036,854,775,807.
             */
            serviceApiFixedFee: number;
            /**
             * Format: double
             * @description Variable fee as a share of the whole amount that is sent: 0.015 is 1.5 per cent.
             */
            serviceApiVariableFeeRate: number;
            /**
             * Format: int64
             * @description Variable fee of this payment. A whole number in the smallest unit of its currency. 0 to 9,223,372,036,854,775,807.
             */
            serviceApiVariableFeeAmount: number;
            /**
             * Format: double
             * @description The rate before the margin. Of a payment to a UMA address: what the receiver's institution gives for one bitcoin.
             */
            counterpartyMultiplier: number;
            /**
             * Format: int64
             * @description Fee of the receiver's institution, in satoshis; 0 where there is none. A whole number in the smallest unit of its currency. 0 to 9,223,372,036,854,775,807.
             */
            counterpartyFixedFee: number;
        };
        /** @description Money going out of an internal account. */
        OutgoingTransaction: {
            /** @description Names the payment in paths. `Transaction:<uuid>`. */
            id: string;
            /** @description Where the payment stands. */
            status: components["schemas"]["TransactionStatus"];
            /** @description Who pays: `sourceType` says which fields there are. */
            source: components["schemas"]["TransactionSource"];
            /** @description Who is paid: `destinationType` says which fields there are. */
            destination: components["schemas"]["TransactionDestination"];
            /** @description The customer whose payment it is, `Customer:<uuid>`; empty for one of the platform itself. */
            customerId: string;
            /** @description Your own name of that customer; empty for a payment of the platform itself. */
            platformCustomerId: string;
            /** @description What you gave as `description`. Absent where nothing was given. */
            description?: string;
            /** @description What is known of the other party, by counterparty field. Absent where nothing is. */
            counterpartyInformation?: {
                [key: string]: string;
            };
            /** @description Why the payment ended without success. Absent for any other. */
            failureReason?: components["schemas"]["FailureReason"];
            /**
             * Format: date-time
             * @description When the money had arrived. Absent before. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            settledAt?: string;
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt: string;
            /**
             * @description Money that goes out. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "OUTGOING";
            /** @description What the payer pays, fees included. */
            sentAmount: components["schemas"]["CurrencyAmount"];
            /** @description What the receiver gets. Absent while that is not known. */
            receivedAmount?: components["schemas"]["CurrencyAmount"];
            /** @description What to look for on a bank statement. Absent where the payment is on none. */
            reconciliationInstructions?: components["schemas"]["ReconciliationInstructions"];
            /**
             * Format: double
             * @description Major units of the sending currency for one major unit of the receiving one, margin included. Absent without a quote.
             */
            exchangeRate?: number;
            /**
             * Format: int64
             * @description What is kept of what the payer pays, in the smallest unit of the sending currency; 0 without a quote. 0 to 9,223,372,036,854,775,807.
             */
            fees: number;
            /** @description The quote that it carries out. Absent without one. `Quote:<uuid>`. */
            quoteId?: string;
            /** @description How to pay the quote from outside, one entry for each way. Absent where it is paid from an account. */
            paymentInstructions?: components["schemas"]["PaymentInstructions"][];
            /** @description The money on its way back, or back already. Absent where none goes back. */
            refund?: components["schemas"]["Refund"];
            /** @description Of which parts rate and fees are made. Absent without an exchange. */
            rateDetails?: components["schemas"]["OutgoingRateDetails"];
        };
        PaymentAccountOrWalletInfo: components["schemas"]["PaymentUsdAccountInfo"] | components["schemas"]["PaymentCadAccountInfo"] | components["schemas"]["PaymentMxnAccountInfo"] | components["schemas"]["PaymentBrlAccountInfo"] | components["schemas"]["PaymentCopAccountInfo"] | components["schemas"]["PaymentGtqAccountInfo"] | components["schemas"]["PaymentHtgAccountInfo"] | components["schemas"]["PaymentJmdAccountInfo"] | components["schemas"]["PaymentEurAccountInfo"] | components["schemas"]["PaymentDkkAccountInfo"] | components["schemas"]["PaymentGbpAccountInfo"] | components["schemas"]["PaymentAedAccountInfo"] | components["schemas"]["PaymentBdtAccountInfo"] | components["schemas"]["PaymentHkdAccountInfo"] | components["schemas"]["PaymentIdrAccountInfo"] | components["schemas"]["PaymentInrAccountInfo"] | components["schemas"]["PaymentMyrAccountInfo"] | components["schemas"]["PaymentPhpAccountInfo"] | components["schemas"]["PaymentPkrAccountInfo"] | components["schemas"]["PaymentSgdAccountInfo"] | components["schemas"]["PaymentThbAccountInfo"] | components["schemas"]["PaymentVndAccountInfo"] | components["schemas"]["PaymentBwpAccountInfo"] | components["schemas"]["PaymentEgpAccountInfo"] | components["schemas"]["PaymentGhsAccountInfo"] | components["schemas"]["PaymentKesAccountInfo"] | components["schemas"]["PaymentMwkAccountInfo"] | components["schemas"]["PaymentNgnAccountInfo"] | components["schemas"]["PaymentRwfAccountInfo"] | components["schemas"]["PaymentTzsAccountInfo"] | components["schemas"]["PaymentUgxAccountInfo"] | components["schemas"]["PaymentXafAccountInfo"] | components["schemas"]["PaymentXofAccountInfo"] | components["schemas"]["PaymentZarAccountInfo"] | components["schemas"]["PaymentZmwAccountInfo"] | components["schemas"]["PaymentSparkWalletInfo"] | components["schemas"]["PaymentLightningInvoiceInfo"] | components["schemas"]["PaymentSolanaWalletInfo"] | components["schemas"]["PaymentTronWalletInfo"] | components["schemas"]["PaymentPolygonWalletInfo"] | components["schemas"]["PaymentBaseWalletInfo"] | components["schemas"]["PaymentEthereumWalletInfo"] | components["schemas"]["PaymentArsAccountInfo"];
        /** @description An account of type AED_ACCOUNT to pay into. */
        PaymentAedAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "AED_ACCOUNT";
            /** @description 23 characters: "AE" followed by 21 digits, without spaces. Of the length and structure of its country, with the right check digits. */
            iban: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type ARS_ACCOUNT to pay into. */
        PaymentArsAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "ARS_ACCOUNT";
            /** @description The number of the account: 22 digits. */
            accountNumber: string;
        };
        /** @description An account of type BASE_WALLET to pay into. */
        PaymentBaseWalletInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "BASE_WALLET";
            /** @description The address of the wallet: 42 characters: "0x" followed by 40 hexadecimal digits. Where small and capital letters are mixed, the capitals are those of EIP-55. Not the zero address. */
            address: string;
            /**
             * @description What is to be sent.
             * @constant
             */
            assetType?: "USDC";
        };
        /** @description An account of type BDT_ACCOUNT to pay into. */
        PaymentBdtAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "BDT_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description The number of the branch: 5 digits. */
            branchCode: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
        };
        /** @description An account of type BRL_ACCOUNT to pay into. */
        PaymentBrlAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "BRL_ACCOUNT";
            /** @description The text of a Pix QR code. 1 to 4,096 characters. */
            qrCode: string;
        };
        /** @description An account of type BWP_ACCOUNT to pay into. */
        PaymentBwpAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "BWP_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +267. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
        };
        /** @description An account of type CAD_ACCOUNT to pay into. */
        PaymentCadAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "CAD_ACCOUNT";
            /** @description The number of the bank: 3 digits. */
            bankCode: string;
            /** @description The number of the branch: 5 digits. */
            branchCode: string;
            /** @description The number of the account: 7 to 12 digits. */
            accountNumber: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type COP_ACCOUNT to pay into. */
        PaymentCopAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "COP_ACCOUNT";
            /**
             * Format: uri
             * @description The address of a page to pay on. 1 to 255 characters.
             */
            paymentUrl: string;
        };
        /** @description An account of type DKK_ACCOUNT to pay into. */
        PaymentDkkAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "DKK_ACCOUNT";
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account in Denmark, Greenland or the Faroe Islands. */
            iban: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("SEPA" | "SEPA_INSTANT")[];
        };
        /** @description An account of type EGP_ACCOUNT to pay into. */
        PaymentEgpAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "EGP_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. The account's IBAN will do in its place. */
            accountNumber: string;
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account in Egypt. */
            iban?: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type ETHEREUM_WALLET to pay into. */
        PaymentEthereumWalletInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "ETHEREUM_WALLET";
            /** @description The address of the wallet: 42 characters: "0x" followed by 40 hexadecimal digits. Where small and capital letters are mixed, the capitals are those of EIP-55. Not the zero address. */
            address: string;
            /**
             * @description What is to be sent.
             * @constant
             */
            assetType?: "USDC";
        };
        /** @description An account of type EUR_ACCOUNT to pay into. */
        PaymentEurAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "EUR_ACCOUNT";
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account that SEPA reaches, or in Kosovo. */
            iban: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode?: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("SEPA" | "SEPA_INSTANT")[];
        };
        /** @description An account of type GBP_ACCOUNT to pay into. */
        PaymentGbpAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "GBP_ACCOUNT";
            /** @description The sort code of the branch: 6 digits. */
            sortCode: string;
            /** @description The number of the account: 8 digits. */
            accountNumber: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "FASTER_PAYMENTS"[];
        };
        /** @description An account of type GHS_ACCOUNT to pay into. */
        PaymentGhsAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "GHS_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
        };
        /** @description An account of type GTQ_ACCOUNT to pay into. */
        PaymentGtqAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "GTQ_ACCOUNT";
            /** @description 1 to 34 digits or letters from A to Z, the number of the account. Without blanks and hyphens, and not zeros alone. The account's IBAN will do in its place. */
            accountNumber: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
        };
        /** @description An account of type HKD_ACCOUNT to pay into. */
        PaymentHkdAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "HKD_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type HTG_ACCOUNT to pay into. */
        PaymentHtgAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "HTG_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +509. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
        };
        /** @description An account of type IDR_ACCOUNT to pay into. */
        PaymentIdrAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "IDR_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The telephone number of the account's holder: "+62" followed by 9 to 12 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type INR_ACCOUNT to pay into. */
        PaymentInrAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "INR_ACCOUNT";
            /** @description A UPI address of 3 to 255 characters, a name and a provider joined by "@", such as "name@bank". */
            vpa: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "UPI"[];
        };
        /** @description Where to send the money, and what to name in the payment. */
        PaymentInstructions: {
            /** @description What else to know, for people. Absent where there is nothing. */
            instructionsNotes?: string;
            /** @description Whether what is paid so is the platform's own; false for a customer's. */
            isPlatformAccount?: boolean;
            /** @description Where to pay: `accountType` says which fields there are. */
            accountOrWalletInfo: components["schemas"]["PaymentAccountOrWalletInfo"];
        };
        /** @description An account of type JMD_ACCOUNT to pay into. */
        PaymentJmdAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "JMD_ACCOUNT";
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description The number of the branch: 5 digits. */
            branchCode: string;
            /**
             * @description What kind of account it is: one of CHECKING, SAVINGS.
             * @enum {string}
             */
            bankAccountType: "CHECKING" | "SAVINGS";
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type KES_ACCOUNT to pay into. */
        PaymentKesAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "KES_ACCOUNT";
            /** @description The telephone number of the account's holder: "+254" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
        };
        /** @description An account of type LIGHTNING to pay into. */
        PaymentLightningInvoiceInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "LIGHTNING";
            /** @description A BOLT 11 invoice: "ln" followed by letters and digits. Signed, not expired, for whole satoshis or for any amount. It takes one payment, of the amount it asks for. 3 to 4,096 characters. */
            invoice: string;
        };
        /** @description An account of type MWK_ACCOUNT to pay into. */
        PaymentMwkAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "MWK_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +265. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
        };
        /** @description An account of type MXN_ACCOUNT to pay into. */
        PaymentMxnAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "MXN_ACCOUNT";
            /** @description The CLABE of the account: 18 digits. */
            clabeNumber: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "SPEI"[];
        };
        /** @description An account of type MYR_ACCOUNT to pay into. */
        PaymentMyrAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "MYR_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type NGN_ACCOUNT to pay into. */
        PaymentNgnAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "NGN_ACCOUNT";
            /** @description The number of the account: 10 digits. */
            accountNumber: string;
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type PHP_ACCOUNT to pay into. */
        PaymentPhpAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "PHP_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description The number of the account: 8 to 16 digits. */
            accountNumber: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type PKR_ACCOUNT to pay into. */
        PaymentPkrAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "PKR_ACCOUNT";
            /** @description 1 to 34 digits or letters from A to Z, the number of the account. Without blanks and hyphens, and not zeros alone. The account's IBAN will do in its place. */
            accountNumber: string;
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account in Pakistan. */
            iban?: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
        };
        /** @description An account of type POLYGON_WALLET to pay into. */
        PaymentPolygonWalletInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "POLYGON_WALLET";
            /** @description The address of the wallet: 42 characters: "0x" followed by 40 hexadecimal digits. Where small and capital letters are mixed, the capitals are those of EIP-55. Not the zero address. */
            address: string;
            /**
             * @description What is to be sent.
             * @constant
             */
            assetType?: "USDC";
        };
        /** @description An account of type RWF_ACCOUNT to pay into. */
        PaymentRwfAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "RWF_ACCOUNT";
            /** @description The telephone number of the account's holder: "+250" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
        };
        /** @description An account of type SGD_ACCOUNT to pay into. */
        PaymentSgdAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "SGD_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("PAYNOW" | "FAST" | "BANK_TRANSFER")[];
        };
        /** @description An account of type SOLANA_WALLET to pay into. */
        PaymentSolanaWalletInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "SOLANA_WALLET";
            /** @description The address of the wallet: a Solana address: 32 to 44 letters and digits. Base58 of 32 bytes. Not the name of one of the network's own programs. */
            address: string;
            /**
             * @description What is to be sent.
             * @enum {string}
             */
            assetType?: "USDC" | "USDT";
        };
        /** @description An account of type SPARK_WALLET to pay into. */
        PaymentSparkWalletInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "SPARK_WALLET";
            /** @description The address of the wallet: a Spark address: "sp" followed by 8 to 253 letters and digits. With the right checksum (Bech32m). "spark1" starts one of the main network. 10 to 255 characters. */
            address: string;
            /** @description A BOLT 11 invoice: "ln" followed by letters and digits. Signed, not expired, for whole satoshis or for any amount. It takes one payment, of the amount it asks for. 3 to 4,096 characters. */
            invoice?: string;
            /**
             * @description What is to be sent.
             * @enum {string}
             */
            assetType: "BTC" | "USDB";
        };
        /** @description An account of type THB_ACCOUNT to pay into. */
        PaymentThbAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "THB_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type TRON_WALLET to pay into. */
        PaymentTronWalletInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "TRON_WALLET";
            /** @description The address of the wallet: a Tron address: "T" followed by 33 letters and digits. With the right checksum (Base58Check). Not the zero address. */
            address: string;
            /**
             * @description What is to be sent.
             * @constant
             */
            assetType?: "USDT";
        };
        /** @description An account of type TZS_ACCOUNT to pay into. */
        PaymentTzsAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "TZS_ACCOUNT";
            /** @description The telephone number of the account's holder: "+255" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
        };
        /** @description An account of type UGX_ACCOUNT to pay into. */
        PaymentUgxAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "UGX_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +256. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
        };
        /** @description An account of type USD_ACCOUNT to pay into. */
        PaymentUsdAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "USD_ACCOUNT";
            /** @description 1 to 17 digits, the number of the account. Without blanks and hyphens, and not zeros alone. 1 to 34 characters. */
            accountNumber: string;
            /** @description The routing number of the bank: 9 digits. It starts with 00 to 12, 21 to 32, 61 to 72, or 80; the last digit is the check digit of ABA. */
            routingNumber: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("ACH" | "WIRE" | "RTP" | "FEDNOW" | "BANK_TRANSFER")[];
        };
        /** @description An account of type VND_ACCOUNT to pay into. */
        PaymentVndAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "VND_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits or letters from A to Z, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type XAF_ACCOUNT to pay into. */
        PaymentXafAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "XAF_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /**
             * @description The country in which the account is held: one of CM, CG.
             * @enum {string}
             */
            region: "CM" | "CG";
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
        };
        /** @description An account of type XOF_ACCOUNT to pay into. */
        PaymentXofAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "XOF_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /**
             * @description The country in which the account is held: one of BJ, CI, SN, TG.
             * @enum {string}
             */
            region: "BJ" | "CI" | "SN" | "TG";
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
        };
        /** @description An account of type ZAR_ACCOUNT to pay into. */
        PaymentZarAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "ZAR_ACCOUNT";
            /** @description The number of the account: 9 to 13 digits. */
            accountNumber: string;
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
        };
        /** @description An account of type ZMW_ACCOUNT to pay into. */
        PaymentZmwAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are.
             * @constant
             */
            accountType: "ZMW_ACCOUNT";
            /** @description The telephone number of the account's holder: "+260" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The reference to name in the payment. 1 to 255 characters. */
            reference: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
        };
        /** @enum {string} */
        Permission: "VIEW" | "TRANSACT" | "MANAGE";
        PhpBeneficiary: components["schemas"]["PhpIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type PHP_ACCOUNT, to be created. Its `currency` is PHP.
         * @example {
         *       "accountType": "PHP_ACCOUNT",
         *       "bankName": "BDO Unibank",
         *       "accountNumber": "123456789012",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        PhpExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "PHP_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description The number of the account: 8 to 16 digits. */
            accountNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["PhpBeneficiary"];
        };
        /**
         * @description An external account of type PHP_ACCOUNT. Its `currency` is PHP.
         * @example {
         *       "accountType": "PHP_ACCOUNT",
         *       "bankName": "BDO Unibank",
         *       "accountNumber": "123456789012",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        PhpExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "PHP_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description The number of the account: 8 to 16 digits. */
            accountNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["PhpBeneficiary"];
        };
        /** @description Who receives the money. */
        PhpIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        PkrBeneficiary: components["schemas"]["PkrIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type PKR_ACCOUNT, to be created. Its `currency` is PKR.
         * @example {
         *       "accountType": "PKR_ACCOUNT",
         *       "accountNumber": "0000001123456702",
         *       "iban": "PK36SCBL0000001123456702",
         *       "phoneNumber": "+923001234567",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        PkrExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "PKR_ACCOUNT";
            /** @description 1 to 34 digits or letters from A to Z, the number of the account. Without blanks and hyphens, and not zeros alone. The account's IBAN will do in its place. */
            accountNumber: string;
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account in Pakistan. */
            iban?: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["PkrBeneficiary"];
        };
        /**
         * @description An external account of type PKR_ACCOUNT. Its `currency` is PKR.
         * @example {
         *       "accountType": "PKR_ACCOUNT",
         *       "accountNumber": "0000001123456702",
         *       "iban": "PK36SCBL0000001123456702",
         *       "phoneNumber": "+923001234567",
         *       "paymentRails": [
         *         "BANK_TRANSFER",
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        PkrExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "PKR_ACCOUNT";
            /** @description 1 to 34 digits or letters from A to Z, the number of the account. Without blanks and hyphens, and not zeros alone. The account's IBAN will do in its place. */
            accountNumber: string;
            /** @description An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then letters and digits. Of the length and structure of its country, with the right check digits. Of an account in Pakistan. */
            iban?: string;
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["PkrBeneficiary"];
        };
        /** @description Who receives the money. */
        PkrIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description A platform's configuration. */
        PlatformConfig: {
            /** @description Your platform. `PlatformConfig:<uuid>`. */
            id: string;
            /** @description The domain of your customers' UMA addresses, in small letters. */
            umaDomain: string;
            /** @description The name below the service's own host that stands for the domain. */
            proxyUmaSubdomain: string;
            /** @description Whether the domain is known to be yours. Absent where none was named. */
            umaDomainVerification?: components["schemas"]["UmaDomainVerification"];
            /** @description Where events go: an https address. Empty: none are sent. */
            webhookEndpoint: string;
            /** @description All currencies of the platform, each once, with their limits. */
            supportedCurrencies: components["schemas"]["PlatformCurrencyConfig"][];
            /** @description Whether you verify your customers yourself, as a regulated institution. Only the operator sets it. */
            isRegulatedFinancialInstitution: boolean;
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt: string;
        };
        /** @description What a platform may change about itself. */
        PlatformConfigUpdateRequest: {
            /** @description The domain of your customers' UMA addresses. In production it counts once it is shown to be yours. 1 to 253 characters. */
            umaDomain?: string;
            /** @description Where events go: https, at a public address, on no port of another protocol. Setting it sends a `TEST` event; empty ends the sending. At most 2,048 characters. */
            webhookEndpoint?: string;
            /** @description All your currencies: the list replaces the one before. 1 to 200 items. */
            supportedCurrencies?: components["schemas"]["PlatformCurrencyConfigRequest"][];
        };
        /** @description A currency of a platform with its limits. */
        PlatformCurrencyConfig: {
            /** @description The currency: its code, such as `USD`. */
            currencyCode: string;
            /**
             * Format: int64
             * @description The least that one payment may send, this amount included. A whole number in the smallest unit of its currency. 0 to 9,223,372,036,854,775,807.
             */
            minAmount: number;
            /**
             * Format: int64
             * @description The most that one payment may send, this amount included. A whole number in the smallest unit of its currency. 0 to 9,223,372,036,854,775,807.
             */
            maxAmount: number;
            /** @description Which way money may flow in the currency; empty: neither way. */
            enabledTransactionTypes: components["schemas"]["TransactionType"][];
            /** @description What must, or may, be known of the other party of a payment in the currency. */
            requiredCounterpartyFields: components["schemas"]["CounterpartyFieldDefinition"][];
            /** @description What the rails of the currency ask for about your customer. */
            providerRequiredCustomerFields: components["schemas"]["CounterpartyFieldName"][];
            /** @description What the rails of the currency ask for about the other party. */
            providerRequiredCounterpartyCustomerFields: components["schemas"]["CounterpartyFieldName"][];
        };
        /** @description A currency with its limits. */
        PlatformCurrencyConfigRequest: {
            /** @description The currency, each once. A code such as `USD` or `BTC`. */
            currencyCode: string;
            /**
             * Format: int64
             * @description The least that one payment may send, this amount included; at most `maxAmount`. A whole number in the smallest unit of its currency. 0 to 9,223,372,036,854,775,807.
             */
            minAmount: number;
            /**
             * Format: int64
             * @description The most that one payment may send, this amount included. A whole number in the smallest unit of its currency. 0 to 9,223,372,036,854,775,807.
             */
            maxAmount: number;
            /** @description What must, or may, be known of the other party of a payment in the currency. At most 17 items. */
            requiredCounterpartyFields: components["schemas"]["CounterpartyFieldDefinition"][];
            /** @description Which way money may flow in the currency; empty: neither way. At most 2 items. */
            enabledTransactionTypes: components["schemas"]["TransactionType"][];
            /** @description Ignored, so that what was read can be sent back: the rails of the currency decide. */
            providerRequiredCustomerFields?: components["schemas"]["CounterpartyFieldName"][];
            /** @description Ignored, so that what was read can be sent back: the rails of the currency decide. */
            providerRequiredCounterpartyCustomerFields?: components["schemas"]["CounterpartyFieldName"][];
        };
        /** @description An external account of the platform itself. */
        PlatformExternalAccountCreateRequest: {
            /** @description The currency of the account: that of the account type. A code such as `USD` or `BTC`. */
            currency: string;
            /** @description Your own name of the account. 1 to 255 characters. */
            platformAccountId?: string;
            /** @description Of a wallet: the network that its account type names. Left out: that network. 1 to 64 characters. */
            cryptoNetwork?: string;
            /** @description The data of the account: `accountType` says which fields there are. */
            accountInfo: components["schemas"]["ExternalAccountCreateInfo"];
        };
        /** @description A list that comes whole. */
        PlatformExternalAccountListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["ExternalAccount"][];
        };
        /** @description A list that comes whole. */
        PlatformInternalAccountListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["InternalAccount"][];
        };
        /**
         * @description An external account of type POLYGON_WALLET. Its `currency` is USDC.
         * @example {
         *       "accountType": "POLYGON_WALLET",
         *       "address": "0x52908400098527886E0F7030069857D2E4169EE7"
         *     }
         */
        PolygonWalletExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "POLYGON_WALLET";
            /** @description The address of the wallet: 42 characters: "0x" followed by 40 hexadecimal digits. Where small and capital letters are mixed, the capitals are those of EIP-55. Not the zero address. */
            address: string;
        };
        /** @enum {string} */
        PurposeOfAccount: "CONTRACTOR_PAYOUTS" | "CREATOR_PAYOUTS" | "EMPLOYEE_PAYOUTS" | "MARKETPLACE_SELLER_PAYOUTS" | "SUPPLIER_PAYMENTS" | "CROSS_BORDER_B2B" | "AR_AUTOMATION" | "AP_AUTOMATION" | "EMBEDDED_PAYMENTS" | "PLATFORM_FEE_COLLECTION" | "P2P_TRANSFERS" | "CHARITABLE_DONATIONS" | "OTHER";
        /** @enum {string} */
        PurposeOfPayment: "GIFT" | "SELF" | "GOODS_OR_SERVICES" | "EDUCATION" | "HEALTH_OR_MEDICAL" | "REAL_ESTATE_PURCHASE" | "TAX_PAYMENT" | "LOAN_PAYMENT" | "UTILITY_BILL" | "DONATION" | "TRAVEL" | "OTHER";
        /** @description The terms of a payment across currencies, and where it stands. */
        Quote: {
            /** @description Names the quote in other requests. `Quote:<uuid>`. */
            id: string;
            /** @description Where the quote stands: what its payment has reached. */
            status: components["schemas"]["QuoteStatus"];
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until when the price holds, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            expiresAt: string;
            /** @description Who pays: `sourceType` says which fields there are. */
            source: components["schemas"]["QuoteSource"];
            /** @description Who is paid: `destinationType` says which fields there are. */
            destination: components["schemas"]["QuoteDestination"];
            /** @description What the payer pays in. */
            sendingCurrency: components["schemas"]["Currency"];
            /** @description What the receiver gets. */
            receivingCurrency: components["schemas"]["Currency"];
            /**
             * Format: int64
             * @description What the payer pays, fees included, in the smallest unit of the sending currency. 1 to 9,223,372,036,854,775,807.
             */
            totalSendingAmount: number;
            /**
             * Format: int64
             * @description What the receiver gets, in the smallest unit of the receiving currency. 1 to 9,223,372,036,854,775,807.
             */
            totalReceivingAmount: number;
            /** @description Major units of the sending currency for one major unit of the receiving one, margin included. */
            exchangeRate: number;
            /**
             * Format: int64
             * @description What of `totalSendingAmount` is fees, in the smallest unit of the sending currency. 0 to 9,223,372,036,854,775,807.
             */
            feesIncluded: number;
            /** @description How to pay the quote from outside, one entry for each way. Absent where it is paid from an account. */
            paymentInstructions?: components["schemas"]["PaymentInstructions"][];
            /** @description The payment, which is there from the quote on. `Transaction:<uuid>`. */
            transactionId: string;
            /** @description What is known of the receiver, by counterparty field. Absent where nothing is. */
            counterpartyInformation?: {
                [key: string]: string;
            };
            /** @description Of which parts rate and fees are made. Absent without an exchange. */
            rateDetails?: components["schemas"]["OutgoingRateDetails"];
        };
        QuoteDestination: components["schemas"]["AccountQuoteDestination"] | components["schemas"]["UmaAddressQuoteDestination"];
        QuoteDestinationRequest: components["schemas"]["AccountQuoteDestinationRequest"] | components["schemas"]["UmaAddressQuoteDestinationRequest"];
        /** @enum {string} */
        QuoteLockSide: "SENDING" | "RECEIVING";
        /** @description What a quote is asked for. */
        QuoteRequest: {
            /** @description A lookup of the same receiver, not older than 30 minutes. Needed for a payment to a UMA address. As a reply has shown it, with its prefix. */
            lookupId?: string;
            /** @description Who pays, and from where. */
            source: components["schemas"]["QuoteSourceRequest"];
            /** @description Who is paid, and where. */
            destination: components["schemas"]["QuoteDestinationRequest"];
            /** @description Which side `lockedCurrencyAmount` is of: `SENDING` is what the payer pays, fees included, `RECEIVING` what arrives. */
            lockedCurrencySide: components["schemas"]["QuoteLockSide"];
            /**
             * Format: int64
             * @description The amount that is fixed to the unit, in the smallest unit of the currency of that side. 1 to 9,000,000,000,000,000.
             */
            lockedCurrencyAmount: number;
            /** @description true: the quote is executed with the request. Only for a source of type ACCOUNT. */
            immediatelyExecute?: boolean;
            /** @description What it is for; shown with the payment, and told to the receiver's side where that takes comments. 1 to 1,024 characters. */
            description?: string;
            /** @description Why it is paid, for rails and institutions that ask. */
            purposeOfPayment?: components["schemas"]["PurposeOfPayment"];
            /** @description Facts about the sender that the customer's record lacks, by counterparty field: what `requiredCounterpartyFields` of the receiving currency or the lookup ask for. At most 50 members. */
            senderCustomerInfo?: {
                [key: string]: string;
            };
        };
        QuoteSource: components["schemas"]["AccountQuoteSource"] | components["schemas"]["RealtimeFundingQuoteSource"];
        QuoteSourceRequest: components["schemas"]["AccountQuoteSourceRequest"] | components["schemas"]["RealtimeFundingQuoteSourceRequest"];
        /** @enum {string} */
        QuoteStatus: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED";
        RealtimeFundingQuoteSource: {
            /** @description Code of the currency on this side, such as `USD`. */
            currency: string;
            /** @description Whose payment it is, `Customer:<uuid>`. Absent for the platform's own. */
            customerId?: string;
            /** @description The network that was asked for. Absent where none was. */
            cryptoNetwork?: string;
            /**
             * @description Somebody who pays from outside. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            sourceType: "REALTIME_FUNDING";
        };
        /** @description A payment from outside, by the instructions that the quote shows. */
        RealtimeFundingQuoteSourceRequest: {
            /**
             * @description Somebody pays from outside, as `paymentInstructions` of the quote say. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            sourceType: "REALTIME_FUNDING";
            /** @description What is paid in. A code such as `USD` or `BTC`. */
            currency: string;
            /** @description Who pays. Needed for a payment to a UMA address; otherwise left out where the platform itself pays. As a reply has shown it, with its prefix. */
            customerId?: string;
            /** @description The network that a digital asset is paid on: only ways over it are shown. 1 to 64 characters. */
            cryptoNetwork?: string;
        };
        RealtimeFundingTransactionSource: {
            /** @description Whose payment it is, `Customer:<uuid>`. Absent for the platform's own. */
            customerId?: string;
            /** @description Code of the currency on this side, such as `USD`. */
            currency: string;
            /**
             * @description Somebody who pays from outside. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            sourceType: "REALTIME_FUNDING";
        };
        /** @description A currency that the receiver can get. */
        ReceivableCurrency: {
            /** @description What the receiver can get. */
            currency: components["schemas"]["Currency"];
            /** @description What the sender is taken to pay in: a currency in which the customer has money, this one first. */
            sendingCurrency: components["schemas"]["Currency"];
            /** @description Major units of `sendingCurrency` that one major unit of this currency costs. */
            estimatedExchangeRate: number;
            /**
             * Format: int64
             * @description The least that the receiver can get, in the smallest unit of this currency. 1 to 9,223,372,036,854,775,807.
             */
            min: number;
            /**
             * Format: int64
             * @description The most that the receiver can get, in the smallest unit of this currency. 1 to 9,223,372,036,854,775,807.
             */
            max: number;
        };
        /** @description What is known about the receiver before a quote. */
        ReceiverExternalAccountLookupResponse: {
            /** @description The external account that was looked up. */
            accountId: string;
            /** @description What the account can be paid in, with rate and limits. */
            supportedCurrencies: components["schemas"]["ReceivableCurrency"][];
            /** @description What the quote must, or may, say about the sender; empty where nothing is asked for. */
            requiredPayerDataFields?: components["schemas"]["RequiredPayerDataField"][];
            /** @description Names the lookup in a quote, for 30 minutes. */
            lookupId: string;
        };
        /** @description What the receiver's institution says before a quote. */
        ReceiverUmaLookupResponse: {
            /** @description The address that was looked up, in small letters. */
            receiverUmaAddress: string;
            /** @description What the receiver can get, the preferred currency first. */
            supportedCurrencies: components["schemas"]["ReceivableCurrency"][];
            /** @description What the quote must, or may, say about the sender; empty where nothing is asked for. */
            requiredPayerDataFields?: components["schemas"]["RequiredPayerDataField"][];
            /** @description Names the lookup in a quote, for 30 minutes. */
            lookupId: string;
        };
        /** @description What to look for on a bank statement. */
        ReconciliationInstructions: {
            /** @description The reference of the payment, as it stands on a bank statement. */
            reference: string;
        };
        /** @description Which events to send again. */
        RedeliverEventsRequest: {
            /**
             * Format: date-time
             * @description From this moment of creation on. ISO 8601 with an offset, or a date: then its first instant in UTC.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description Up to this moment of creation. ISO 8601 with an offset, or a date: then its last instant in UTC.
             */
            endDate: string;
            /** @description Only events of this type. */
            type?: components["schemas"]["EventType"];
            /** @description Only events whose delivery stands so; those still on their way are left alone. */
            status?: components["schemas"]["RedeliverEventsStatus"];
        };
        /** @enum {string} */
        RedeliverEventsStatus: "DELIVERED" | "REFUSED" | "ABANDONED" | "NO_ENDPOINT";
        /** @description How many events wait again. */
        Redelivery: {
            /** @description How many events wait again. At least 0. */
            count: number;
            /** @description true: more match than one request puts back. Ask again. */
            hasMore: boolean;
        };
        /** @description Money on its way back to the sender. */
        Refund: {
            /** @description The reference under which the money goes back. */
            reference: string;
            /**
             * Format: date-time
             * @description When it was sent back. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            initiatedAt: string;
            /**
             * Format: date-time
             * @description When it arrived. Absent before. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            settledAt?: string;
            /** @description Where the refund stands. `FAILED`: the money could not be sent back and waits for a person. */
            status: components["schemas"]["RefundStatus"];
            /** @description Why it goes back. Absent where nothing fits. */
            reason?: components["schemas"]["RefundReason"];
        };
        /** @enum {string} */
        RefundReason: "TRANSACTION_FAILED" | "USER_CANCELLATION" | "TIMEOUT";
        /** @enum {string} */
        RefundStatus: "PENDING" | "COMPLETED" | "FAILED";
        /** @description Why the payment is not let in. */
        RejectPaymentRequest: {
            /** @description Why, for your own record and the sender's institution. At most 255 characters. */
            reason?: string;
        };
        /** @description Something that the quote must say about the sender. */
        RequiredPayerDataField: {
            /** @description Which fact. */
            name: components["schemas"]["CounterpartyFieldName"];
            /** @description true: without it there is no quote. false: told where it is known. */
            mandatory: boolean;
        };
        RwfBeneficiary: components["schemas"]["RwfIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type RWF_ACCOUNT, to be created. Its `currency` is RWF.
         * @example {
         *       "accountType": "RWF_ACCOUNT",
         *       "phoneNumber": "+250781234567",
         *       "provider": "MTN",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        RwfExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "RWF_ACCOUNT";
            /** @description The telephone number of the account's holder: "+250" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["RwfBeneficiary"];
        };
        /**
         * @description An external account of type RWF_ACCOUNT. Its `currency` is RWF.
         * @example {
         *       "accountType": "RWF_ACCOUNT",
         *       "phoneNumber": "+250781234567",
         *       "provider": "MTN",
         *       "paymentRails": [
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        RwfExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "RWF_ACCOUNT";
            /** @description The telephone number of the account's holder: "+250" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["RwfBeneficiary"];
        };
        /** @description Who receives the money. */
        RwfIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description How far to move the clock. */
        SandboxClockAdvanceRequest: {
            /** @description By how many seconds; 20 years ahead in all at most. 1 to 31,622,400. */
            seconds: number;
        };
        /** @description How much to add. */
        SandboxFundRequest: {
            /**
             * Format: int64
             * @description How much to add, in the smallest unit of the account's currency. 1 to 100,000,000,000.
             */
            amount: number;
        };
        /** @description A payment for a quote that is funded in real time. Without an amount the quote's total is paid. */
        SandboxSendRequest: {
            /** @description The quote that is paid. As a reply has shown it, with its prefix. */
            quoteId: string;
            /** @description What is paid in: the quote's sending currency. A code such as `USD` or `BTC`. */
            currencyCode: string;
            /**
             * Format: int64
             * @description How much is paid. Left out: the quote's total. A whole number in the smallest unit of its currency. 1 to 9,223,372,036,854,775,807.
             */
            currencyAmount?: number;
        };
        /** @description A payment by UMA to a customer, who is named by address or by identifier. */
        SandboxUmaReceiveRequest: {
            /** @description Who pays: an address of the sandbox's counterparty, whose name decides what goes wrong. `$user@domain`. 1 to 320 characters. */
            senderUmaAddress: string;
            /** @description Who is paid. Send `receiverUmaAddress`, `customerId`, or both of one customer. `$user@domain`. 1 to 320 characters. */
            receiverUmaAddress?: string;
            /** @description Who is paid. Send `receiverUmaAddress`, `customerId`, or both of one customer. As a reply has shown it, with its prefix. */
            customerId?: string;
            /** @description What the receiver gets: a currency that may come in. A code such as `USD` or `BTC`. */
            receivingCurrencyCode: string;
            /**
             * Format: int64
             * @description How much the receiver gets, in the smallest unit of that currency. 1 to 9,223,372,036,854,775,807.
             */
            receivingCurrencyAmount: number;
        };
        SgdBeneficiary: components["schemas"]["SgdIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type SGD_ACCOUNT, to be created. Its `currency` is SGD.
         * @example {
         *       "accountType": "SGD_ACCOUNT",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "bankName": "DBS",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        SgdExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "SGD_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["SgdBeneficiary"];
        };
        /**
         * @description An external account of type SGD_ACCOUNT. Its `currency` is SGD.
         * @example {
         *       "accountType": "SGD_ACCOUNT",
         *       "bankName": "DBS",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "paymentRails": [
         *         "PAYNOW",
         *         "FAST",
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        SgdExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "SGD_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("PAYNOW" | "FAST" | "BANK_TRANSFER")[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["SgdBeneficiary"];
        };
        /** @description Who receives the money. */
        SgdIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description An event as the request that a webhook endpoint would get. */
        SignedEvent: {
            /** @description Names the event in paths. `Event:<uuid>`. */
            id: string;
            /** @description What happened. */
            type: components["schemas"]["EventType"];
            /** @description What it happened to: its `id`, or the code of an invitation. */
            resourceId: string;
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /** @description Headers of the request, with the signatures. */
            headers: {
                [key: string]: string;
            };
            /** @description The text of the body: in UTF-8 the very bytes that are signed. */
            body: string;
            /** @description A payment waits for what `POST /sandbox/webhooks/{webhookId}/answer` says. */
            awaitsAnswer: boolean;
        };
        /**
         * @description An external account of type SOLANA_WALLET. Its `currency` is USDC or USDT.
         * @example {
         *       "accountType": "SOLANA_WALLET",
         *       "address": "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU"
         *     }
         */
        SolanaWalletExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "SOLANA_WALLET";
            /** @description The address of the wallet: a Solana address: 32 to 44 letters and digits. Base58 of 32 bytes. Not the name of one of the network's own programs. */
            address: string;
        };
        /**
         * @description An external account of type SPARK_WALLET. Its `currency` is BTC or USDB.
         * @example {
         *       "accountType": "SPARK_WALLET",
         *       "address": "spark1pgss9akg892ve8rh8247ztha675lmk4tvhaqa02rxf7ymr7aum0uf72fqca6ns"
         *     }
         */
        SparkWalletExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "SPARK_WALLET";
            /** @description The address of the wallet: a Spark address: "sp" followed by 8 to 253 letters and digits. With the right checksum (Bech32m). "spark1" starts one of the main network. 10 to 255 characters. */
            address: string;
        };
        TestWebhook: {
            /** @description `Webhook:<uuid>`; the same when the event is sent again. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "TEST";
            /**
             * Format: date-time
             * @description When it happened, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            timestamp: string;
        };
        /** @description What the endpoint answered to the test event. */
        TestWebhookResponse: {
            /**
             * Format: uri
             * @description Where the event was sent.
             */
            url?: string;
            /** @description The HTTP status that the endpoint answered with. */
            response_status: number;
            /** @description The beginning of what it answered. */
            response_body?: string;
        };
        ThbBeneficiary: components["schemas"]["ThbIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type THB_ACCOUNT, to be created. Its `currency` is THB.
         * @example {
         *       "accountType": "THB_ACCOUNT",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "bankName": "Bangkok Bank",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        ThbExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "THB_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["ThbBeneficiary"];
        };
        /**
         * @description An external account of type THB_ACCOUNT. Its `currency` is THB.
         * @example {
         *       "accountType": "THB_ACCOUNT",
         *       "bankName": "Bangkok Bank",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        ThbExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "THB_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["ThbBeneficiary"];
        };
        /** @description Who receives the money. */
        ThbIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description A page of a list. */
        TokenListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["ApiToken"][];
            /** @description Whether the list goes on: ask again with `nextCursor`. */
            hasMore: boolean;
            /** @description What to send as `cursor` for the next page, with the same filters. Absent on the last page. */
            nextCursor?: string;
            /** @description How many match in all. Above 10,000 matches of a filter it stays 10,000. */
            totalCount?: number;
        };
        Transaction: components["schemas"]["IncomingTransaction"] | components["schemas"]["OutgoingTransaction"];
        TransactionDestination: components["schemas"]["AccountTransactionDestination"] | components["schemas"]["UmaAddressTransactionDestination"];
        /** @description A page of a list. */
        TransactionListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["Transaction"][];
            /** @description Whether the list goes on: ask again with `nextCursor`. */
            hasMore: boolean;
            /** @description What to send as `cursor` for the next page, with the same filters. Absent on the last page. */
            nextCursor?: string;
            /** @description How many match in all. Above 10,000 matches of a filter it stays 10,000. */
            totalCount?: number;
        };
        TransactionSource: components["schemas"]["AccountTransactionSource"] | components["schemas"]["UmaAddressTransactionSource"] | components["schemas"]["RealtimeFundingTransactionSource"];
        /** @enum {string} */
        TransactionStatus: "CREATED" | "PENDING" | "PROCESSING" | "COMPLETED" | "REJECTED" | "FAILED" | "REFUNDED" | "EXPIRED";
        /** @enum {string} */
        TransactionType: "INCOMING" | "OUTGOING";
        /** @description A transfer between an internal and an external account of one currency. */
        TransferRequest: {
            /** @description Where the money comes from. */
            source: components["schemas"]["AccountReferenceRequest"];
            /** @description Where it goes. */
            destination: components["schemas"]["AccountReferenceRequest"];
            /**
             * Format: int64
             * @description How much moves, in the smallest unit of the accounts' currency, within `minAmount` and `maxAmount` of the configuration. 1 to 9,223,372,036,854,775,807.
             */
            amount: number;
            /** @description The currency of the accounts. May be left out; another one is refused. A code such as `USD` or `BTC`. */
            currency?: string;
        };
        /**
         * @description An external account of type TRON_WALLET. Its `currency` is USDT.
         * @example {
         *       "accountType": "TRON_WALLET",
         *       "address": "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
         *     }
         */
        TronWalletExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "TRON_WALLET";
            /** @description The address of the wallet: a Tron address: "T" followed by 33 letters and digits. With the right checksum (Base58Check). Not the zero address. */
            address: string;
        };
        TzsBeneficiary: components["schemas"]["TzsIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type TZS_ACCOUNT, to be created. Its `currency` is TZS.
         * @example {
         *       "accountType": "TZS_ACCOUNT",
         *       "phoneNumber": "+255712345678",
         *       "provider": "Vodacom",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        TzsExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "TZS_ACCOUNT";
            /** @description The telephone number of the account's holder: "+255" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["TzsBeneficiary"];
        };
        /**
         * @description An external account of type TZS_ACCOUNT. Its `currency` is TZS.
         * @example {
         *       "accountType": "TZS_ACCOUNT",
         *       "phoneNumber": "+255712345678",
         *       "provider": "Vodacom",
         *       "paymentRails": [
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        TzsExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "TZS_ACCOUNT";
            /** @description The telephone number of the account's holder: "+255" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["TzsBeneficiary"];
        };
        /** @description Who receives the money. */
        TzsIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        UgxBeneficiary: components["schemas"]["UgxIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type UGX_ACCOUNT, to be created. Its `currency` is UGX.
         * @example {
         *       "accountType": "UGX_ACCOUNT",
         *       "phoneNumber": "+256712345678",
         *       "provider": "MTN",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        UgxExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "UGX_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +256. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["UgxBeneficiary"];
        };
        /**
         * @description An external account of type UGX_ACCOUNT. Its `currency` is UGX.
         * @example {
         *       "accountType": "UGX_ACCOUNT",
         *       "phoneNumber": "+256712345678",
         *       "provider": "MTN",
         *       "paymentRails": [
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        UgxExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "UGX_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the country with the code +256. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["UgxBeneficiary"];
        };
        /** @description Who receives the money. */
        UgxIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        UmaAddressQuoteDestination: {
            /** @description `$user@domain`. */
            umaAddress: string;
            /** @description Code of the currency on this side, such as `USD`. */
            currency?: string;
            /**
             * @description A UMA address, here or elsewhere. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            destinationType: "UMA_ADDRESS";
        };
        /** @description A payment to a UMA address, which was looked up before. */
        UmaAddressQuoteDestinationRequest: {
            /**
             * @description Pay to a UMA address. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            destinationType: "UMA_ADDRESS";
            /** @description Who is paid, as the lookup named it. `$user@domain`. 1 to 320 characters. */
            umaAddress: string;
            /** @description What the receiver gets, one of the lookup's `supportedCurrencies`. Left out: the one it prefers. A code such as `USD` or `BTC`. */
            currency?: string;
        };
        UmaAddressTransactionDestination: {
            /** @description `$user@domain`. */
            umaAddress: string;
            /** @description Code of the currency on this side, such as `USD`. */
            currency?: string;
            /**
             * @description A UMA address, here or elsewhere. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            destinationType: "UMA_ADDRESS";
        };
        UmaAddressTransactionSource: {
            /** @description `$user@domain`. */
            umaAddress: string;
            /** @description Code of the currency on this side, such as `USD`. */
            currency?: string;
            /**
             * @description A UMA address, here or elsewhere. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            sourceType: "UMA_ADDRESS";
        };
        /** @description Whether the platform is known to own its `umaDomain`, which counts for nothing before. */
        UmaDomainVerification: {
            /** @description Whether the domain is known to be yours. `FAILING`: shown before, not found by the latest check. */
            status: components["schemas"]["UmaDomainVerificationStatus"];
            /** @description The text that is looked for: at `wellKnownUrl`, or in a TXT record at `dnsName`. */
            proof: string;
            /** @description The address at which the web server of the domain may show the proof. */
            wellKnownUrl: string;
            /** @description The DNS name at which a TXT record may show the proof. */
            dnsName: string;
            /** @description What the latest check met with. Absent where it met with nothing. */
            problem?: string;
            /**
             * Format: date-time
             * @description When the proof was last looked for, in real time. Absent before the first check. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            checkedAt?: string;
            /**
             * Format: date-time
             * @description When the proof was last found, in real time. Absent while it never was. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            verifiedAt?: string;
        };
        /** @enum {string} */
        UmaDomainVerificationStatus: "UNVERIFIED" | "VERIFIED" | "FAILING";
        /** @description An invitation. */
        UmaInvitation: {
            /** @description What the invited person hands on; it names the invitation in paths. */
            code: string;
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was claimed. Absent before. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            claimedAt?: string;
            /** @description Address of the page that the invited person opens. */
            url: string;
            /**
             * Format: date-time
             * @description Until when it can be claimed, by the clock of the inviter's platform. Absent for one that does not end. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            expiresAt?: string;
            /** @description The UMA address of who invites. */
            inviterUma: string;
            /** @description The UMA address of who claimed it, shown to the inviter's platform and to the one whose customer it is. Absent for others, and before. */
            inviteeUma?: string;
            /** @description Whether it can still be claimed: only a `PENDING` one. */
            status: components["schemas"]["InvitationStatus"];
            /** @description What the inviter is called on the page. Absent where nothing is known. */
            firstName?: string;
            /** @description What the inviter means to send once it is claimed: a promise, not a payment. Absent where nothing was promised. */
            amountToSend?: components["schemas"]["CurrencyAmount"];
        };
        /** @description Who claims an invitation. */
        UmaInvitationClaimRequest: {
            /** @description The UMA address of your customer who claims: not the inviter's own. `$user@domain`. 1 to 320 characters. */
            inviteeUma: string;
        };
        /** @description What an invitation says. */
        UmaInvitationCreateRequest: {
            /** @description The UMA address of your customer who invites. `$user@domain`. 1 to 320 characters. */
            inviterUma: string;
            /** @description What the inviter is called on the page. Left out: the first word of the customer's name. With a letter, and without characters that are not seen. 1 to 100 characters. */
            firstName?: string;
            /**
             * Format: int64
             * @description What the inviter means to send, in the smallest unit of the first of the customer's `currencies`, within the configuration's limits. 1 to 9,223,372,036,854,775,807.
             */
            amountToSend?: number;
            /**
             * Format: date-time
             * @description Until when it can be claimed: in the future. Left out: without end. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            expiresAt?: string;
        };
        /** @description A counterparty whose customers have UMA addresses. */
        UmaProvider: {
            /** @description What the institution is called. */
            name: string;
            /** @description The domain of its customers' UMA addresses. */
            domain: string;
            /** @description Countries that it serves: ISO 3166-1 alpha-2. */
            supportedRegions: string[];
            /** @description Currencies that it takes. */
            supportedCurrencies: components["schemas"]["Currency"][];
            /**
             * Format: uri
             * @description Address of its logo. Absent where none is known.
             */
            logoUrl?: string;
            /** @description Its legal entity identifier (ISO 17442). Absent where none is known. */
            lei?: string;
            /** @description Whether payments to and from it are allowed. */
            allowListStatus: boolean;
        };
        /** @description A page of a list. */
        UmaProviderListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["UmaProvider"][];
            /** @description Whether the list goes on: ask again with `nextCursor`. */
            hasMore: boolean;
            /** @description What to send as `cursor` for the next page, with the same filters. Absent on the last page. */
            nextCursor?: string;
            /** @description How many match in all. Above 10,000 matches of a filter it stays 10,000. */
            totalCount?: number;
        };
        UsdBeneficiary: components["schemas"]["UsdIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type USD_ACCOUNT, to be created. Its `currency` is USD.
         * @example {
         *       "accountType": "USD_ACCOUNT",
         *       "accountNumber": "123456789",
         *       "routingNumber": "021000021",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        UsdExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "USD_ACCOUNT";
            /** @description 1 to 17 digits, the number of the account. Without blanks and hyphens, and not zeros alone. 1 to 34 characters. */
            accountNumber: string;
            /** @description The routing number of the bank: 9 digits. It starts with 00 to 12, 21 to 32, 61 to 72, or 80; the last digit is the check digit of ABA. */
            routingNumber: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["UsdBeneficiary"];
        };
        /**
         * @description An external account of type USD_ACCOUNT. Its `currency` is USD.
         * @example {
         *       "accountType": "USD_ACCOUNT",
         *       "accountNumber": "123456789",
         *       "routingNumber": "021000021",
         *       "paymentRails": [
         *         "ACH",
         *         "WIRE",
         *         "RTP",
         *         "FEDNOW",
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        UsdExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "USD_ACCOUNT";
            /** @description 1 to 17 digits, the number of the account. Without blanks and hyphens, and not zeros alone. 1 to 34 characters. */
            accountNumber: string;
            /** @description The routing number of the bank: 9 digits. It starts with 00 to 12, 21 to 32, 61 to 72, or 80; the last digit is the check digit of ABA. */
            routingNumber: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: ("ACH" | "WIRE" | "RTP" | "FEDNOW" | "BANK_TRANSFER")[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["UsdBeneficiary"];
        };
        /** @description Who receives the money. */
        UsdIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description One verification of a customer. */
        Verification: {
            /** @description Names the verification in paths. `Verification:<uuid>`. */
            id: string;
            /** @description Who is verified. `Customer:<uuid>`. */
            customerId: string;
            /** @description Where the verification stands. */
            verificationStatus: components["schemas"]["VerificationStatus"];
            /** @description What has to be resolved before it can be decided, or why it was rejected; empty where there is nothing. */
            errors: components["schemas"]["VerificationError"][];
            /**
             * Format: date-time
             * @description When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            updatedAt: string;
        };
        /** @description Something that has to be resolved, or the ground of a rejection. */
        VerificationError: {
            /** @description What has the problem: `Customer:<uuid>`, `BeneficialOwner:<uuid>` or `Document:<uuid>`. */
            resourceId: string;
            /** @description What is wrong or missing. */
            type: components["schemas"]["VerificationErrorType"];
            /** @description The field in question, as a dotted path. Absent where it is about no field. */
            field?: string;
            /** @description Documents of which any one would do. Absent where no document is asked for. */
            acceptedDocumentTypes?: components["schemas"]["DocumentType"][];
            /** @description A sentence for people. */
            reason: string;
        };
        /** @enum {string} */
        VerificationErrorType: "MISSING_FIELD" | "INVALID_FIELD" | "MISSING_LEGAL_PRESENCE_DOCUMENT" | "MISSING_COMPANY_DETAILS_DOCUMENT" | "MISSING_CONTROL_STRUCTURE_DOCUMENT" | "MISSING_OWNERSHIP_STRUCTURE_DOCUMENT" | "MISSING_PROOF_OF_ADDRESS_DOCUMENT" | "MISSING_IDENTITY_DOCUMENT" | "INVALID_DOCUMENT" | "EXPIRED_DOCUMENT" | "POOR_QUALITY_DOCUMENT" | "SUSPECTED_FRAUD_DOCUMENT" | "WRONG_DOCUMENT_TYPE" | "INCOMPLETE_DOCUMENT" | "UNREADABLE_DOCUMENT" | "DOCUMENT_VERIFICATION_FAILED" | "APPLICANT_SANCTIONED" | "APPLICANT_FRAUD" | "APPLICANT_CRIMINAL_RECORD" | "APPLICANT_REJECTED" | "MISSING_BENEFICIAL_OWNER";
        /** @description A page of a list. */
        VerificationListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["Verification"][];
            /** @description Whether the list goes on: ask again with `nextCursor`. */
            hasMore: boolean;
            /** @description What to send as `cursor` for the next page, with the same filters. Absent on the last page. */
            nextCursor?: string;
            /** @description How many match in all. Above 10,000 matches of a filter it stays 10,000. */
            totalCount?: number;
        };
        /** @description Whom to verify. */
        VerificationRequest: {
            /** @description Who is to be verified. As a reply has shown it, with its prefix. */
            customerId: string;
        };
        /** @enum {string} */
        VerificationStatus: "RESOLVE_ERRORS" | "READY_FOR_VERIFICATION" | "IN_PROGRESS" | "PENDING_MANUAL_REVIEW" | "APPROVED" | "REJECTED";
        VerificationWebhook: {
            /** @description `Webhook:<uuid>`; the same when the event is sent again. */
            id: string;
            /** @description What happened. */
            type: components["schemas"]["VerificationWebhookType"];
            /**
             * Format: date-time
             * @description When it happened, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            timestamp: string;
            /** @description What it happened to, as its GET showed it at that moment. */
            data: components["schemas"]["Verification"];
            /** @description The number of the event among those of the same resource, without gaps. At least 1. */
            sequence?: number;
            /** @description True where the event was too long: `data` has only short, plain values. */
            isTruncated?: boolean;
        };
        /** @enum {string} */
        VerificationWebhookType: "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.READY_FOR_VERIFICATION";
        VndBeneficiary: components["schemas"]["VndIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type VND_ACCOUNT, to be created. Its `currency` is VND.
         * @example {
         *       "accountType": "VND_ACCOUNT",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "bankName": "Vietcombank",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        VndExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "VND_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits or letters from A to Z, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["VndBeneficiary"];
        };
        /**
         * @description An external account of type VND_ACCOUNT. Its `currency` is VND.
         * @example {
         *       "accountType": "VND_ACCOUNT",
         *       "bankName": "Vietcombank",
         *       "accountNumber": "1234567890",
         *       "swiftCode": "DBSSSGSG",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        VndExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "VND_ACCOUNT";
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description 1 to 34 digits or letters from A to Z, the number of the account. Without blanks and hyphens, and not zeros alone. */
            accountNumber: string;
            /** @description A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth and the sixth letter are the code of a country. */
            swiftCode: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["VndBeneficiary"];
        };
        /** @description Who receives the money. */
        VndIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        /** @description A secret that signs webhooks in the scheme `v1` of the Standard Webhooks specification. */
        WebhookSecret: {
            /** @description Names the secret in paths. `WebhookSecret:<uuid>`. */
            id: string;
            /**
             * Format: date-time
             * @description When it was made, in real time, also where the sandbox's clock was moved. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until when it signs, in real time. Absent while it was not replaced. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            signsUntil?: string;
        };
        /** @description How long the secret before goes on. */
        WebhookSecretCreateRequest: {
            /** @description How long the secret before still signs beside the new one. If left out: `24`. 0 to 168. */
            overlapHours?: number;
        };
        /** @description A signing secret as it is shown once. */
        WebhookSecretCreated: {
            /** @description Names the secret in paths. `WebhookSecret:<uuid>`. */
            id: string;
            /**
             * Format: date-time
             * @description When it was made, in real time, also where the sandbox's clock was moved. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until when it signs, in real time. Absent while it was not replaced. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
             */
            signsUntil?: string;
            /** @description The secret, `whsec_…`: what the libraries of Standard Webhooks take. Shown once. */
            secret: string;
        };
        /** @description A list that comes whole. */
        WebhookSecretListResponse: {
            /** @description What the list holds, in its order. */
            data: components["schemas"]["WebhookSecret"][];
        };
        XafBeneficiary: components["schemas"]["XafIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type XAF_ACCOUNT, to be created. Its `currency` is XAF.
         * @example {
         *       "accountType": "XAF_ACCOUNT",
         *       "phoneNumber": "+237671234567",
         *       "provider": "MTN",
         *       "region": "CM",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        XafExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "XAF_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /**
             * @description The country in which the account is held: one of CM, CG.
             * @enum {string}
             */
            region: "CM" | "CG";
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["XafBeneficiary"];
        };
        /**
         * @description An external account of type XAF_ACCOUNT. Its `currency` is XAF.
         * @example {
         *       "accountType": "XAF_ACCOUNT",
         *       "phoneNumber": "+237671234567",
         *       "provider": "MTN",
         *       "region": "CM",
         *       "paymentRails": [
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        XafExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "XAF_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /**
             * @description The country in which the account is held: one of CM, CG.
             * @enum {string}
             */
            region: "CM" | "CG";
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["XafBeneficiary"];
        };
        /** @description Who receives the money. */
        XafIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        XofBeneficiary: components["schemas"]["XofIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type XOF_ACCOUNT, to be created. Its `currency` is XOF.
         * @example {
         *       "accountType": "XOF_ACCOUNT",
         *       "phoneNumber": "+221771234567",
         *       "provider": "Orange Money",
         *       "region": "SN",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        XofExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "XOF_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /**
             * @description The country in which the account is held: one of BJ, CI, SN, TG.
             * @enum {string}
             */
            region: "BJ" | "CI" | "SN" | "TG";
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["XofBeneficiary"];
        };
        /**
         * @description An external account of type XOF_ACCOUNT. Its `currency` is XOF.
         * @example {
         *       "accountType": "XOF_ACCOUNT",
         *       "phoneNumber": "+221771234567",
         *       "provider": "Orange Money",
         *       "region": "SN",
         *       "paymentRails": [
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        XofExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "XOF_ACCOUNT";
            /** @description The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /**
             * @description The country in which the account is held: one of BJ, CI, SN, TG.
             * @enum {string}
             */
            region: "BJ" | "CI" | "SN" | "TG";
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["XofBeneficiary"];
        };
        /** @description Who receives the money. */
        XofIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        ZarBeneficiary: components["schemas"]["ZarIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type ZAR_ACCOUNT, to be created. Its `currency` is ZAR.
         * @example {
         *       "accountType": "ZAR_ACCOUNT",
         *       "accountNumber": "123456789",
         *       "bankName": "Nedbank",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        ZarExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "ZAR_ACCOUNT";
            /** @description The number of the account: 9 to 13 digits. */
            accountNumber: string;
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["ZarBeneficiary"];
        };
        /**
         * @description An external account of type ZAR_ACCOUNT. Its `currency` is ZAR.
         * @example {
         *       "accountType": "ZAR_ACCOUNT",
         *       "accountNumber": "123456789",
         *       "bankName": "Nedbank",
         *       "paymentRails": [
         *         "BANK_TRANSFER"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        ZarExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "ZAR_ACCOUNT";
            /** @description The number of the account: 9 to 13 digits. */
            accountNumber: string;
            /** @description 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the `bankName` of one. */
            bankName: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "BANK_TRANSFER"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["ZarBeneficiary"];
        };
        /** @description Who receives the money. */
        ZarIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
        ZmwBeneficiary: components["schemas"]["ZmwIndividualBeneficiary"] | components["schemas"]["BusinessBeneficiary"];
        /**
         * @description An external account of type ZMW_ACCOUNT, to be created. Its `currency` is ZMW.
         * @example {
         *       "accountType": "ZMW_ACCOUNT",
         *       "phoneNumber": "+260971234567",
         *       "provider": "MTN",
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        ZmwExternalAccountCreateInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "ZMW_ACCOUNT";
            /** @description The telephone number of the account's holder: "+260" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["ZmwBeneficiary"];
        };
        /**
         * @description An external account of type ZMW_ACCOUNT. Its `currency` is ZMW.
         * @example {
         *       "accountType": "ZMW_ACCOUNT",
         *       "phoneNumber": "+260971234567",
         *       "provider": "MTN",
         *       "paymentRails": [
         *         "MOBILE_MONEY"
         *       ],
         *       "beneficiary": {
         *         "beneficiaryType": "INDIVIDUAL",
         *         "fullName": "Ana María López",
         *         "birthDate": "1990-02-28",
         *         "nationality": "MX",
         *         "email": "ana@example.com",
         *         "phoneNumber": "+525512345678",
         *         "countryOfResidence": "MX",
         *         "address": {
         *           "line1": "1 Main Street",
         *           "city": "Springfield",
         *           "postalCode": "12345",
         *           "country": "US"
         *         }
         *       }
         *     }
         */
        ZmwExternalAccountInfo: {
            /**
             * @description Which type of account it is: says which fields there are. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            accountType: "ZMW_ACCOUNT";
            /** @description The telephone number of the account's holder: "+260" followed by 9 digits. 7 to 15 characters. */
            phoneNumber: string;
            /** @description 1 to 255 characters, the mobile-money provider. */
            provider: string;
            /** @description The rails that reach it: names that `paymentRail` of a quote takes. */
            paymentRails: "MOBILE_MONEY"[];
            /** @description The holder of the account: `beneficiaryType` says which fields there are. */
            beneficiary: components["schemas"]["ZmwBeneficiary"];
        };
        /** @description Who receives the money. */
        ZmwIndividualBeneficiary: {
            /**
             * @description A person. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            beneficiaryType: "INDIVIDUAL";
            /** @description First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without characters that are not seen. */
            fullName: string;
            /**
             * Format: date
             * @description The holder's day of birth: a date of the form YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). */
            nationality?: string;
            /**
             * Format: email
             * @description The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters.
             */
            email?: string;
            /** @description The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". */
            phoneNumber?: string;
            /** @description Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). */
            countryOfResidence?: string;
            /** @description The holder's postal address. */
            address?: components["schemas"]["BeneficiaryAddress"];
        };
    };
    responses: {
        /** @description Something is in the way: what there is already, or another request. `code`: `IDEMPOTENCY_KEY_IN_USE`, `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`. */
        AnswerWebhookConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_INPUT`, `MISSING_MANDATORY_USER_INFO`. */
        ApprovePendingPaymentBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Something is in the way: what there is already, or another request. `code`: `IDEMPOTENCY_KEY_IN_USE`, `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`. */
        ApprovePendingPaymentConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `BENEFICIAL_OWNER_NOT_FOUND`. */
        BeneficialOwnerNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `BULK_UPLOAD_JOB_NOT_FOUND`. */
        BulkUploadJobNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_INPUT`, `INVITATION_ALREADY_CLAIMED`, `INVITATION_CANCELLED`, `INVITATION_EXPIRED`. */
        CancelInvitationBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_INPUT`, `INVALID_UMA_ADDRESS`, `INVITATION_ALREADY_CLAIMED`, `INVITATION_CANCELLED`, `INVITATION_EXPIRED`, `SELF_PAYMENT`. */
        ClaimInvitationBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `INVITATION_NOT_FOUND`, `USER_NOT_FOUND`. */
        ClaimInvitationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_CURRENCY`, `INVALID_INPUT`, `INVALID_UMA_ADDRESS`. */
        CreateCustomerBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Something is in the way: what there is already, or another request. `code`: `IDEMPOTENCY_KEY_IN_USE`, `UMA_ADDRESS_EXISTS`. */
        CreateCustomerConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_BANK_ACCOUNT`, `INVALID_CURRENCY`, `INVALID_INPUT`. */
        CreateCustomerExternalAccountBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Something is in the way: what there is already, or another request. `code`: `EXTERNAL_ACCOUNT_EXISTS`, `IDEMPOTENCY_KEY_IN_USE`. */
        CreateCustomerExternalAccountConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description A fault on our side, or at who checks accounts. Send it again with the same key. `code`: `INTERNAL_ERROR`, `SWITCH_ERROR`. */
        CreateCustomerExternalAccountInternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error500"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `AMOUNT_OUT_OF_RANGE`, `INVALID_CURRENCY`, `INVALID_INPUT`, `INVALID_UMA_ADDRESS`. */
        CreateInvitationBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_BANK_ACCOUNT`, `INVALID_CURRENCY`, `INVALID_INPUT`. */
        CreatePlatformExternalAccountBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Something is in the way: what there is already, or another request. `code`: `EXTERNAL_ACCOUNT_EXISTS`, `IDEMPOTENCY_KEY_IN_USE`. */
        CreatePlatformExternalAccountConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description A fault on our side, or at who checks accounts. Send it again with the same key. `code`: `INTERNAL_ERROR`, `SWITCH_ERROR`. */
        CreatePlatformExternalAccountInternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error500"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `AMOUNT_OUT_OF_RANGE`, `CERT_CHAIN_EXPIRED`, `CERT_CHAIN_INVALID`, `CURRENCY_MISMATCH`, `INSUFFICIENT_BALANCE`, `INVALID_BANK_ACCOUNT`, `INVALID_CURRENCY`, `INVALID_INPUT`, `INVALID_NONCE`, `INVALID_PAYREQ_RESPONSE`, `INVALID_PUBKEY_FORMAT`, `INVALID_TIMESTAMP`, `INVALID_UMA_ADDRESS`, `LOOKUP_REQUEST_FAILED`, `MISSING_MANDATORY_USER_INFO`, `PARSE_PAYREQ_RESPONSE_ERROR`, `PULL_NOT_SUPPORTED`, `QUOTE_REQUEST_FAILED`, `SELF_PAYMENT`, `SENDER_NOT_ACCEPTED`. */
        CreateQuoteBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The receiver's institution can't be reached, or its answer can't be relied on. Try again with the same key. `code`: `COUNTERPARTY_PUBKEY_FETCH_ERROR`, `NO_COMPATIBLE_UMA_VERSION`, `PAYREQ_REQUEST_FAILED`. */
        CreateQuoteFailedDependency: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error424"];
            };
        };
        /** @description The token may not do this, or the parties of a payment may not pay or be paid at the moment. `code`: `COUNTERPARTY_NOT_ALLOWED`, `FORBIDDEN`, `USER_NOT_READY`. */
        CreateQuoteForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error403"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `EXTERNAL_ACCOUNT_NOT_FOUND`, `INTERNAL_ACCOUNT_NOT_FOUND`, `USER_NOT_FOUND`. */
        CreateQuoteNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `AMOUNT_OUT_OF_RANGE`, `CURRENCY_MISMATCH`, `INVALID_BANK_ACCOUNT`, `INVALID_CURRENCY`, `INVALID_INPUT`, `PULL_NOT_SUPPORTED`. */
        CreateTransferInBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The token may not do this, or the parties of a payment may not pay or be paid at the moment. `code`: `FORBIDDEN`, `USER_NOT_READY`. */
        CreateTransferInForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error403"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `EXTERNAL_ACCOUNT_NOT_FOUND`, `INTERNAL_ACCOUNT_NOT_FOUND`. */
        CreateTransferInNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `AMOUNT_OUT_OF_RANGE`, `CURRENCY_MISMATCH`, `INSUFFICIENT_BALANCE`, `INVALID_BANK_ACCOUNT`, `INVALID_CURRENCY`, `INVALID_INPUT`. */
        CreateTransferOutBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The token may not do this, or the parties of a payment may not pay or be paid at the moment. `code`: `FORBIDDEN`, `USER_NOT_READY`. */
        CreateTransferOutForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error403"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `EXTERNAL_ACCOUNT_NOT_FOUND`, `INTERNAL_ACCOUNT_NOT_FOUND`. */
        CreateTransferOutNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description The customer was deleted. Its history can be read; nothing new can be done with it. `code`: `CUSTOMER_DELETED`. */
        CustomerDeleted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error410"];
            };
        };
        /** @description Something is in the way: what there is already, or another request. `code`: `CUSTOMER_HAS_FUNDS`, `IDEMPOTENCY_KEY_IN_USE`. */
        DeleteCustomerByIdConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description Something is in the way: what there is already, or another request. `code`: `DOCUMENT_SUBMITTED`, `IDEMPOTENCY_KEY_IN_USE`. */
        DeleteDocumentConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `DOCUMENT_NOT_FOUND`. */
        DocumentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `AMOUNT_OUT_OF_RANGE`, `CURRENCY_MISMATCH`, `INVALID_CURRENCY`, `INVALID_INPUT`, `QUOTE_REQUEST_FAILED`. */
        EstimateCryptoWithdrawalFeeBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INSUFFICIENT_BALANCE`, `INVALID_BANK_ACCOUNT`, `INVALID_INPUT`. */
        ExecuteQuoteBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Something is in the way: what there is already, or another request. `code`: `IDEMPOTENCY_KEY_IN_USE`, `QUOTE_EXPIRED`, `QUOTE_NOT_PENDING`. */
        ExecuteQuoteConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description The token may not do this, or the parties of a payment may not pay or be paid at the moment. `code`: `FORBIDDEN`, `USER_NOT_READY`. */
        ExecuteQuoteForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error403"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `EXTERNAL_ACCOUNT_NOT_FOUND`, `QUOTE_NOT_FOUND`. */
        ExecuteQuoteNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `EXTERNAL_ACCOUNT_NOT_FOUND`. */
        ExternalAccountNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description The token may not do this, or the parties of a payment may not pay or be paid at the moment. `code`: `FORBIDDEN`. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error403"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_CURRENCY`, `INVALID_INPUT`. */
        GetDiscoveriesBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `AMOUNT_OUT_OF_RANGE`, `INVALID_CURRENCY`, `INVALID_INPUT`, `QUOTE_REQUEST_FAILED`. */
        GetExchangeRatesBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Something is in the way: what there is already, or another request. `code`: `IDEMPOTENCY_KEY_IN_USE`. */
        IdempotencyKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description The idempotency key belongs to another request. `code`: `IDEMPOTENCY_KEY_REUSED`. */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error422"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `INTERNAL_ACCOUNT_NOT_FOUND`. */
        InternalAccountNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description A fault on our side, or at who checks accounts. Send it again with the same key. `code`: `INTERNAL_ERROR`. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error500"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_INPUT`. */
        InvalidInput: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `INVITATION_NOT_FOUND`. */
        InvitationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_CURRENCY`, `INVALID_INPUT`. */
        ListCustomerExternalAccountsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_CURRENCY`, `INVALID_INPUT`. */
        ListCustomerInternalAccountsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_CURRENCY`, `INVALID_INPUT`. */
        ListCustomersBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_CURRENCY`, `INVALID_INPUT`. */
        ListPlatformExternalAccountsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_CURRENCY`, `INVALID_INPUT`. */
        ListPlatformInternalAccountsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_CURRENCY`, `INVALID_INPUT`, `QUOTE_REQUEST_FAILED`. */
        LookupExternalAccountBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `EXTERNAL_ACCOUNT_NOT_FOUND`, `USER_NOT_FOUND`. */
        LookupExternalAccountNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `AMOUNT_OUT_OF_RANGE`, `CERT_CHAIN_EXPIRED`, `CERT_CHAIN_INVALID`, `INVALID_CURRENCY`, `INVALID_INPUT`, `INVALID_NONCE`, `INVALID_PUBKEY_FORMAT`, `INVALID_TIMESTAMP`, `INVALID_UMA_ADDRESS`, `MISSING_MANDATORY_USER_INFO`, `PARSE_LNURLP_RESPONSE_ERROR`, `QUOTE_REQUEST_FAILED`, `SENDER_NOT_ACCEPTED`. */
        LookupUmaBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The receiver's institution can't be reached, or its answer can't be relied on. Try again with the same key. `code`: `COUNTERPARTY_PUBKEY_FETCH_ERROR`, `LNURLP_REQUEST_FAILED`, `NO_COMPATIBLE_UMA_VERSION`. */
        LookupUmaFailedDependency: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error424"];
            };
        };
        /** @description The token may not do this, or the parties of a payment may not pay or be paid at the moment. `code`: `COUNTERPARTY_NOT_ALLOWED`, `FORBIDDEN`. */
        LookupUmaForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error403"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `NOT_FOUND`. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description The body is larger than the endpoint takes. Nothing was done. `code`: `PAYLOAD_TOO_LARGE`. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error413"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `QUOTE_NOT_FOUND`. */
        QuoteNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description Too many requests. Wait as long as `Retry-After` says, then send it again with the same key. `code`: `RATE_LIMITED`. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error429"];
            };
        };
        /** @description Something is in the way: what there is already, or another request. `code`: `IDEMPOTENCY_KEY_IN_USE`, `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`. */
        RejectPendingPaymentConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_INPUT`, `LOW_QUALITY`, `UNSUITABLE_DOCUMENT`. */
        ReplaceDocumentBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Something is in the way: what there is already, or another request. `code`: `DOCUMENT_SUBMITTED`, `IDEMPOTENCY_KEY_IN_USE`. */
        ReplaceDocumentConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description The body of the request took too long to arrive. Nothing was done. `code`: `REQUEST_TIMEOUT`. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error408"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `AMOUNT_OUT_OF_RANGE`, `INVALID_CURRENCY`, `INVALID_INPUT`. */
        SandboxFundInternalAccountBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `AMOUNT_OUT_OF_RANGE`, `INVALID_CURRENCY`, `INVALID_INPUT`, `INVALID_UMA_ADDRESS`. */
        SandboxReceiveBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The token may not do this, or the parties of a payment may not pay or be paid at the moment. `code`: `COUNTERPARTY_NOT_ALLOWED`, `FORBIDDEN`, `USER_NOT_READY`. */
        SandboxReceiveForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error403"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `CURRENCY_MISMATCH`, `INVALID_INPUT`. */
        SandboxSendBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_INPUT`, `WEBHOOK_DELIVERY_ERROR`, `WEBHOOK_ENDPOINT_NOT_SET`. */
        SendTestWebhookBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Not available at the moment. Wait as long as `Retry-After` says, then send it again with the same key. `code`: `SERVICE_UNAVAILABLE`. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error503"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `TOKEN_NOT_FOUND`. */
        TokenNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `TRANSACTION_NOT_FOUND`. */
        TransactionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description The token is missing, unknown, revoked or expired, or is used from an address that it is not for. `code`: `UNAUTHORIZED`. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error401"];
            };
        };
        /** @description The receiver's institution insists on something that the protocol does not name. `code`: `UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY`. */
        UnrecognizedMandatoryPayeeDataKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error501"];
            };
        };
        /** @description The body is not of the type that the endpoint reads, or is compressed. `code`: `UNSUPPORTED_MEDIA_TYPE`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Accept-Encoding": components["headers"]["Accept-Encoding"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error415"];
            };
        };
        /** @description Kept free: this version does not answer so here. */
        UnusedFailedDependency: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error424"];
            };
        };
        /** @description Kept free: this version does not answer so here. */
        UnusedNotImplemented: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error501"];
            };
        };
        /** @description Kept free: this version does not answer so here. */
        UnusedPreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error412"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_CURRENCY`, `INVALID_INPUT`, `INVALID_UMA_ADDRESS`. */
        UpdateCustomerByIdBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Something is in the way: what there is already, or another request. `code`: `IDEMPOTENCY_KEY_IN_USE`, `UMA_ADDRESS_EXISTS`. */
        UpdateCustomerByIdConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error409"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_CURRENCY`, `INVALID_INPUT`. */
        UpdatePlatformConfigBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description The request is wrong, or what there is does not allow it. `code`: `INVALID_INPUT`, `LOW_QUALITY`, `UNSUITABLE_DOCUMENT`. */
        UploadDocumentBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error400"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `BENEFICIAL_OWNER_NOT_FOUND`, `USER_NOT_FOUND`. */
        UploadDocumentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `USER_NOT_FOUND`. */
        UserNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
        /** @description Your platform has no such object. Those of other platforms are not found either. `code`: `VERIFICATION_NOT_FOUND`. */
        VerificationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error404"];
            };
        };
    };
    parameters: {
        /**
         * @description The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>` as the address says.
         * @example ExternalAccount:0197d6f0-0000-7000-8000-000000000010
         */
        AccountId: string;
        /**
         * @description Only accounts in this currency. A code such as `USD`; small letters are taken, too.
         * @example USD
         */
        Currency: string;
        /** @description `nextCursor` of the page before, with the same filters. Left out: the first page. 1 to 1,024 characters. */
        Cursor: string;
        /**
         * @description The customer's `id`, `Customer:<uuid>`.
         * @example Customer:0197d6f0-0000-7000-8000-000000000005
         */
        CustomerId: string;
        /**
         * @description The document's `id`, `Document:<uuid>`.
         * @example Document:0197d6f0-0000-7000-8000-00000000000a
         */
        DocumentId: string;
        /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
        IdempotencyKey: string;
        /**
         * @description The invitation's `code`. Capitals, blanks and hyphens do not matter.
         * @example HFNDT3ZREDY4
         */
        InvitationCode: string;
        /**
         * @description How many to answer with at most, 20 unless another number is given. 1 to 100.
         * @example 2
         */
        Limit: number;
        /** @description By the moment of creation: `desc` is newest first, `asc` oldest first. */
        SortOrder: "asc" | "desc";
        /**
         * @description The transaction's `id`, `Transaction:<uuid>`.
         * @example Transaction:0197d6f0-0000-7000-8000-000000000013
         */
        TransactionId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names the request: quote it when you ask for help. On every reply.
         * @example 01983c5e-7b1a-7c44-9d0e-5f2a8c6b1e37
         */
        "X-Request-Id": string;
        /**
         * @description The moment from which this version of the API is deprecated: `@` and seconds since 1970 (RFC 9745). On every reply of a version that is to end; absent otherwise.
         * @example @1798761600
         */
        Deprecation: string;
        /**
         * @description The day from which this version of the API may be gone, as an HTTP date (RFC 8594). On every reply of a version that is to end; absent otherwise.
         * @example Mon, 01 Jan 2029 00:00:00 GMT
         */
        Sunset: string;
        /**
         * @description The page about the end of this version, with `rel="deprecation"`. On every reply of a version that is to end; absent otherwise.
         * @example <https://pay.example.com/docs/platform-developer/environments/#deprecation>; rel="deprecation"; type="text/html"
         */
        Link: string;
        /**
         * @description `true` where the reply was kept under the request's idempotency key and is given again. Absent otherwise.
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description Seconds to wait before asking again. At least 1.
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description How to authenticate: HTTP Basic with client id and client secret of an API token.
         * @example Basic realm="payments", charset="UTF-8"
         */
        "WWW-Authenticate": string;
        /**
         * @description `identity` where the body was compressed: send it as it is. Absent otherwise.
         * @example identity
         */
        "Accept-Encoding": "identity";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listBeneficialOwners: {
        parameters: {
            query: {
                /** @description `nextCursor` of the page before, with the same filters. Left out: the first page. 1 to 1,024 characters. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description The business whose owners are listed. As a reply has shown it, with its prefix.
                 * @example Customer:0197d6f0-0000-7000-8000-000000000006
                 */
                customerId: string;
                /**
                 * @description How many to answer with at most, 20 unless another number is given. 1 to 100.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of beneficial owners. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficialOwnerListResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createBeneficialOwner: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeneficialOwnerCreateRequest"];
            };
        };
        responses: {
            /** @description The beneficial owner, with its standing. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficialOwner"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBeneficialOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The beneficial owner's `id`, `BeneficialOwner:<uuid>`.
                 * @example BeneficialOwner:0197d6f0-0000-7000-8000-000000000007
                 */
                beneficialOwnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The beneficial owner. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficialOwner"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BeneficialOwnerNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateBeneficialOwner: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The beneficial owner's `id`, `BeneficialOwner:<uuid>`.
                 * @example BeneficialOwner:0197d6f0-0000-7000-8000-000000000007
                 */
                beneficialOwnerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BeneficialOwnerUpdateRequest"];
            };
        };
        responses: {
            /** @description The beneficial owner as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficialOwner"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BeneficialOwnerNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPlatformConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformConfig"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePlatformConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PlatformConfigUpdateRequest"];
            };
        };
        responses: {
            /** @description The configuration as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformConfig"];
                };
            };
            400: components["responses"]["UpdatePlatformConfigBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    estimateCryptoWithdrawalFee: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EstimateCryptoWithdrawalFeeRequest"];
            };
        };
        responses: {
            /** @description The fees. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EstimateCryptoWithdrawalFeeResponse"];
                };
            };
            400: components["responses"]["EstimateCryptoWithdrawalFeeBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InternalAccountNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Only what was created at this moment or later. ISO 8601 with an offset, or a date: then its first instant in UTC. */
                createdAfter?: string;
                /** @description Only what was created at this moment or earlier. ISO 8601 with an offset, or a date: then its last instant in UTC. */
                createdBefore?: string;
                /** @description Only customers who have an account in this currency. A code such as `USD`; small letters are taken, too. */
                currency?: string;
                /** @description `nextCursor` of the page before, with the same filters. Left out: the first page. 1 to 1,024 characters. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only persons, or only businesses. */
                customerType?: "INDIVIDUAL" | "BUSINESS";
                /** @description true: deleted customers too. */
                isIncludingDeleted?: boolean;
                /** @description Only businesses whose verification stands so. */
                kybStatus?: components["schemas"]["CustomerStatus"];
                /**
                 * @description Only persons whose verification stands so.
                 * @example APPROVED
                 */
                kycStatus?: components["schemas"]["CustomerStatus"];
                /**
                 * @description How many to answer with at most, 20 unless another number is given. 1 to 100.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only the customer that you gave this name. 1 to 255 characters. */
                platformCustomerId?: string;
                /** @description Only customers of this region, as it was given. 1 to 255 characters. */
                region?: string;
                /** @description Only the customer who has this address; capitals do not matter. 1 to 320 characters. */
                umaAddress?: string;
                /** @description Only what was last changed at this moment or later. ISO 8601 with an offset, or a date: then its first instant in UTC. */
                updatedAfter?: string;
                /** @description Only what was last changed at this moment or earlier. ISO 8601 with an offset, or a date: then its last instant in UTC. */
                updatedBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerListResponse"];
                };
            };
            400: components["responses"]["ListCustomersBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerCreateRequest"];
            };
        };
        responses: {
            /** @description The customer, with its standing. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["CreateCustomerBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["CreateCustomerConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["UnusedNotImplemented"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCustomerById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The customer's `id`, `Customer:<uuid>`.
                 * @example Customer:0197d6f0-0000-7000-8000-000000000005
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCustomerById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The customer's `id`, `Customer:<uuid>`.
                 * @example Customer:0197d6f0-0000-7000-8000-000000000005
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer, with `isDeleted`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["DeleteCustomerByIdConflict"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCustomerById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The customer's `id`, `Customer:<uuid>`.
                 * @example Customer:0197d6f0-0000-7000-8000-000000000005
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerUpdateRequest"];
            };
        };
        responses: {
            /** @description The customer as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["UpdateCustomerByIdBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["UpdateCustomerByIdConflict"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    uploadCustomersCsv: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CustomersCsvUploadRequest"];
            };
        };
        responses: {
            /** @description The job, which begins when a worker is free. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCustomerImportJobAccepted"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBulkCustomerImportJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `jobId` of the reply that began the import, `Job:<uuid>`.
                 * @example Job:0197d6f0-0000-7000-8000-00000000000c
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job as it stands. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCustomerImportJob"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BulkUploadJobNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCustomerExternalAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Only accounts in this currency. A code such as `USD`; small letters are taken, too.
                 * @example USD
                 */
                currency?: components["parameters"]["Currency"];
                /** @description `nextCursor` of the page before, with the same filters. Left out: the first page. 1 to 1,024 characters. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only accounts of this customer. As a reply has shown it, with its prefix.
                 * @example Customer:0197d6f0-0000-7000-8000-000000000005
                 */
                customerId?: string;
                /**
                 * @description How many to answer with at most, 20 unless another number is given. 1 to 100.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of external accounts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccountListResponse"];
                };
            };
            400: components["responses"]["ListCustomerExternalAccountsBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCustomerExternalAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExternalAccountCreateRequest"];
            };
        };
        responses: {
            /** @description The external account; `details.warnings` says what is odd about it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            400: components["responses"]["CreateCustomerExternalAccountBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["CreateCustomerExternalAccountConflict"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["CreateCustomerExternalAccountInternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCustomerExternalAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>` as the address says.
                 * @example ExternalAccount:0197d6f0-0000-7000-8000-000000000010
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The external account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ExternalAccountNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCustomerExternalAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>` as the address says.
                 * @example ExternalAccount:0197d6f0-0000-7000-8000-000000000010
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ExternalAccountNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCustomerInternalAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Only accounts in this currency. A code such as `USD`; small letters are taken, too.
                 * @example USD
                 */
                currency?: components["parameters"]["Currency"];
                /** @description `nextCursor` of the page before, with the same filters. Left out: the first page. 1 to 1,024 characters. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only accounts of this customer. As a reply has shown it, with its prefix.
                 * @example Customer:0197d6f0-0000-7000-8000-000000000005
                 */
                customerId?: string;
                /**
                 * @description How many to answer with at most, 20 unless another number is given. 1 to 100.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of internal accounts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalAccountListResponse"];
                };
            };
            400: components["responses"]["ListCustomerInternalAccountsBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getKycLinkForCustomer: {
        parameters: {
            query: {
                /** @description Which customer, where several have this `platformCustomerId`. As a reply has shown it, with its prefix. */
                customerId?: string;
                /**
                 * @description Your own name of the customer. One that does not exist yet is created, as an individual. 1 to 255 characters.
                 * @example grace
                 */
                platformCustomerId: string;
                /**
                 * @description Where the page leads people when they are done: an https address. 1 to 2,048 characters.
                 * @example https://app.example.com/done
                 */
                redirectUri?: string;
            };
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, and whose it is. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KycLinkResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDiscoveries: {
        parameters: {
            query?: {
                /**
                 * @description Only what is in this country. ISO 3166-1 alpha-2; small letters are taken too.
                 * @example NG
                 */
                country?: string;
                /**
                 * @description Only what is paid in this currency. Small letters are taken too. A code such as `USD`; small letters are taken, too.
                 * @example NGN
                 */
                currency?: string;
                /** @description Without effect: this list comes whole. 1 to 1,024 characters. */
                cursor?: string;
                /** @description Without effect: this list comes whole. 1 to 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The banks and providers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscoveryListResponse"];
                };
            };
            400: components["responses"]["GetDiscoveriesBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filters. Left out: the first page. 1 to 1,024 characters. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only documents of this customer or beneficial owner. As a reply has shown it, with its prefix.
                 * @example BeneficialOwner:0197d6f0-0000-7000-8000-000000000007
                 */
                documentHolder?: string;
                /**
                 * @description How many to answer with at most, 20 unless another number is given. 1 to 100.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of documents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentListResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    uploadDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["DocumentUploadRequest"];
            };
        };
        responses: {
            /** @description The document, without its content. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["UploadDocumentBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UploadDocumentNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document's `id`, `Document:<uuid>`.
                 * @example Document:0197d6f0-0000-7000-8000-00000000000a
                 */
                documentId: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DocumentNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The document's `id`, `Document:<uuid>`.
                 * @example Document:0197d6f0-0000-7000-8000-00000000000a
                 */
                documentId: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "multipart/form-data": components["schemas"]["DocumentReplaceRequest"];
            };
        };
        responses: {
            /** @description The document as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["ReplaceDocumentBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DocumentNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ReplaceDocumentConflict"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The document's `id`, `Document:<uuid>`.
                 * @example Document:0197d6f0-0000-7000-8000-00000000000a
                 */
                documentId: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DocumentNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["DeleteDocumentConflict"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filters. Left out: the first page. 1 to 1,024 characters. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only what was created at this moment or earlier. ISO 8601 with an offset, or a date: then its last instant in UTC. */
                endDate?: string;
                /** @description true: only events that were given up, refused, or failed at least once so far. */
                failed?: boolean;
                /**
                 * @description How many to answer with at most, 20 unless another number is given. 1 to 100.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only what happened to this: an `id`, or the code of an invitation. */
                resourceId?: string;
                /** @description By the moment of creation: `desc` is newest first, `asc` oldest first. */
                sortOrder?: components["parameters"]["SortOrder"];
                /** @description Only what was created at this moment or later. ISO 8601 with an offset, or a date: then its first instant in UTC. */
                startDate?: string;
                /** @description Only events whose delivery stands so. */
                status?: components["schemas"]["EventStatus"];
                /**
                 * @description Only events of this type.
                 * @example OUTGOING_PAYMENT.COMPLETED
                 */
                type?: components["schemas"]["EventType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventListResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEventById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The event's `id`, `Event:<uuid>`, or the `webhookId` that your endpoint got.
                 * @example Event:0197d6f0-0000-7000-8000-000000000023
                 */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event with its attempts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventWithAttempts"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The event's `id`, `Event:<uuid>`, or the `webhookId` that your endpoint got.
                 * @example Event:0197d6f0-0000-7000-8000-000000000023
                 */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event, PENDING. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliverEventsRequest"];
            };
        };
        responses: {
            /** @description How many wait again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redelivery"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getExchangeRates: {
        parameters: {
            query?: {
                /** @description Without effect: this list comes whole. 1 to 1,024 characters. */
                cursor?: string;
                /**
                 * @description What arrives: currencies of the platform's, one by one or with commas. Left out: all of them. At most 100 items.
                 * @example [
                 *       "MXN",
                 *       "EUR"
                 *     ]
                 */
                destinationCurrency?: string[];
                /** @description Without effect: this list comes whole. 1 to 100. */
                limit?: number;
                /**
                 * @description What is sent, in the smallest unit of the source currency, of which `receivingAmount` is worked out. 0 to 9,223,372,036,854,775,807.
                 * @example 10000
                 */
                sendingAmount?: number;
                /**
                 * @description What is sent: one of the platform's currencies. Left out: all of them. A code such as `USD` or `BTC`.
                 * @example USD
                 */
                sourceCurrency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeRateListResponse"];
                };
            };
            400: components["responses"]["GetExchangeRatesBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UmaInvitationCreateRequest"];
            };
        };
        responses: {
            /** @description The invitation. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UmaInvitation"];
                };
            };
            400: components["responses"]["CreateInvitationBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The invitation's `code`. Capitals, blanks and hyphens do not matter.
                 * @example HFNDT3ZREDY4
                 */
                invitationCode: components["parameters"]["InvitationCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UmaInvitation"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InvitationNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The invitation's `code`. Capitals, blanks and hyphens do not matter.
                 * @example HFNDT3ZREDY4
                 */
                invitationCode: components["parameters"]["InvitationCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation, CANCELLED. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UmaInvitation"];
                };
            };
            400: components["responses"]["CancelInvitationBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InvitationNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    claimInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The invitation's `code`. Capitals, blanks and hyphens do not matter.
                 * @example HFNDT3ZREDY4
                 */
                invitationCode: components["parameters"]["InvitationCode"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UmaInvitationClaimRequest"];
            };
        };
        responses: {
            /** @description The invitation, CLAIMED. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UmaInvitation"];
                };
            };
            400: components["responses"]["ClaimInvitationBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ClaimInvitationNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPlatformExternalAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Only accounts in this currency. A code such as `USD`; small letters are taken, too.
                 * @example USD
                 */
                currency?: components["parameters"]["Currency"];
                /** @description Without effect: this list comes whole. 1 to 1,024 characters. */
                cursor?: string;
                /** @description Without effect: this list comes whole. 1 to 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The external accounts of the platform. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformExternalAccountListResponse"];
                };
            };
            400: components["responses"]["ListPlatformExternalAccountsBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPlatformExternalAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformExternalAccountCreateRequest"];
            };
        };
        responses: {
            /** @description The external account; `details.warnings` says what is odd about it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            400: components["responses"]["CreatePlatformExternalAccountBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["CreatePlatformExternalAccountConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["CreatePlatformExternalAccountInternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPlatformExternalAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>` as the address says.
                 * @example ExternalAccount:0197d6f0-0000-7000-8000-000000000010
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The external account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ExternalAccountNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePlatformExternalAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>` as the address says.
                 * @example ExternalAccount:0197d6f0-0000-7000-8000-000000000010
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ExternalAccountNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPlatformInternalAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Only accounts in this currency. A code such as `USD`; small letters are taken, too.
                 * @example USD
                 */
                currency?: components["parameters"]["Currency"];
                /** @description Without effect: this list comes whole. 1 to 1,024 characters. */
                cursor?: string;
                /** @description Without effect: this list comes whole. 1 to 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The internal accounts of the platform. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformInternalAccountListResponse"];
                };
            };
            400: components["responses"]["ListPlatformInternalAccountsBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteRequest"];
            };
        };
        responses: {
            /** @description The quote with its transaction's id. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["CreateQuoteBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CreateQuoteForbidden"];
            404: components["responses"]["CreateQuoteNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            412: components["responses"]["UnusedPreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            424: components["responses"]["CreateQuoteFailedDependency"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["UnrecognizedMandatoryPayeeDataKey"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getQuoteById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The quote's `id`, `Quote:<uuid>`.
                 * @example Quote:0197d6f0-0000-7000-8000-000000000017
                 */
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["QuoteNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    executeQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The quote's `id`, `Quote:<uuid>`.
                 * @example Quote:0197d6f0-0000-7000-8000-000000000017
                 */
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["ExecuteQuoteBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ExecuteQuoteForbidden"];
            404: components["responses"]["ExecuteQuoteNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ExecuteQuoteConflict"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    lookupExternalAccount: {
        parameters: {
            query?: {
                /**
                 * @description Who wants to send. Send `customerId`, `senderUmaAddress`, or both of one customer. Both may be left out for an external account of a customer: its holder is taken. As a reply has shown it, with its prefix.
                 * @example Customer:0197d6f0-0000-7000-8000-000000000005
                 */
                customerId?: string;
                /** @description Who wants to send. Send `customerId`, `senderUmaAddress`, or both of one customer. Both may be left out for an external account of a customer: its holder is taken. `$user@domain`. 1 to 320 characters. */
                senderUmaAddress?: string;
            };
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>` as the address says.
                 * @example ExternalAccount:0197d6f0-0000-7000-8000-000000000010
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the receiver can get. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverExternalAccountLookupResponse"];
                };
            };
            400: components["responses"]["LookupExternalAccountBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LookupExternalAccountNotFound"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            412: components["responses"]["UnusedPreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            424: components["responses"]["UnusedFailedDependency"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    lookupUma: {
        parameters: {
            query?: {
                /**
                 * @description Who wants to send. Send `customerId`, `senderUmaAddress`, or both of one customer. Both may be left out for an external account of a customer: its holder is taken. As a reply has shown it, with its prefix.
                 * @example Customer:0197d6f0-0000-7000-8000-000000000005
                 */
                customerId?: string;
                /** @description Who wants to send. Send `customerId`, `senderUmaAddress`, or both of one customer. Both may be left out for an external account of a customer: its holder is taken. `$user@domain`. 1 to 320 characters. */
                senderUmaAddress?: string;
            };
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The receiver's UMA address, `$user@domain`; capitals do not matter.
                 * @example $success.mxn@uma.sandbox.localhost
                 */
                receiverUmaAddress: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the receiver's institution says. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverUmaLookupResponse"];
                };
            };
            400: components["responses"]["LookupUmaBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["LookupUmaForbidden"];
            404: components["responses"]["UserNotFound"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            412: components["responses"]["UnusedPreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            424: components["responses"]["LookupUmaFailedDependency"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["UnrecognizedMandatoryPayeeDataKey"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sandboxAdvanceClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxClockAdvanceRequest"];
            };
        };
        responses: {
            /** @description The platform's present. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockReading"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sandboxFundInternalAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>` as the address says.
                 * @example ExternalAccount:0197d6f0-0000-7000-8000-000000000010
                 */
                accountId: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxFundRequest"];
            };
        };
        responses: {
            /** @description The internal account with its new balance. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalAccount"];
                };
            };
            400: components["responses"]["SandboxFundInternalAccountBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InternalAccountNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sandboxSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxSendRequest"];
            };
        };
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutgoingTransaction"];
                };
            };
            400: components["responses"]["SandboxSendBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["QuoteNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sandboxReceive: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxUmaReceiveRequest"];
            };
        };
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingTransaction"];
                };
            };
            400: components["responses"]["SandboxReceiveBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SandboxReceiveForbidden"];
            404: components["responses"]["UserNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    answerWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The event's `id`, which the listener was told: `Webhook:<uuid>`.
                 * @example Webhook:0197d6f0-0000-7000-8000-000000000025
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AnswerWebhookRequest"];
            };
        };
        responses: {
            /** @description The event, with your answer as its only attempt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["AnswerWebhookConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listenToWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListenRequest"];
            };
        };
        responses: {
            /** @description Signed events, and where to go on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListenResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTestWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the endpoint answered. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWebhookResponse"];
                };
            };
            400: components["responses"]["SendTestWebhookBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Only what was created at this moment or later. ISO 8601 with an offset, or a date: then its first instant in UTC. */
                createdAfter?: string;
                /** @description Only what was created at this moment or earlier. ISO 8601 with an offset, or a date: then its last instant in UTC. */
                createdBefore?: string;
                /** @description `nextCursor` of the page before, with the same filters. Left out: the first page. 1 to 1,024 characters. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many to answer with at most, 20 unless another number is given. 1 to 100.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only the tokens of exactly this name. */
                name?: string;
                /** @description Only what was last changed at this moment or later. ISO 8601 with an offset, or a date: then its first instant in UTC. */
                updatedAfter?: string;
                /** @description Only what was last changed at this moment or earlier. ISO 8601 with an offset, or a date: then its last instant in UTC. */
                updatedBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenListResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiTokenCreateRequest"];
            };
        };
        responses: {
            /** @description The token with its `clientSecret`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTokenById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The token's `id`, `Token:<uuid>`.
                 * @example Token:0197d6f0-0000-7000-8000-000000000002
                 */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token, without its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TokenNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTokenById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The token's `id`, `Token:<uuid>`.
                 * @example Token:0197d6f0-0000-7000-8000-000000000002
                 */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TokenNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filters. Left out: the first page. 1 to 1,024 characters. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only payments of this customer. As a reply has shown it, with its prefix.
                 * @example Customer:0197d6f0-0000-7000-8000-000000000005
                 */
                customerId?: string;
                /** @description Only what was created at this moment or earlier. ISO 8601 with an offset, or a date: then its last instant in UTC. */
                endDate?: string;
                /**
                 * @description How many to answer with at most, 20 unless another number is given. 1 to 100.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only payments of the customer that you gave this name. 1 to 255 characters. */
                platformCustomerId?: string;
                /** @description Only payments to this account, by its `id`, or to this UMA address. 1 to 320 characters. */
                receiverAccountIdentifier?: string;
                /** @description Only the payment of this reference: `reconciliationInstructions.reference`. 1 to 64 characters. */
                reference?: string;
                /** @description Only payments from this account, by its `id`, or from this UMA address. 1 to 320 characters. */
                senderAccountIdentifier?: string;
                /** @description By the moment of creation: `desc` is newest first, `asc` oldest first. */
                sortOrder?: components["parameters"]["SortOrder"];
                /** @description Only what was created at this moment or later. ISO 8601 with an offset, or a date: then its first instant in UTC. */
                startDate?: string;
                /** @description Only payments that stand so. */
                status?: components["schemas"]["TransactionStatus"];
                /** @description Only money that comes in, or only money that goes out. */
                type?: components["schemas"]["TransactionType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionListResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTransactionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The transaction's `id`, `Transaction:<uuid>`.
                 * @example Transaction:0197d6f0-0000-7000-8000-000000000013
                 */
                transactionId: components["parameters"]["TransactionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TransactionNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    approvePendingPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The transaction's `id`, `Transaction:<uuid>`.
                 * @example Transaction:0197d6f0-0000-7000-8000-000000000013
                 */
                transactionId: components["parameters"]["TransactionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApprovePaymentRequest"];
            };
        };
        responses: {
            /** @description The payment as it stands. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingTransaction"];
                };
            };
            400: components["responses"]["ApprovePendingPaymentBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TransactionNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ApprovePendingPaymentConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rejectPendingPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The transaction's `id`, `Transaction:<uuid>`.
                 * @example Transaction:0197d6f0-0000-7000-8000-000000000013
                 */
                transactionId: components["parameters"]["TransactionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RejectPaymentRequest"];
            };
        };
        responses: {
            /** @description The payment, REJECTED. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingTransaction"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TransactionNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RejectPendingPaymentConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTransferIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferRequest"];
            };
        };
        responses: {
            /** @description The transaction. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            400: components["responses"]["CreateTransferInBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CreateTransferInForbidden"];
            404: components["responses"]["CreateTransferInNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTransferOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferRequest"];
            };
        };
        responses: {
            /** @description The transaction. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            400: components["responses"]["CreateTransferOutBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CreateTransferOutForbidden"];
            404: components["responses"]["CreateTransferOutNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAvailableUmaProviders: {
        parameters: {
            query?: {
                /** @description Only institutions that serve this country: ISO 3166-1 alpha-2. */
                countryCode?: string;
                /**
                 * @description Only institutions that take this currency. 1 to 8 characters.
                 * @example MXN
                 */
                currencyCode?: string;
                /** @description `nextCursor` of the page before, with the same filters. Left out: the first page. 1 to 1,024 characters. */
                cursor?: components["parameters"]["Cursor"];
                /** @description true: institutions that payments are not allowed with, too. */
                hasBlockedProviders?: boolean;
                /**
                 * @description How many to answer with at most, 20 unless another number is given. 1 to 100.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /** @description By the moment of creation: `desc` is newest first, `asc` oldest first. */
                sortOrder?: components["parameters"]["SortOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of UMA providers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UmaProviderListResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVerifications: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filters. Left out: the first page. 1 to 1,024 characters. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only verifications of this customer. As a reply has shown it, with its prefix.
                 * @example Customer:0197d6f0-0000-7000-8000-000000000006
                 */
                customerId?: string;
                /**
                 * @description How many to answer with at most, 20 unless another number is given. 1 to 100.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /** @description Only verifications that stand so. */
                verificationStatus?: components["schemas"]["VerificationStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of verifications. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationListResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        responses: {
            /** @description The verification: `errors` names what is missing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            410: components["responses"]["CustomerDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The verification's `id`, `Verification:<uuid>`.
                 * @example Verification:0197d6f0-0000-7000-8000-000000000009
                 */
                verificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["VerificationNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookSecrets: {
        parameters: {
            query?: {
                /** @description Without effect: this list comes whole. 1 to 1,024 characters. */
                cursor?: string;
                /** @description Without effect: this list comes whole. 1 to 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretListResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookSecretCreateRequest"];
            };
        };
        responses: {
            /** @description The secret with its text. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretCreated"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for one intention, such as a UUID. The same request with the same key has one effect, and gets the first reply again. 1 to 255 printable ASCII characters without a comma. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The signing secret's `id`, `WebhookSecret:<uuid>`.
                 * @example WebhookSecret:0197d6f0-0000-7000-8000-000000000004
                 */
                secretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    outgoingPaymentWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OutgoingPaymentWebhook"];
            };
        };
        responses: {
            /** @description The event has arrived. Any other status from 201 to 299 says the same. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description This event is not wanted: it is not sent again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No event is wanted: the endpoint is removed from the platform's configuration. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, a redirect too, or nothing within 10 seconds: the event is sent again, for 7 days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    incomingPaymentWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncomingPaymentWebhook"];
            };
        };
        responses: {
            /** @description The event has arrived. Of `INCOMING_PAYMENT.PENDING`: the payment is approved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingPaymentWebhookResponse"];
                };
            };
            /** @description Of `INCOMING_PAYMENT.PENDING`: a call of approve or reject follows within 5 seconds. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Of `INCOMING_PAYMENT.PENDING`: the payment is rejected. The `reason` is kept for staff. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingPaymentWebhookForbiddenResponse"];
                };
            };
            /** @description This event is not wanted: it is not sent again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No event is wanted: the endpoint is removed from the platform's configuration. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Of `INCOMING_PAYMENT.PENDING`: what was asked for can't be told. The payment fails. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, a redirect too, or nothing in time: of `INCOMING_PAYMENT.PENDING`, which waits for 5 seconds and is sent once, the payment fails; any other event is sent again, for 7 days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    customerUpdateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerWebhook"];
            };
        };
        responses: {
            /** @description The event has arrived. Any other status from 201 to 299 says the same. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description This event is not wanted: it is not sent again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No event is wanted: the endpoint is removed from the platform's configuration. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, a redirect too, or nothing within 10 seconds: the event is sent again, for 7 days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    verificationUpdateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationWebhook"];
            };
        };
        responses: {
            /** @description The event has arrived. Any other status from 201 to 299 says the same. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description This event is not wanted: it is not sent again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No event is wanted: the endpoint is removed from the platform's configuration. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, a redirect too, or nothing within 10 seconds: the event is sent again, for 7 days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    bulkUploadWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkUploadWebhook"];
            };
        };
        responses: {
            /** @description The event has arrived. Any other status from 201 to 299 says the same. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description This event is not wanted: it is not sent again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No event is wanted: the endpoint is removed from the platform's configuration. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, a redirect too, or nothing within 10 seconds: the event is sent again, for 7 days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    internalAccountStatusWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InternalAccountStatusWebhook"];
            };
        };
        responses: {
            /** @description The event has arrived. Any other status from 201 to 299 says the same. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description This event is not wanted: it is not sent again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No event is wanted: the endpoint is removed from the platform's configuration. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, a redirect too, or nothing within 10 seconds: the event is sent again, for 7 days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    invitationClaimedWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationClaimedWebhook"];
            };
        };
        responses: {
            /** @description The event has arrived. Any other status from 201 to 299 says the same. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description This event is not wanted: it is not sent again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No event is wanted: the endpoint is removed from the platform's configuration. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, a redirect too, or nothing within 10 seconds: the event is sent again, for 7 days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWebhook"];
            };
        };
        responses: {
            /** @description The event has arrived. Any other status from 201 to 299 says the same. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description This event is not wanted: it is not sent again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No event is wanted: the endpoint is removed from the platform's configuration. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, a redirect too, or nothing within 10 seconds: the event is sent again, for 7 days. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
