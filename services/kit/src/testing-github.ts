import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  accountPage,
  CLIENT,
  followSignIn,
  type IdentityProvider,
  serveTest,
  subjectOf,
} from './testing-provider.ts';

type Address = { email: string; primary: boolean; verified: boolean };
/** A GitHub account, as its API returns it. */
type GithubAccount = {
  login: string;
  name: string | null;
  avatar_url: string | null;
  emails: Address[];
};

export type FakeGithub = Omit<IdentityProvider, 'accounts'> & {
  /** Accounts by their numeric GitHub ids. */
  accounts: Map<string, GithubAccount>;
  /** Parameters of the last token request. */
  lastGrant: () => Record<string, string>;
};

/** An authorization request, and the account that granted it. */
type Code = { subject: string; challenge: string; redirectUri: string };

/**
 * Starts an HTTP server with GitHub's variant of OAuth 2. A code is valid once, and only with its client,
 * redirect URI and PKCE verifier.
 */
export async function createFakeGithub(returnUrl: string): Promise<FakeGithub> {
  const accounts: FakeGithub['accounts'] = new Map();
  const codes = new Map<string, Code>();
  const tokens = new Map<string, string>();
  let grant: Record<string, string> = {};
  const { url: issuer, ...served } = await serveTest((own) => (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', own);
    if (pathname === '/login/oauth/authorize') {
      return authorize(own, searchParams, subjectOf(request), { accounts, codes, returnUrl }, response);
    }
    if (pathname === '/login/oauth/access_token') {
      void text(request).then((body) => {
        grant = Object.fromEntries(new URLSearchParams(body));
        const token = tokenFor(grant, codes);
        if (token) tokens.set(token.value, token.subject);
        const none = {
          error: 'bad_verification_code',
          error_description: 'The code is incorrect or expired.',
        };
        // GitHub also responds 200 to a refusal.
        json(response, 200, token ? { access_token: token.value, token_type: 'bearer', scope: 'x' } : none);
      });
      return;
    }
    api(pathname, request, { accounts, tokens }, response);
  });
  const signIn = (url: string, subject: string) => followSignIn(url, subject, returnUrl);
  return { issuer, accounts, signIn, lastGrant: () => grant, ...served };
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
};

type Authorizing = { accounts: FakeGithub['accounts']; codes: Map<string, Code>; returnUrl: string };

function authorize(
  own: string,
  request: URLSearchParams,
  subject: string,
  { accounts, codes, returnUrl }: Authorizing,
  response: ServerResponse,
): void {
  const challenge = request.get('code_challenge') ?? '';
  const isRight =
    request.get('client_id') === CLIENT.id &&
    request.get('redirect_uri') === returnUrl &&
    request.get('scope') === 'read:user user:email' &&
    request.get('code_challenge_method') === 'S256' &&
    challenge.length === 43;
  if (!isRight) return void response.writeHead(400).end('not what the application is registered for');
  if (!accounts.has(subject)) {
    const page = accountPage([...accounts.keys()], Object.fromEntries(request));
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  }
  const code = randomBytes(10).toString('hex');
  codes.set(code, { subject, challenge, redirectUri: returnUrl });
  const back = new URL(returnUrl);
  back.searchParams.set('code', code);
  back.searchParams.set('state', request.get('state') ?? '');
  back.searchParams.set('iss', `${own}/login/oauth`);
  response.writeHead(302, { location: back.href }).end();
}

function tokenFor(
  grant: Record<string, string>,
  codes: Map<string, Code>,
): { value: string; subject: string } | undefined {
  const code = codes.get(grant.code ?? '');
  codes.delete(grant.code ?? '');
  const challenge = createHash('sha256')
    .update(grant.code_verifier ?? '')
    .digest('base64url');
  const isRight =
    grant.client_id === CLIENT.id &&
    grant.client_secret === CLIENT.secret &&
    grant.redirect_uri === code?.redirectUri &&
    challenge === code?.challenge;
  return code && isRight
    ? { value: `gho_${randomBytes(18).toString('hex')}`, subject: code.subject }
    : undefined;
}

type Known = { accounts: FakeGithub['accounts']; tokens: Map<string, string> };

function api(
  path: string,
  { headers }: IncomingMessage,
  { accounts, tokens }: Known,
  response: ServerResponse,
): void {
  const subject = tokens.get(/^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
  const account = accounts.get(subject ?? '');
  const [status, answer] = profileOf(path, headers['user-agent'] ? subject : undefined, account);
  json(response, status, answer);
}

function profileOf(
  path: string,
  subject?: string,
  account?: GithubAccount,
): [status: number, answer: unknown] {
  if (subject === undefined || account === undefined) return [401, { message: 'Bad credentials' }];
  const { emails, ...user } = account;
  if (path === '/user') return [200, { id: Number(subject), ...user, plan: { name: 'free' } }];
  return path === '/user/emails' ? [200, emails] : [404, { message: 'Not Found' }];
}
