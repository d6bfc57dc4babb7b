import {
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  sign as signRaw,
  verify as verifyRaw,
} from 'node:crypto';
import { isScope, type Scope } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import { isRole, isStaffRole, type Role } from '@g2/terms/names';
import { type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';

export type { Role };

/** A user: a person with a session, or a program with an API token of a person. */
export type UserActor = {
  id: string;
  role: Role;
  /** Id of the session or API token. */
  sessionId: string;
  /** Time of the last confirmation of this session by password, code or passkey. */
  confirmedAt: Date;
  /** True for staff who must set up a second factor before any other call. */
  lacksFactor: boolean;
  /** True when the account has a second factor; then a password alone is no confirmation. */
  hasFactor?: boolean;
  /** Scopes of an API token. Absent for a session, which no scope limits. */
  scopes?: readonly Scope[];
};

/** The caller of an rpc. Every service authorises each call itself. */
export type Actor =
  | ({ kind: 'user' } & UserActor)
  | { kind: 'service'; name: string }
  | { kind: 'anonymous' };

export const anonymous: Actor = { kind: 'anonymous' };

export const isStaff = (actor: Actor): boolean => actor.kind === 'user' && isStaffRole(actor.role);

/** @throws AppError unauthenticated for services and anonymous callers */
export function userOf(actor: Actor): Extract<Actor, { kind: 'user' }> {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  return actor;
}

/** The part of the kid before the first dot is the service. */
const serviceOfKeyId = (kid: string): string => kid.split('.')[0] ?? kid;

/** Operations that need only public keys. */
export type SignatureVerifier = {
  /** Returns the service that signed `bytes`; undefined when no trusted key matches. */
  signerOf(bytes: Uint8Array, signature: Signature): string | undefined;
};

/** JWKS of the services' public keys. */
type TrustedKeys = { keys: (JWK & { kid: string })[] };

/** Ed25519 signature (RFC 8032) in base64, and its key id. */
type Signature = { kid: string; value: string };

export type KeyRing = SignatureVerifier & {
  /** Name of the service that owns the private key. */
  readonly service: string;
  /** Signs a JWT of type `kind` that expires after `seconds`. */
  sign(kind: string, claims: JWTPayload, seconds: number): Promise<string>;
  /** Returns the claims. @throws AppError unauthenticated when kind, issuer or signature is wrong */
  verify(token: string, kind: string, issuer: string): Promise<JWTPayload>;
  /** Signs bytes, such as those of an event envelope. */
  signBytes(bytes: Uint8Array): Signature;
  /**
   * Returns the caller that the token identifies. A user's token is valid only if identity issued it.
   * @throws AppError unauthenticated for an invalid token or one issued for another service
   */
  actorOf(token: string): Promise<Actor>;
  /** Returns a token of this service that is valid only at the service `audience`; cached until it expires. */
  serviceToken(audience: string): Promise<string>;
};

/** Audiences of a user's token by called service: that service and those it calls on the user's behalf. */
const AUDIENCES: Readonly<Record<string, readonly string[]>> = {
  identity: ['identity'],
  registration: ['registration'],
  'payment-credit': ['payment-credit', 'registration'],
  certificate: ['certificate', 'registration'],
  'storage-hashing': ['storage-hashing'],
};

/** Issues one user token per service; for API tokens a `token-actor`, which services without scope support refuse. */
export async function userTokens(keys: KeyRing, user: UserActor): Promise<Record<string, string>> {
  const claims = {
    sub: user.id,
    role: user.role,
    sid: user.sessionId,
    auth_time: Math.floor(user.confirmedAt.getTime() / 1_000),
    ...(user.lacksFactor ? { lacks_factor: true } : {}),
    ...(user.hasFactor ? { has_factor: true } : {}),
    ...(user.scopes ? { scope: user.scopes.join(' ') } : {}),
  };
  const kind = user.scopes ? 'token-actor' : 'actor';
  const signedTokens = Object.entries(AUDIENCES).map(
    async ([service, aud]) =>
      [service, await keys.sign(kind, { ...claims, aud: [...aud] }, ACTOR_TOKEN_SECONDS)] as const,
  );
  return Object.fromEntries(await Promise.all(signedTokens));
}

const publicKeysOf = (trusted: TrustedKeys): Map<string, KeyObject> =>
  new Map(trusted.keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]));

