import type { Tokens } from '@g2/kit/grpc-client';
import type { Bus } from '@g2/kit/nats';
import { facts } from '@g2/proto/facts';
import type { CheckedApiToken, CheckedSession, SessionsRevoked, User, UserChanged } from '@g2/proto/identity';
import { isScope, type Scope } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import type { Clients } from './clients.ts';

/** A checked session, or a checked API token for one request. `id` is the id that revocation events contain. */
export type Session = {
  user: User;
  tokens: Tokens;
  id: string;
  /** When the session ends unless it is used again; undefined for API tokens. */
  expiresAt: Date | undefined;
  /** Cookie value or API token. */
  secret: string;
  /** Staff member who must first set up a second factor. */
  lacksFactor: boolean;
  /** Scopes of an API token. Sessions have none and are not restricted. */
  scopes?: readonly Scope[];
};

export type Revocation = { type: 'sessions'; data: SessionsRevoked } | { type: 'user'; data: UserChanged };

export type Sessions = {
  /** Checks with identity; readOnly does not prolong. @throws AppError unauthenticated: absent, expired, deactivated */
  check(secret: string | undefined, readOnly?: boolean): Promise<Session>;
  /** Returns the cached session if it was checked less than 2 s ago (api-rules R8), else checks it. */
  recent(secret: string | undefined): Promise<Session>;
  forget(secret: string): void;
  /** Drops the user's cached sessions. Needed after changes that may end them or change permissions. */
  forgetUser(userId: string): void;
  /**
   * Runs a change, then waits until its event has arrived or
   * `EVENT_WAIT_MS` have passed, so that other gateways know of it.
   * @param eventType type of the event that identity publishes
   */
  runChange<T>(userId: string, eventType: Revocation['type'], work: () => Promise<T>): Promise<T>;
  onRevocation(listener: (revocation: Revocation) => void): void;
};

/** Deadline of a call that reads a page of an export, ms. */
export const EXPORT_DEADLINE_MS = 15_000;

/** Options for each call of an export: an actor token expires after one minute, and when its session ends. */
export const exportOptions =
  (sessions: Sessions, { secret }: Session) =>
  async () => ({ token: (await sessions.recent(secret)).tokens, deadlineMs: EXPORT_DEADLINE_MS });

/** `userId` is absent while the check is pending. */
type Remembered = { session: Promise<Session>; until: number; userId?: string };

/** Longest wait for a change's event, ms. Without it, caches of other gateways expire after `REMEMBER_MS`. */
const EVENT_WAIT_MS = 300;
const REMEMBER_MS = 2_000;
const REMEMBER_MOST = 20_000;
const SECRET = /^[\w-]{16,200}$/;

type Ask = (secret: string, readOnly: boolean) => Promise<Session>;
type Watched = Pick<Bus, 'watch'>;

export const createSessions = (identity: Clients['identity'], bus: Watched): Sessions =>
  remembering(bus, 'unauthenticated', async (secret, readOnly) =>
    toSession(secret, await identity.checkSession({ sessionToken: secret, lookOnly: readOnly })),
  );

/** API tokens are checked, cached and revoked like sessions. */
export const createApiTokens = (identity: Clients['identity'], bus: Watched): Sessions =>
  remembering(bus, 'api-token-invalid', async (token) =>
    toTokenSession(token, await identity.checkApiToken({ token })),
  );

/** @param refusal error code for a malformed secret */
function remembering(bus: Watched, refusal: 'unauthenticated' | 'api-token-invalid', ask: Ask): Sessions {
  const remembered = new Map<string, Remembered>();
  const watchers: ((revocation: Revocation) => void)[] = [];

  const check: Sessions['check'] = async (secret, readOnly = false) => {
    if (secret === undefined || !SECRET.test(secret)) throw new AppError(refusal);
    return ask(secret, readOnly);
  };

  const recent: Sessions['recent'] = (secret) => {
    if (secret === undefined || !SECRET.test(secret)) return check(secret);
    const now = performance.now();
    const known = remembered.get(secret);
    if (known && known.until > now) return known.session;
    if (remembered.size >= REMEMBER_MOST) remembered.clear();
    // Single-flight: the promise is cached, so that parallel requests of a page cause one check.
    const session = check(secret);
    const entry: Remembered = { session, until: now + REMEMBER_MS };
    remembered.set(secret, entry);
    session.then(
      ({ user }) => {
        entry.userId = user.id;
      },
      () => {
        if (remembered.get(secret) === entry) remembered.delete(secret);
      },
    );
    return session;
  };

  const forgetUser: Sessions['forgetUser'] = (userId) => {
    // A pending check is dropped too: it may belong to this user and be outdated.
    for (const [secret, entry] of remembered) {
      if (entry.userId === undefined || entry.userId === userId) remembered.delete(secret);
    }
  };

  const waiting = new Set<{ userId: string; eventType: Revocation['type']; resolve: () => void }>();
  const runChange: Sessions['runChange'] = async (userId, eventType, work) => {
    // The wait starts before the change, because the event may arrive before the response.
    const { promise: eventArrived, resolve } = Promise.withResolvers<void>();
    const waiter = { userId, eventType, resolve };
    waiting.add(waiter);
    try {
      const result = await work();
      const late = setTimeout(resolve, EVENT_WAIT_MS);
      await eventArrived;
      clearTimeout(late);
      return result;
    } finally {
      waiting.delete(waiter);
      forgetUser(userId);
    }
  };

  bus.watch('identity.*', ({ type, data }) => {
    const revocation = toRevocation(type, data);
    if (!revocation) return;
    forgetUser(revocation.data.userId);
    for (const listener of watchers) listener(revocation);
    for (const { userId, eventType, resolve } of waiting) {
      if (userId === revocation.data.userId && eventType === revocation.type) resolve();
    }
  });

  return {
    check,
    recent,
    forget: (secret) => void remembered.delete(secret),
    forgetUser,
    runChange,
    onRevocation: (listener) => void watchers.push(listener),
  };
}

function toSession(secret: string, checked: CheckedSession): Session {
  const { user, actorTokens, sessionId, expiresAt, lacksFactor } = checked;
  if (!user?.isActive) throw new AppError('unauthenticated');
  return { user, tokens: actorTokens, id: sessionId, expiresAt, secret, lacksFactor };
}

function toTokenSession(secret: string, checked: CheckedApiToken): Session {
  const { user, actorTokens, tokenId, scopes, lacksFactor } = checked;
  if (!user?.isActive) throw new AppError('api-token-invalid');
  const session = { user, tokens: actorTokens, id: tokenId, expiresAt: undefined, secret, lacksFactor };
  return { ...session, scopes: scopes.filter(isScope) };
}

function toRevocation(type: string, data: unknown): Revocation | undefined {
  if (type === facts.sessionsRevoked.type) {
    return { type: 'sessions', data: facts.sessionsRevoked.codec.fromJSON(data) };
  }
  if (type === facts.userChanged.type) return { type: 'user', data: facts.userChanged.codec.fromJSON(data) };
  return undefined;
}

/** Whether a revocation ends this session or changes its permissions. */
export function revokesSession(
  revocation: Revocation,
  session: { id: string; user: { id: string } },
): boolean {
  const { data } = revocation;
  if (data.userId !== session.user.id) return false;
  if (revocation.type === 'user') return true;
  const { sessionId, exceptSessionId } = revocation.data;
  if (sessionId !== undefined) return sessionId === session.id;
  return exceptSessionId !== session.id;
}
