import { AppError } from '@g2/kit/errors';
import { facts } from '@g2/kit/events';
import type { Bus } from '@g2/kit/nats';
import type { CheckedSession, SessionsRevoked, User, UserChanged } from '@g2/proto/identity';
import type { Clients } from './clients.ts';

/** A checked session: its user, the actor token for the services, and the name revocations use. */
export type Session = {
  user: User;
  token: string;
  id: string;
  expiresAt: Date;
  /** The cookie's value. */
  secret: string;
};

export type Revocation = { type: 'sessions'; data: SessionsRevoked } | { type: 'user'; data: UserChanged };

export type Sessions = {
  /** Asks identity. @throws AppError unauthenticated when the session is absent, expired or its user deactivated */
  check(secret: string | undefined): Promise<Session>;
  /** The same, from memory when it was checked less than two seconds ago (contract rule 8). */
  recent(secret: string | undefined): Promise<Session>;
  /** Forgets what is remembered; after anything that may end a session. */
  forget(): void;
  /** Calls back when identity says that sessions ended or an account changed. */
  onRevocation(see: (revocation: Revocation) => void): void;
};

const REMEMBER_MS = 2_000;
const REMEMBER_MOST = 20_000;
const SECRET = /^[\w-]{16,200}$/;

export function createSessions(identity: Clients['identity'], bus: Pick<Bus, 'watch'>): Sessions {
  const remembered = new Map<string, { session: Promise<Session>; until: number }>();
  const watchers: ((revocation: Revocation) => void)[] = [];
  const forget = () => remembered.clear();

  const check = async (secret: string | undefined): Promise<Session> => {
    if (secret === undefined || !SECRET.test(secret)) throw new AppError('unauthenticated');
    return toSession(secret, await identity.checkSession({ sessionToken: secret }));
  };

  const recent = (secret: string | undefined): Promise<Session> => {
    if (secret === undefined || !SECRET.test(secret)) return check(secret);
    const now = performance.now();
    const known = remembered.get(secret);
    if (known && known.until > now) return known.session;
    if (remembered.size >= REMEMBER_MOST) forget();
    // The promise itself is kept, so that a page's many calls at once ask identity once.
    const session = check(secret);
    const entry = { session, until: now + REMEMBER_MS };
    remembered.set(secret, entry);
    session.catch(() => {
      if (remembered.get(secret) === entry) remembered.delete(secret);
    });
    return session;
  };

  bus.watch('identity.*', (type, data) => {
    const revocation = toRevocation(type, data);
    if (!revocation) return;
    forget();
    for (const see of watchers) see(revocation);
  });

  return { check, recent, forget, onRevocation: (see) => void watchers.push(see) };
}

function toSession(secret: string, { user, actorToken, sessionId, expiresAt }: CheckedSession): Session {
  if (!user?.isActive) throw new AppError('unauthenticated');
  return { user, token: actorToken, id: sessionId, expiresAt: expiresAt ?? new Date(0), secret };
}

function toRevocation(type: string, data: unknown): Revocation | undefined {
  if (type === facts.sessionsRevoked.type) {
    return { type: 'sessions', data: facts.sessionsRevoked.codec.fromJSON(data) };
  }
  if (type === facts.userChanged.type) return { type: 'user', data: facts.userChanged.codec.fromJSON(data) };
  return undefined;
}

/** True when a revocation ends this session, or changes what its user may see. */
export function ends(revocation: Revocation, session: { id: string; user: { id: string } }): boolean {
  const { data } = revocation;
  if (data.userId !== session.user.id) return false;
  if (revocation.type === 'user') return true;
  const { sessionId, exceptSessionId } = revocation.data;
  if (sessionId !== undefined) return sessionId === session.id;
  return exceptSessionId !== session.id;
}