export function createSignatureVerifier(trusted: TrustedKeys): SignatureVerifier {
  const keys = publicKeysOf(trusted);
  return {
    signerOf(bytes, { kid, value }) {
      const key = keys.get(kid);
      if (!key) return undefined;
      return verifyRaw(null, bytes, key, Buffer.from(value, 'base64')) ? serviceOfKeyId(kid) : undefined;
    },
  };
}

const SERVICE_TOKEN_SECONDS = 60;
/** Validity of a user's token, seconds (docs/architecture.md). */
export const ACTOR_TOKEN_SECONDS = 60;
const CACHE_SIZE = 5_000;

/** Accepts only Ed25519 keys (RFC 8037). */
export async function createKeyRing(
  privateJwk: JWK & { kid: string },
  trusted: TrustedKeys,
): Promise<KeyRing> {
  const service = serviceOfKeyId(privateJwk.kid);
  const privateKey = createPrivateKey({ key: privateJwk, format: 'jwk' });
  const publicKeys = publicKeysOf(trusted);

  const sign: KeyRing['sign'] = (kind, claims, seconds) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: privateJwk.kid, typ: kind })
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .sign(privateKey);

  const verifyToken = async (token: string, kind?: string) => {
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
        issuer: serviceOfKeyId(checked.protectedHeader.kid ?? ''),
        kind: checked.protectedHeader.typ,
        claims: checked.payload,
      };
    } catch {
      throw new AppError('unauthenticated');
    }
  };

  const verify: KeyRing['verify'] = async (token, kind, issuer) => {
    const opened = await verifyToken(token, kind);
    if (opened.issuer !== issuer) throw new AppError('unauthenticated');
    return opened.claims;
  };

  // A verification takes about 140 µs, so verified tokens are cached by hash until they expire.
  const verifiedTokens = new Map<string, { actor: Actor; until: number }>();
  const actorOf: KeyRing['actorOf'] = async (token) => {
    const key = hash('sha256', token, 'base64');
    const cached = verifiedTokens.get(key);
    if (cached && cached.until > Date.now()) return cached.actor;
    const { issuer, kind, claims } = await verifyToken(token);
    const audience = typeof claims.aud === 'string' ? [claims.aud] : (claims.aud ?? []);
    if (!audience.includes(service)) throw new AppError('unauthenticated');
    const actor = actorFromClaims(issuer, kind, claims);
    if (verifiedTokens.size >= CACHE_SIZE) verifiedTokens.clear();
    verifiedTokens.set(key, { actor, until: (claims.exp ?? 0) * 1000 });
    return actor;
  };

  const ownTokens = new Map<string, { token: string; until: number }>();
  const serviceToken: KeyRing['serviceToken'] = async (audience) => {
    const cached = ownTokens.get(audience);
    if (cached && cached.until > Date.now()) return cached.token;
    const token = await sign('service', { aud: audience }, SERVICE_TOKEN_SECONDS);
    ownTokens.set(audience, { token, until: Date.now() + (SERVICE_TOKEN_SECONDS - 20) * 1000 });
    return token;
  };

  const signBytes: KeyRing['signBytes'] = (bytes) => ({
    kid: privateJwk.kid,
    value: signRaw(null, bytes, privateKey).toString('base64'),
  });

  return { ...createSignatureVerifier(trusted), service, sign, signBytes, verify, actorOf, serviceToken };
}

function actorFromClaims(issuer: string, kind: string | undefined, claims: JWTPayload): Actor {
  if (kind === 'service') return { kind: 'service', name: issuer };
  const { sub, role, sid, auth_time } = claims;
  // Only identity issues user tokens.
  const isUser = (kind === 'actor' || kind === 'token-actor') && issuer === 'identity';
  if (!isUser || !sub || typeof role !== 'string' || !isRole(role) || typeof sid !== 'string')
    throw new AppError('unauthenticated');
  return {
    kind: 'user',
    id: sub,
    role,
    sessionId: sid,
    // Without the claim the session counts as never confirmed.
    confirmedAt: new Date(typeof auth_time === 'number' ? auth_time * 1_000 : 0),
    lacksFactor: claims.lacks_factor === true,
    ...(claims.has_factor === true ? { hasFactor: true } : {}),
    ...(kind === 'token-actor' ? { scopes: scopesIn(claims.scope) } : {}),
  };
}

/** Unknown scopes are ignored. */
const scopesIn = (claim: unknown): Scope[] =>
  typeof claim === 'string' ? claim.split(' ').filter(isScope) : [];
