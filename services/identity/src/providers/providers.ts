import type { KeyRing } from '@g2/kit/actor';
import type { Logger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import * as client from 'openid-client';
import type { Provider } from '../domain/providers.ts';
import { oneLine } from '../domain/text.ts';
import { createGithubProtocol } from './github.ts';
import { createOidcProtocol } from './oidc.ts';
import {
  InvalidProviderResponse,
  type ProviderClaims,
  type ProviderProtocol,
  ProviderUnavailable,
} from './provider-protocol.ts';

/** Identity asserted by a provider, which has verified the e-mail address. */
export type VerifiedIdentity = {
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Unchecked URL; `picture-fetch.ts` decides whether to fetch it. */
  pictureUrl: string | null;
};

/** Session that requests a link to a provider's account; absent for a sign-in. */
type LinkSession = { userId: string; sessionId: string };

export type Providers = ReturnType<typeof createProviders>;

const FLOW_SECONDS = 600;
/** Kinds of flow tokens: a token of a sign-in cannot link an account, and a token of a link cannot sign in. */
const SIGN_IN = 'oidc-flow';
const LINK = 'link-flow';
const SUBJECT_MAX = 255;

const refused = () =>
  new AppError('wrong-credentials', { message: 'Não foi possível entrar com o provedor de identidade.' });
const providerUnavailable = () =>
  new AppError('unavailable', {
    message: 'O provedor de identidade não respondeu. Tente novamente em instantes.',
    retryAfter: 5,
  });

type ConfiguredProvider = { provider: Provider; dialect: ProviderProtocol };
type Flow = { provider: string; verifier: string; state: string; nonce: string };

/** Sign-in by the authorization code flow with PKCE, state and, with ID tokens, a nonce. */
export function createProviders(
  all: readonly Provider[],
  { publicUrl, keys, log }: { publicUrl: string; keys: KeyRing; log: Logger },
) {
  const returnUrl = `${publicUrl}/api/login/callback`;
  const protocolOf = (provider: Provider) =>
    provider.kind === 'github' ? createGithubProtocol(provider) : createOidcProtocol(provider);
  const providersById = new Map(
    all.map((provider) => [provider.id, { provider, dialect: protocolOf(provider) }]),
  );
  const configurationOf = async ({ provider, dialect }: ConfiguredProvider) => {
    try {
      return await dialect.configuration();
    } catch (error) {
      log.warn({ provider: provider.id, ...loggable(error) }, 'identity provider cannot be read');
      throw providerUnavailable();
    }
  };

  return {
    all,
    /** Display name of a provider; its id if the provider is no longer configured. */
    nameOf: (id: string): string => providersById.get(id)?.provider.name ?? id,
    /** `flow`: signed token for `finish`. @param id empty: first provider @throws AppError not-found, unavailable */
    async start(id: string, linking?: LinkSession): Promise<{ redirectUrl: string; flow: string }> {
      const requested = providersById.get(id || (all[0]?.id ?? ''));
      if (!requested) throw new AppError('not-found', { message: 'Provedor de identidade desconhecido.' });
      const { dialect, provider } = requested;
      const configuration = await configurationOf(requested);
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: returnUrl,
        scope: dialect.scope,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        ...(dialect.hasNonce ? { nonce } : {}),
      });
      const claims = { provider: provider.id, verifier, state, nonce };
      const bound = linking ? { sub: linking.userId, sid: linking.sessionId } : {};
      const flow = await keys.sign(linking ? LINK : SIGN_IN, { ...claims, ...bound }, FLOW_SECONDS);
      return { redirectUrl: url.href, flow };
    },
    /**
     * @param linking the session that must have begun the flow
     * @throws AppError wrong-credentials (bad response or flow), account-changed, forbidden (unproven
     * e-mail), unavailable
     */
    async finish(callbackUrl: string, flow: string, linking?: LinkSession): Promise<VerifiedIdentity> {
      const { provider: id, verifier, state, nonce } = await openFlow(keys, flow, linking);
      const requested = providersById.get(id);
      if (!requested) throw refused();
      const { dialect } = requested;
      const configuration = await configurationOf(requested);
      // Takes only the query from the request; the rest is our own return URL.
      const answer = new URL(returnUrl);
      answer.search = URL.canParse(callbackUrl, returnUrl) ? new URL(callbackUrl, returnUrl).search : '';
      try {
        const tokens = await client.authorizationCodeGrant(configuration, answer, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          ...(dialect.hasNonce ? { expectedNonce: nonce, idTokenExpected: true } : {}),
        });
        return toPerson(id, await dialect.fetchClaims(configuration, tokens));
      } catch (error) {
        if (error instanceof AppError) throw error;
        log.warn({ provider: id, ...loggable(error) }, 'sign-in by the identity provider failed');
        throw isNetworkTrouble(error) ? providerUnavailable() : refused();
      }
    },
  };
}

/** Fields of an error that may be logged; the library attaches responses and claims, which must not be. */
const loggable = (error: unknown) =>
  error instanceof Error
    ? { reason: error.name, text: error.message, ...('code' in error ? { code: error.code } : {}) }
    : {};

async function openFlow(keys: KeyRing, flow: string, linking?: LinkSession): Promise<Flow> {
  const claims = await keys.verify(flow, linking ? LINK : SIGN_IN, keys.service).catch(() => {
    throw refused();
  });
  if (linking && claims.sub !== linking.userId) throw new AppError('account-changed');
  if (linking && claims.sid !== linking.sessionId) throw refused();
  const { provider, verifier, state, nonce } = claims;
  if (typeof provider !== 'string' || typeof verifier !== 'string') throw refused();
  if (typeof state !== 'string' || typeof nonce !== 'string') throw refused();
  return { provider, verifier, state, nonce };
}

/** True if the provider is unreachable. `fetch` rejects with TypeError or TimeoutError, wrapped as `cause`. */
function isNetworkTrouble(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof ProviderUnavailable || at.name === 'TimeoutError') return true;
    if (at instanceof TypeError && /^(fetch failed|terminated)$/.test(at.message)) return true;
  }
  return false;
}

function toPerson(provider: string, { issuer, subject, ...claims }: ProviderClaims): VerifiedIdentity {
  const text = (value: string, max: number) => oneLine(value).slice(0, max).toWellFormed();
  const email = text(claims.email, 255);
  if (email === '') {
    throw new AppError('forbidden', { message: 'O provedor de identidade não confirmou o seu e-mail.' });
  }
  if (subject.length > SUBJECT_MAX) throw new InvalidProviderResponse('a subject that is too long');
  const [first = '', ...rest] = text(claims.name, 200).split(/\s+/);
  const picture = text(claims.picture, 2_049);
  return {
    provider,
    issuer,
    subject,
    email,
    firstName: text(claims.givenName, 200) || first || (email.split('@')[0] ?? ''),
    lastName: text(claims.familyName, 200) || rest.join(' '),
    pictureUrl: /^https?:\/\//.test(picture) && picture.length <= 2_048 ? picture : null,
  };
}
