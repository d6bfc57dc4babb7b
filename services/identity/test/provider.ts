import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'g2', secret: 'a-secret-of-some-length-for-the-tests' };

export type IdentityProvider = {
  issuer: string;
  /** Accounts by subject: their claims. */
  accounts: Map<string, Record<string, unknown>>;
  /** Walks the browser's way from `url` as `subject`; the address it is sent back to. */
  signIn(url: string, subject: string): Promise<string>;
  close(): Promise<void>;
};

/** A real identity provider whose login and consent pages answer by themselves. */
export async function createProvider(returnUrl: string): Promise<IdentityProvider> {
  const accounts: IdentityProvider['accounts'] = new Map();
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [returnUrl] }],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name', 'picture'] },
    cookies: { keys: ['the cookies of a test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: async (_context, id) => {
      const claims = accounts.get(id);
      return claims && { accountId: id, claims: async () => ({ sub: id, ...claims }) };
    },
  });
  const pages = provider.callback();
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return pages(request, response);
    const subject = String(request.headers['x-subject']);
    interact(provider, subject, request, response).catch((error: Error) => {
      response.writeHead(500).end(error.message);
    });
  };
  return {
    issuer,
    accounts,
    signIn: (url, subject) => walk(url, subject, returnUrl),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function interact(
  provider: Provider,
  subject: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: subject } });
  }
  const grant = new provider.Grant({
    accountId: session?.accountId ?? subject,
    clientId: String(params.client_id),
  });
  grant.addOIDCScope(String(params.scope));
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** A browser with cookies that follows redirects until it is sent to `returnUrl`. */
async function walk(url: string, subject: string, returnUrl: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = url;
  for (let step = 0; step < 12; step++) {
    if (at.startsWith(returnUrl)) return at;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie, 'x-subject': subject } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name && value !== undefined) cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (!next) throw new Error(`stuck at ${at}: ${response.status} ${await response.text()}`);
    at = new URL(next, at).href;
  }
  throw new Error('too many redirects');
}
