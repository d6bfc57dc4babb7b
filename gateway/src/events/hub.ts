import { PassThrough, type Readable } from 'node:stream';
import type { Logger } from '@g2/kit/log';
import type { Bus, Seen } from '@g2/kit/nats';
import { facts } from '@g2/proto/facts';
import type { AssignmentChanged } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import {
  type AssignedEvent,
  type EventName,
  eventPayloads,
  PING_MS,
  type PingEvent,
} from '../../contract/events.ts';
import { isStaff } from '../route.ts';
import { ends, type Session, type Sessions } from '../sessions.ts';
import { createRechecks } from './rechecks.ts';

const RECHECK_MS = 30_000;
const RETRY_MS = 3_000;
const PER_SESSION = 5;
/** A reader this far behind, in bytes, is let go; it comes back by itself. */
const FAR_BEHIND = 64 * 1024;
/** A balance told so long after the fact may be another by now, and an assignment is no news. */
const LATE_MS = 60_000;

type Open = {
  session: Session;
  stream: PassThrough;
  /** Version of the account in the balance last shown: facts of one account may arrive in any order. */
  balanceVersion: number;
  stopChecks: () => void;
};

export type EventHub = {
  /** A stream of a session's events. @throws AppError factor-needed; too-many-requests past five at once */
  open(session: Session): Readable;
  /** Ends every stream; none opens after. */
  close(): void;
};

/**
 * Passes on what happens to those who may see it, until their sessions end. Nothing is kept or repeated.
 * @param recheckMs how often each stream's session is looked at, ms
 */
export function createEventHub(
  bus: Pick<Bus, 'watch'>,
  sessions: Sessions,
  log: Logger,
  recheckMs = RECHECK_MS,
): EventHub {
  const streams = new Set<Open>();
  const rechecks = createRechecks(recheckMs);
  const forget = (one: Open) => {
    one.stopChecks();
    streams.delete(one);
  };
  const end = (one: Open) => {
    forget(one);
    one.stream.end();
  };
  const send = (one: Open, text: string) => {
    one.stream.write(text);
    if (one.stream.writableLength > FAR_BEHIND) end(one);
  };
  const tell: Tell = (name, data, may) => {
    const text = written(name, eventPayloads[name].parse(data));
    for (const one of streams) if (may(one)) send(one, text);
  };
  const hangUp: HangUp = (may) => {
    for (const one of streams) if (may(one)) end(one);
  };

  watch(bus, log, tell, hangUp);
  sessions.onRevocation((revocation) => hangUp(({ session }) => ends(revocation, session)));
  const heartbeat = setInterval(() => {
    for (const one of streams) send(one, pingOf(one.session));
  }, PING_MS).unref();
  let closed = false;

  return {
    open(session) {
      if (closed) throw new AppError('unavailable');
      // No service is asked about a stream: it is refused here.
      if (session.lacksFactor) throw new AppError('factor-needed');
      const mine = [...streams].filter((one) => one.session.id === session.id);
      if (mine.length >= PER_SESSION) throw new AppError('too-many-requests');
      const stopChecks = rechecks.add(async () => {
        if (!(await stillGood(session, sessions, log))) end(one);
      });
      const one: Open = { session, stream: new PassThrough(), balanceVersion: 0, stopChecks };
      one.stream.once('close', () => forget(one)).on('error', () => forget(one));
      streams.add(one);
      one.stream.write(`retry: ${RETRY_MS}\n\n${pingOf(session)}`);
      return one.stream;
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      hangUp(() => true);
    },
  };
}

