import type { KeyRing } from '@g2/kit/actor';
import type { Logger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import * as client from 'openid-client';
import type { Config } from './config.ts';
import { oneLine } from './domain/text.ts';

/** Who the identity provider says it is; the e-mail is one it verified. */
export type ProvenPerson = {
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Where a picture may be; whether it is fetched from there, the one who fetches decides. */
  pictureUrl: string | null;
};

export type Oidc = {
  /** Where to send the browser, and what must come back with it. */
  start(): Promise<{ redirectUrl: string; flow: string }>;
  /** @throws AppError wrong-credentials when the provider or the flow doesn't hold, forbidden for unproven e-mails */
  finish(callbackUrl: string, flow: string): Promise<ProvenPerson>;
};

const FLOW_SECONDS = 600;
const FLOW_KIND = 'oidc-flow';
const TIMEOUT_S = 4;
const SCOPE = 'openid email profile';

const refused = () =>
  new AppError('wrong-credentials', { message: 'Não foi possível entrar com o provedor de identidade.' });
const away = () =>
  new AppError('unavailable', {
    message: 'O provedor de identidade não respondeu. Tente novamente em instantes.',
    retryAfter: 5,
  });

const isLoopback = (url: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/** Authorization code with PKCE, state and nonce; undefined when no provider is configured. */
export function createOidc(config: Config, keys: KeyRing, log: Logger): Oidc | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return undefined;
  const returnUrl = `${config.PUBLIC_URL}/api/login/callback`;
  const issuer = new URL(OIDC_ISSUER);

  const provider = providerOf(issuer, { id: OIDC_CLIENT_ID, secret: OIDC_CLIENT_SECRET }, log);

  return {
    async start() {
      const configuration = await provider();
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: returnUrl,
        scope: SCOPE,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      const flow = await keys.sign(FLOW_KIND, { verifier, state, nonce }, FLOW_SECONDS);
      return { redirectUrl: url.href, flow };
    },
    async finish(callbackUrl, flow) {
      const checks = await openFlow(keys, flow);
      const configuration = await provider();
      // Only the answer is taken from the request: the address is our own.
      const answer = new URL(returnUrl);
      answer.search = URL.canParse(callbackUrl, returnUrl) ? new URL(callbackUrl, returnUrl).search : '';
      try {
        return toPerson(await claimsOf(configuration, answer, checks));
      } catch (error) {
        if (error instanceof AppError) throw error;
        log.warn(about(error), 'sign-in by the identity provider failed');
        throw isNetworkTrouble(error) ? away() : refused();
      }
    },
  };
}

/** Reads the provider's metadata when first needed, and keeps them; a failure is tried again at the next need. */
function providerOf(issuer: URL, credentials: { id: string; secret: string }, log: Logger) {
  let known: client.Configuration | undefined;
  return async (): Promise<client.Configuration> => {
    try {
      known ??= await client.discovery(issuer, credentials.id, credentials.secret, undefined, {
        timeout: TIMEOUT_S,
        // A provider on this very machine may speak plain HTTP; no other.
        execute: isLoopback(issuer) ? [client.allowInsecureRequests] : [],
      });
      return known;
    } catch (error) {
      log.warn(about(error), 'identity provider cannot be read');
      throw away();
    }
  };
}

/** What of a failure may be logged: the library hangs answers and claims on its errors. */
const about = (error: unknown) =>
  error instanceof Error
    ? { reason: error.name, text: error.message, ...('code' in error ? { code: error.code } : {}) }
    : {};

type Flow = { verifier: string; state: string; nonce: string };

/** The ID token's claims, with the userinfo's where the token has no e-mail. */
async function claimsOf(
  configuration: client.Configuration,
  answer: URL,
  { verifier, state, nonce }: Flow,
): Promise<client.IDToken> {
  const tokens = await client.authorizationCodeGrant(configuration, answer, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw refused();
  if (typeof claims.email === 'string') return claims;
  const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { ...more, ...claims };
}

async function openFlow(keys: KeyRing, flow: string): Promise<Flow> {
  const claims = await keys.verify(flow, FLOW_KIND, keys.service).catch(() => {
    throw refused();
  });
  const { verifier, state, nonce } = claims;
  if (typeof verifier !== 'string' || typeof state !== 'string' || typeof nonce !== 'string') throw refused();
  return { verifier, state, nonce };
}

/** fetch rejects with a TypeError or a TimeoutError; the library wraps what the provider itself answered. */
function isNetworkTrouble(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError' || (at instanceof TypeError && at.message === 'fetch failed')) return true;
  }
  return false;
}

function toPerson(claims: client.IDToken): ProvenPerson {
  const text = (name: string, max: number): string => {
    const value = claims[name];
    return typeof value === 'string' ? oneLine(value).slice(0, max).toWellFormed() : '';
  };
  const email = text('email', 255);
  if (email === '' || claims.email_verified !== true) {
    throw new AppError('forbidden', { message: 'O provedor de identidade não confirmou o seu e-mail.' });
  }
  const [first = '', ...rest] = text('name', 200).split(/\s+/);
  const picture = text('picture', 2_049);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    firstName: text('given_name', 200) || first || (email.split('@')[0] ?? ''),
    lastName: text('family_name', 200) || rest.join(' '),
    pictureUrl: /^https?:\/\//.test(picture) && picture.length <= 2_048 ? picture : null,
  };
}
