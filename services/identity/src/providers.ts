import type { KeyRing } from '@g2/kit/actor';
import type { Logger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import * as client from 'openid-client';
import { type Dialect, NotTold, ProviderAway, type Told } from './dialect.ts';
import type { Provider } from './domain/providers.ts';
import { oneLine } from './domain/text.ts';
import { speakGithub } from './github.ts';
import { speakOidc } from './oidc.ts';

/** Who a provider says it is; the e-mail is one it verified. */
export type ProvenPerson = {
  /** The provider's id. */
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Where a picture may be; whether it is fetched from there, the one who fetches decides. */
  pictureUrl: string | null;
};

/** In whose session an account shall be linked; of a sign-in there is none. */
type Linking = { userId: string; sessionId: string };

export type Providers = {
  all: readonly Provider[];
  /** How it is called; of one that is not configured any more its id. */
  nameOf(id: string): string;
  /**
   * Where to send the browser, and what must come back with it.
   * @param id empty: the first one
   * @throws AppError not-found, unavailable
   */
  start(id: string, linking?: Linking): Promise<{ redirectUrl: string; flow: string }>;
  /**
   * Who came back, by the provider that the flow was begun with.
   * @param linking given where an account shall be linked: the flow must have been begun in that very session
   * @throws AppError wrong-credentials when the provider or the flow doesn't hold, account-changed, forbidden for unproven e-mails
   */
  finish(callbackUrl: string, flow: string, linking?: Linking): Promise<ProvenPerson>;
};

const FLOW_SECONDS = 600;
/** A flow to sign in by links nothing, and the other way round. */
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

/** Authorization code with PKCE, state and (where there is an ID token) nonce, by each of the configured providers. */
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
      // Only the answer is taken from the request: the address is our own.
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

/** What of a failure may be logged: the library hangs answers and claims on its errors. */
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

/** fetch rejects with a TypeError or a TimeoutError; the library wraps what the provider itself answered. */
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
