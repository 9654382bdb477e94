// An OpenID Connect provider on loopback: a certified one from a package, whose people and whose lies a test chooses.
// Usage: node provider.mjs CONFIG.json; it prints its port. Whoever asks for a page signs on by a form with one field.
//
// POST /control takes JSON: `people` by name with their claims, and `lie`, what is done to one reply: `path` of it,
// `claims` that replace those of the ID token, `key` it is signed with ("one", "two", or "unpublished", which nobody
// publishes), `status`, `body`, and `wait`, in milliseconds.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { Provider } from "oidc-provider";

const config = JSON.parse(readFileSync(process.argv[2], "utf8"));
const keys = {};
for (const kid of ["one", "two", "unpublished"]) {
  const pair = await generateKeyPair("RS256", { extractable: true });
  keys[kid] = { pair, jwk: { ...(await exportJWK(pair.privateKey)), kid, use: "sig", alg: "RS256" } };
}
const said = { people: {}, lie: null };
const server = createServer();
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: config.clientId,
      client_secret: config.clientSecret,
      redirect_uris: config.redirectUris,
      post_logout_redirect_uris: config.signedOutUris,
      token_endpoint_auth_method: config.method,
    },
  ],
  jwks: { keys: [keys.one.jwk] },
  scopes: ["openid", "email", "profile", "groups"],
  claims: { openid: ["sub", "acr", "amr", "auth_time"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
  conformIdTokenClaims: config.isThin,
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
  pkce: { required: () => true },
  acrValues: ["two"],
  cookies: { keys: ["of-a-test"] },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...said.people[sub] }) }),
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope("openid email profile groups");
    await grant.save();
    return grant;
  },
});

const bodyOf = async (request) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
};

async function interact(request, response) {
  if (request.method === "GET") {
    response.setHeader("content-type", "text/html");
    response.end('<form method="post"><label>Name <input name="name" autofocus></label><button>Sign in</button></form>');
    return;
  }
  const form = new URLSearchParams(await bodyOf(request));
  const { acr, amr } = said.people[form.get("name")]?.shown ?? {};
  const refusal = { error: "access_denied", error_description: "<script>not you</script>" };
  const result = said.people[form.get("name")] ? { login: { accountId: form.get("name"), acr, amr } } : refusal;
  await provider.interactionFinished(request, response, result);
}

async function signedAnew(text, lie) {
  const told = JSON.parse(text);
  const kid = lie.key ?? "one";
  const claims = Object.entries({ ...decodeJwt(told.id_token), ...lie.claims }).filter(([, value]) => value !== null);
  const header = { alg: "RS256", kid: kid === "unpublished" ? "one" : kid };
  const signed = new SignJWT(Object.fromEntries(claims)).setProtectedHeader(header);
  return JSON.stringify({ ...told, id_token: await signed.sign(keys[kid].pair.privateKey) });
}

// Says something else than the provider would.
function lying(response, path) {
  const lie = said.lie;
  if (!lie || path !== (lie.path ?? "/token")) return;
  const end = response.end.bind(response);
  response.end = async (chunk) => {
    let body = chunk ? chunk.toString() : "";
    if (lie.wait) await new Promise((done) => setTimeout(done, lie.wait));
    if (lie.body !== undefined) body = lie.body;
    else if (lie.document) body = JSON.stringify({ ...JSON.parse(body), ...lie.document });
    else if (path === "/token" && response.statusCode === 200) body = await signedAnew(body, lie);
    if (lie.status) response.statusCode = lie.status;
    response.setHeader("content-length", Buffer.byteLength(body));
    end(body);
  };
}

const answer = provider.callback();
server.on("request", async (request, response) => {
  const path = new URL(request.url, issuer).pathname;
  if (path === "/control") {
    Object.assign(said, JSON.parse(await bodyOf(request)));
    response.end("{}");
  } else if (path.startsWith("/interaction/")) {
    await interact(request, response);
  } else if (path === "/jwks" && said.lie?.key === "two") {
    const { d, p, q, dp, dq, qi, ...published } = keys.two.jwk;
    response.end(JSON.stringify({ keys: [published] }));
  } else {
    lying(response, path);
    answer(request, response);
  }
});
console.log(server.address().port);
// Ends with whoever has started it.
process.stdin.resume();
process.stdin.on("end", () => process.exit());
