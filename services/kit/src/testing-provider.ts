import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'g2', secret: 'a-secret-of-some-length-for-the-tests' };

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export type IdentityProvider = {
  issuer: string;
  /** Claims of each account, by subject. */
  accounts: Map<string, Record<string, unknown>>;
  /** Follows the sign-in redirects from `url` as `subject`; returns the callback URL. */
  signIn(url: string, subject: string): Promise<string>;
  /** Replaces the handler of a path until the returned function is called. */
  replaceHandler(path: string, handle: Handle): () => void;
  close(): Promise<void>;
};

/** Starts an HTTP server on a free local port. `make` gets its URL and returns the handler. */
export async function serveTest(make: (url: string) => Handle) {
  let handle: Handle = () => {};
  const others = new Map<string, Handle>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://any.invalid');
    (others.get(pathname) ?? handle)(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  handle = make(url);
  return {
    url,
    replaceHandler(path: string, other: Handle) {
      others.set(path, other);
      return () => void others.delete(path);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Starts a real identity provider that consents automatically. `signIn` signs in without a browser; a browser
 * gets a page with a button per account.
 */
export async function createProvider(returnUrl: string): Promise<IdentityProvider> {
  const accounts: IdentityProvider['accounts'] = new Map();
  const { url: issuer, ...served } = await serveTest((url) => {
    const provider = providerAt(url, returnUrl, accounts);
    const pages = provider.callback();
    return (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return pages(request, response);
      interact(provider, [...accounts.keys()], request, response).catch((error: Error) => {
        response.writeHead(500).end(error.message);
      });
    };
  });
  return { issuer, accounts, signIn: (url, subject) => followSignIn(url, subject, returnUrl), ...served };
}

const providerAt = (issuer: string, returnUrl: string, accounts: IdentityProvider['accounts']) =>
  new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [returnUrl] }],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name', 'picture'] },
    cookies: { keys: ['the cookies of a test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: async (_context, id) => {
      const claims = accounts.get(id);
      return claims && { accountId: id, claims: async () => ({ sub: id, ...claims }) };
    },
  });

/** The account to sign in as: from the header of `signIn`, or from the pressed button. */
export const subjectOf = ({ url = '', headers }: IncomingMessage): string =>
  String(headers['x-subject'] ?? new URL(url, 'http://any.invalid').searchParams.get('as') ?? '');

/** A page with a button per account. */
export const accountPage = (
  subjects: readonly string[],
  hidden: Readonly<Record<string, string>> = {},
): string => {
  const kept = Object.entries(hidden).map(
    ([name, value]) => `<input type=hidden name="${name}" value="${value}">`,
  );
  const buttons = subjects.map((subject) => `<button name="as" value="${subject}">${subject}</button>`);
  return `<!doctype html><title>Provider</title><form>${kept.join('')}${buttons.join('')}</form>`;
};

async function interact(
  provider: Provider,
  subjects: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const subject = subjectOf(request);
  if (prompt.name === 'login') {
    if (subject === '') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(accountPage(subjects));
      return;
    }
    return provider.interactionFinished(request, response, { login: { accountId: subject } });
  }
  const grant = new provider.Grant({
    accountId: session?.accountId ?? subject,
    clientId: String(params.client_id),
  });
  grant.addOIDCScope(String(params.scope));
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** Follows redirects with cookies until one leads to `returnUrl`. */
export async function followSignIn(url: string, subject: string, returnUrl: string): Promise<string> {
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
