// An Express site that pays once and receives webhooks, in one file.
//
// Run it:  npm install express and the client of your service, then  node express_shop.mjs 9000
// It needs Node.js 22.13 or newer, for its database, and PAYMENTS_BASE_URL, PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET
// in the environment. Of your site it shows three addresses and two tables; the database and who may pay are yours.

import { DatabaseSync } from "node:sqlite";

import express from "express";
import { ApiError, NoReply, NotGenuine, Payments, PublicKeys, Webhooks } from "payments-platform-client";

const payments = Payments.fromEnvironment();
const origin = process.env.PAYMENTS_BASE_URL.replace(/\/[^/]*$/, "");
const config = await payments.get("/config");
const keys = new PublicKeys(`${origin}/webhook-keys/${config.id.replace("PlatformConfig:", "")}`);
const webhooks = new Webhooks({ keys });

// The key of a withdrawal is the idempotency key too. An event may come again, under the same id.
const database = new DatabaseSync("shop.sqlite3");
database.exec(`
  CREATE TABLE IF NOT EXISTS withdrawal (id TEXT PRIMARY KEY, account TEXT NOT NULL, bank TEXT NOT NULL,
                                         amount INTEGER NOT NULL, status TEXT NOT NULL DEFAULT 'NEW');
  CREATE TABLE IF NOT EXISTS handled_event (id TEXT PRIMARY KEY);
`);

const app = express();

// Pay a withdrawal. Sent twice, by a double click or after an error, it pays once. `amount` is in the smallest unit.
app.post("/withdrawals", express.json(), async (request, response) => {
  const { id, account, bank, amount } = request.body;
  database.prepare("INSERT OR IGNORE INTO withdrawal (id, account, bank, amount) VALUES (?, ?, ?, ?)").run(id, account, bank, amount);
  const stored = database.prepare("SELECT account, bank, amount FROM withdrawal WHERE id = ?").get(id);
  try {
    await payments.post("/transfer-out", {
      params: { header: { "Idempotency-Key": id } },
      body: {
        source: { accountId: stored.account },
        destination: { accountId: stored.bank },
        amount: stored.amount,
        metadata: { withdrawal: id },
      },
    });
  } catch (error) {
    if (error instanceof ApiError) return response.status(400).json({ code: error.code });
    // It may be paid or not: the same withdrawal sent again finds out.
    if (error instanceof NoReply) return response.status(503).json({ code: "NO_REPLY" });
    throw error;
  }
  response.json(shown(id));
});

// Where a withdrawal stands, as webhooks have told.
app.get("/withdrawals/:id", (request, response) => response.json(shown(request.params.id)));

function shown(id) {
  return { id, status: database.prepare("SELECT status FROM withdrawal WHERE id = ?").get(id)?.status ?? null };
}

// Take an event: check the bytes as they came, handle it once, and answer. No parser of JSON may come before.
app.post("/webhooks", express.raw({ type: "*/*" }), async (request, response) => {
  let event;
  try {
    event = await webhooks.verify(request.headers, request.body);
  } catch (error) {
    if (error instanceof NotGenuine) return response.status(401).end();
    throw error;
  }
  handleOnce(event);
  response.status(200).end();
});

function handleOnce(event) {
  const withdrawal = event.data?.metadata?.withdrawal;
  database.exec("BEGIN IMMEDIATE");
  try {
    const isNew = database.prepare("INSERT OR IGNORE INTO handled_event VALUES (?)").run(event.id).changes === 1;
    if (isNew && withdrawal && event.type.startsWith("OUTGOING_PAYMENT.")) {
      database.prepare("UPDATE withdrawal SET status = ? WHERE id = ?").run(event.data.status, withdrawal);
    }
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

app.listen(Number(process.argv[2]), "127.0.0.1");
