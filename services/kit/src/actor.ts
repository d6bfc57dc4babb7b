import { createHash } from 'node:crypto';
import { importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { AppError } from './errors.ts';

export type Role = 'client' | 'operator' | 'admin';

/** Who asks. Every service decides for itself what each may do. */
export type Actor =
  | { kind: 'user'; id: string; role: Role; sessionId: string }
  | { kind: 'service'; name: string }
  | { kind: 'anonymous' };

export const anonymous: Actor = { kind: 'anonymous' };

export const isStaff = (actor: Actor): boolean =>
  actor.kind === 'user' && (actor.role === 'operator' || actor.role === 'admin');

/** The user behind a call; @throws AppError unauthenticated for services and strangers. */
export function userOf(actor: Actor): Extract<Actor, { kind: 'user' }> {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  return actor;
}

const ROLES = new Set<unknown>(['client', 'operator', 'admin']);
const isRole = (value: unknown): value is Role => ROLES.has(value);

/** The service a key belongs to: what stands before the first dot of its kid. */
const ownerOf = (kid: string): string => kid.split('.')[0] ?? kid;

export type KeyRing = {
  /** Name of the service whose private key this is. */
  readonly service: string;
  /** A signed statement of this service: `kind` says what about; lives `seconds`. */
  sign(kind: string, claims: JWTPayload, seconds: number): Promise<string>;
  /** The claims of a statement of `kind` by `issuer`; @throws AppError unauthenticated when it isn't one. */
  verify(token: string, kind: string, issuer: string): Promise<JWTPayload>;
  /** The actor an `authorization` token names: a user (minted by identity alone) or a service. */
  actorOf(token: string): Promise<Actor>;
  /** A token naming this service, cached while it is fresh. */
  serviceToken(): Promise<string>;
};

const SERVICE_TOKEN_SECONDS = 60;
/** Lifetime of an actor token, seconds (design "Actor"). */
export const ACTOR_TOKEN_SECONDS = 60;
const CACHE_SIZE = 5_000;

type TrustedKey = Awaited<ReturnType<typeof importJWK>>;

/** Builds the ring from SERVICE_KEY and TRUSTED_KEYS. Ed25519 (RFC 8037) throughout. */
export async function createKeyRing(
  privateJwk: JWK & { kid: string },
  trusted: { keys: (JWK & { kid: string })[] },
): Promise<KeyRing> {
  const service = ownerOf(privateJwk.kid);
  const privateKey = await importJWK(privateJwk, 'EdDSA');
  const publicKeys = new Map<string, TrustedKey>();
  for (const jwk of trusted.keys) publicKeys.set(jwk.kid, await importJWK(jwk, 'EdDSA'));

  const sign: KeyRing['sign'] = (kind, claims, seconds) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: privateJwk.kid, typ: kind })
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .sign(privateKey);

  const open = async (token: string, kind?: string) => {
    try {
      const checked = await jwtVerify(
        token,
        (header) => {
          const key = publicKeys.get(header.kid ?? '');
          if (!key) throw new Error('unknown key');
          return key;
        },
        { algorithms: ['EdDSA'], clockTolerance: 5, ...(kind ? { typ: kind } : {}) },
      );
      return {
        issuer: ownerOf(checked.protectedHeader.kid ?? ''),
        kind: checked.protectedHeader.typ,
        claims: checked.payload,
      };
    } catch {
      throw new AppError('unauthenticated');
    }
  };

  const verify: KeyRing['verify'] = async (token, kind, issuer) => {
    const opened = await open(token, kind);
    if (opened.issuer !== issuer) throw new AppError('unauthenticated');
    return opened.claims;
  };

  // A check costs some 140 µs; a verified token is remembered by its hash until it expires.
  const seen = new Map<string, { actor: Actor; until: number }>();
  const actorOf: KeyRing['actorOf'] = async (token) => {
    const key = createHash('sha256').update(token).digest('base64');
    const known = seen.get(key);
    if (known && known.until > Date.now()) return known.actor;
    const { issuer, kind, claims } = await open(token);
    const actor = toActor(issuer, kind, claims);
    if (seen.size >= CACHE_SIZE) seen.clear();
    seen.set(key, { actor, until: (claims.exp ?? 0) * 1000 });
    return actor;
  };

  let own: { token: string; until: number } | undefined;
  const serviceToken = async () => {
    if (!own || own.until < Date.now()) {
      const token = await sign('service', {}, SERVICE_TOKEN_SECONDS);
      own = { token, until: Date.now() + (SERVICE_TOKEN_SECONDS - 20) * 1000 };
    }
    return own.token;
  };

  return { service, sign, verify, actorOf, serviceToken };
}

function toActor(issuer: string, kind: string | undefined, claims: JWTPayload): Actor {
  if (kind === 'service') return { kind: 'service', name: issuer };
  const { sub, role, sid } = claims;
  // Identity alone speaks for users.
  if (kind === 'actor' && issuer === 'identity' && sub && isRole(role) && typeof sid === 'string') {
    return { kind: 'user', id: sub, role, sessionId: sid };
  }
  throw new AppError('unauthenticated');
}