const written = (name: EventName, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** An event, not a comment: the reader sees by it that the line is alive, and whose it is. */
const pingOf = ({ user }: Session): string => written('ping', { userId: user.id } satisfies PingEvent);

/** A revocation may be missed while the bus is away; identity is not, for long. An open stream is no use of a session. */
async function stillGood(session: Session, sessions: Sessions, log: Logger): Promise<boolean> {
  try {
    const now = await sessions.check(session.secret, true);
    return now.user.role === session.user.role && !now.lacksFactor;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated') return false;
    log.warn({ err: error }, 'session of an event stream not checked');
    return true;
  }
}

const isLate = (time: Date): boolean => Date.now() - time.getTime() > LATE_MS;

type Tell = (name: EventName, data: unknown, may: (one: Open) => boolean) => void;
type HangUp = (may: (one: Open) => boolean) => void;

const ofStaff = ({ session }: Open): boolean => isStaff(session);
const ofUser =
  (userId: string) =>
  ({ session }: Open): boolean =>
    session.user.id === userId;

function watch(bus: Pick<Bus, 'watch'>, log: Logger, tell: Tell, hangUp: HangUp): void {
  const look = (pattern: string, show: (fact: Seen) => void) =>
    bus.watch(pattern, (fact) => {
      try {
        show(fact);
      } catch (error) {
        log.error({ err: error, type: fact.type }, 'event not shown');
      }
    });
  look('registration.*', (fact) => showRegistration(fact, tell));
  look(facts.contactChanged.type, (fact) => showContact(fact, tell));
  look(facts.balanceChanged.type, (fact) => showBalance(fact, tell, hangUp));
}

function showContact({ data }: Seen, tell: Tell): void {
  const { number, userId } = facts.contactChanged.codec.fromJSON(data);
  tell('contacts', { number }, (one) => ofStaff(one) || one.session.user.id === userId);
}

function showBalance({ data, version, time }: Seen, tell: Tell, hangUp: HangUp): void {
  const { userId, credits } = facts.balanceChanged.codec.fromJSON(data);
  const isTheirs = ofUser(userId);
  const isNews = (one: Open) => isTheirs(one) && version >= one.balanceVersion;
  // Told late: who comes back asks for the balance as it is.
  if (isLate(time)) {
    hangUp(isNews);
    return;
  }
  tell('balance', { credits }, (one) => {
    if (!isNews(one)) return false;
    one.balanceVersion = version;
    return true;
  });
}

function showRegistration({ type, data, time }: Seen, tell: Tell): void {
  if (type === facts.statusChanged.type) {
    const {
      registrationId: id,
      userId,
      toStatus: status,
      changedAt,
    } = facts.statusChanged.codec.fromJSON(data);
    const statusUpdatedAt = (changedAt ?? new Date()).toISOString();
    tell('registration', { id, status, statusUpdatedAt }, ofUser(userId));
    tell('queue', { id, status }, ofStaff);
  }
  if (type === facts.fileAttached.type) {
    const { registrationId: id, userId, status, statusUpdatedAt } = facts.fileAttached.codec.fromJSON(data);
    // An earlier version of registration did not say whose it is.
    if (userId === '' || !statusUpdatedAt) return;
    const event = { id, status, statusUpdatedAt: statusUpdatedAt.toISOString() };
    tell('registration', event, ofUser(userId));
    tell('queue', { id }, ofStaff);
  }
  if (type === facts.messageWritten.type) {
    const { registrationId: id, userId } = facts.messageWritten.codec.fromJSON(data);
    tell('messages', { id }, ofUser(userId));
    tell('queue', { id }, ofStaff);
  }
  if (type === facts.messagesRead.type) {
    const { registrationId: id, userId, byStaff } = facts.messagesRead.codec.fromJSON(data);
    if (byStaff) tell('queue', { id }, ofStaff);
    else tell('messages', { id }, ofUser(userId));
  }
  if (type === facts.assignmentChanged.type) {
    const change = facts.assignmentChanged.codec.fromJSON(data);
    tell('queue', { id: change.registrationId }, ofStaff);
    if (!isLate(time)) showAssignment(change, tell);
  }
  if (type === facts.viewersChanged.type) {
    const { registrationId: id } = facts.viewersChanged.codec.fromJSON(data);
    tell('viewers', { id }, ofStaff);
  }
  if (type === facts.assignmentsDropped.type) tell('queue', {}, ofStaff);
  if (type === facts.registrationCreated.type) {
    const { registrationId: id } = facts.registrationCreated.codec.fromJSON(data);
    tell('queue', { id, status: 'submitted' }, ofStaff);
  }
}

/** To whoever has it now and whoever had it, unless they did it themselves; an earlier version did not say who did. */
function showAssignment(change: AssignmentChanged, tell: Tell): void {
  const { registrationId: id, title, operatorId, before, by } = change;
  const say = (userId: string | undefined, kind: AssignedEvent['kind']) => {
    if (userId === undefined || by === undefined || by === userId) return;
    const isTheirs = ofUser(userId);
    tell('assigned', { id, title, by, kind }, (one) => ofStaff(one) && isTheirs(one));
  };
  say(operatorId, 'given');
  say(before, 'taken');
}
