import type { KeyRing } from '@g2/kit/actor';
import type { Logger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import * as client from 'openid-client';
import { type Dialect, NotTold, ProviderAway, type Told } from './dialect.ts';
import type { Provider } from './domain/providers.ts';
import { oneLine } from './domain/text.ts';
import { speakGithub } from './github.ts';
import { speakOidc } from './oidc.ts';

/** Identity asserted by a provider; it has verified the e-mail. */
export type ProvenPerson = {
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Not checked yet; `picture-fetch.ts` decides whether to fetch it. */
  pictureUrl: string | null;
};

/** Session that requests the link; absent for a sign-in. */
type Linking = { userId: string; sessionId: string };

export type Providers = {
  all: readonly Provider[];
  /** Display name; the id for a provider that is no longer configured. */
  nameOf(id: string): string;
  /** `flow`: signed, must come back. @param id empty: the first provider @throws AppError not-found, unavailable */
  start(id: string, linking?: Linking): Promise<{ redirectUrl: string; flow: string }>;
  /**
   * @param linking the session that must have begun the flow
   * @throws AppError wrong-credentials (bad response or flow), account-changed, forbidden (unproven e-mail)
   */
  finish(callbackUrl: string, flow: string, linking?: Linking): Promise<ProvenPerson>;
};

const FLOW_SECONDS = 600;
/** Token kinds: a sign-in flow cannot link, nor a link flow sign in. */
const SIGN_IN = 'oidc-flow';
const LINK = 'link-flow';
const SUBJECT_MAX = 255;

const refused = () =>
  new AppError('wrong-credentials', { message: 'Não foi possível entrar com o provedor de identidade.' });
const away = () =>
  new AppError('unavailable', {
    message: 'O provedor de identidade não respondeu. Tente novamente em instantes.',
    retryAfter: 5,
  });

type Spoken = { provider: Provider; dialect: Dialect };
type Flow = { provider: string; verifier: string; state: string; nonce: string };

/** Authorization code flow with PKCE, state and, with ID tokens, a nonce. */
export function createProviders(
  all: readonly Provider[],
  { publicUrl, keys, log }: { publicUrl: string; keys: KeyRing; log: Logger },
): Providers {
  const returnUrl = `${publicUrl}/api/login/callback`;
  const spoken = new Map<string, Spoken>();
  for (const provider of all) {
    const dialect = provider.kind === 'github' ? speakGithub(provider) : speakOidc(provider);
    spoken.set(provider.id, { provider, dialect });
  }
  const failed = (error: unknown, provider: Provider): AppError => {
    if (error instanceof AppError) return error;
    log.warn({ provider: provider.id, ...about(error) }, 'sign-in by the identity provider failed');
    return isNetworkTrouble(error) ? away() : refused();
  };
  const configurationOf = async ({ provider, dialect }: Spoken): Promise<client.Configuration> => {
    try {
      return await dialect.configuration();
    } catch (error) {
      log.warn({ provider: provider.id, ...about(error) }, 'identity provider cannot be read');
      throw away();
    }
  };

  return {
    all,
    nameOf: (id) => spoken.get(id)?.provider.name ?? id,
    async start(id, linking) {
      const asked = spoken.get(id || (all[0]?.id ?? ''));
      if (!asked) throw new AppError('not-found', { message: 'Provedor de identidade desconhecido.' });
      const { dialect, provider } = asked;
      const configuration = await configurationOf(asked);
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
    async finish(callbackUrl, flow, linking) {
      const { provider: id, verifier, state, nonce } = await openFlow(keys, flow, linking);
      const asked = spoken.get(id);
      if (!asked) throw refused();
      const { dialect, provider } = asked;
      const configuration = await configurationOf(asked);
      // Takes only the query from the request; the address is ours.
      const answer = new URL(returnUrl);
      answer.search = URL.canParse(callbackUrl, returnUrl) ? new URL(callbackUrl, returnUrl).search : '';
      try {
        const tokens = await client.authorizationCodeGrant(configuration, answer, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          ...(dialect.hasNonce ? { expectedNonce: nonce, idTokenExpected: true } : {}),
        });
        return toPerson(id, await dialect.whoIs(configuration, tokens));
      } catch (error) {
        throw failed(error, provider);
      }
    },
  };
}

/** Loggable fields: the library attaches responses and claims to its errors. */
const about = (error: unknown) =>
  error instanceof Error
    ? { reason: error.name, text: error.message, ...('code' in error ? { code: error.code } : {}) }
    : {};

async function openFlow(keys: KeyRing, flow: string, linking?: Linking): Promise<Flow> {
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

/** fetch rejects with TypeError or TimeoutError; the library wraps the provider's own errors. */
function isNetworkTrouble(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof ProviderAway || at.name === 'TimeoutError') return true;
    if (at instanceof TypeError && /^(fetch failed|terminated)$/.test(at.message)) return true;
  }
  return false;
}

function toPerson(provider: string, { issuer, subject, ...told }: Told): ProvenPerson {
  const text = (value: string, max: number) => oneLine(value).slice(0, max).toWellFormed();
  const email = text(told.email, 255);
  if (email === '') {
    throw new AppError('forbidden', { message: 'O provedor de identidade não confirmou o seu e-mail.' });
  }
  if (subject.length > SUBJECT_MAX) throw new NotTold('a subject that is too long');
  const [first = '', ...rest] = text(told.name, 200).split(/\s+/);
  const picture = text(told.picture, 2_049);
  return {
    provider,
    issuer,
    subject,
    email,
    firstName: text(told.givenName, 200) || first || (email.split('@')[0] ?? ''),
    lastName: text(told.familyName, 200) || rest.join(' '),
    pictureUrl: /^https?:\/\//.test(picture) && picture.length <= 2_048 ? picture : null,
  };
}
