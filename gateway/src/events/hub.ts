import { PassThrough, type Readable } from 'node:stream';
import type { Logger } from '@g2/kit/log';
import type { Bus, LiveEvent } from '@g2/kit/nats';
import { facts } from '@g2/proto/facts';
import type { AssignmentChanged } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { type EventName, type EventPayload, eventPayloads, PING_MS } from '../../contract/events.ts';
import { isStaff } from '../route.ts';
import { revokesSession, type Session, type Sessions } from '../sessions.ts';
import { type Audience, createRecent, type Recent } from './recent-events.ts';
import { createRechecks } from './rechecks.ts';

const RECHECK_MS = 30_000;
const RETRY_MS = 3_000;
const PER_SESSION = 5;
/** Maximum unsent data of a stream, bytes. Beyond it the stream is closed, and its client reconnects. */
const MAX_BACKLOG_BYTES = 64 * 1024;
/** Age from which an event is late, ms. A late balance may be outdated, and a late assignment is not announced. */
const LATE_MS = 60_000;
/** Streams that may have missed events end at random times within this period, ms. This spreads the reconnects. */
const SPREAD_MS = 10_000;

type OpenStream = {
  session: Session;
  stream: PassThrough;
  /** Account version of the last sent balance, because events of one account may arrive out of order. */
  balanceVersion: number;
  stopChecks: () => void;
};

export type EventHub = {
  /** @throws AppError factor-needed; too-many-requests above five streams per session */
  open(session: Session): Readable;
  close(): void;
};

/**
 * Sends bus events to the sessions that may see them. Nothing is stored or repeated: clients reload when they connect.
 * @param recheckMs interval of the session check of each stream, ms
 * @param spreadMs period over which streams that may have missed events end, ms
 */
export function createEventHub(
  bus: Pick<Bus, 'watch'>,
  sessions: Sessions,
  log: Logger,
  recheckMs = RECHECK_MS,
  spreadMs = SPREAD_MS,
): EventHub {
  const streams = new Set<OpenStream>();
  const recent = createRecent();
  const rechecks = createRechecks(recheckMs);
  const forget = (one: OpenStream) => {
    one.stopChecks();
    streams.delete(one);
  };
  const end = (one: OpenStream) => {
    forget(one);
    one.stream.end();
  };
  const send = (one: OpenStream, text: string) => {
    one.stream.write(text);
    if (one.stream.writableLength > MAX_BACKLOG_BYTES) end(one);
  };
  const publish: Publish = (name, data, audience, may = () => true) => {
    recent.add(audience);
    const text = formatEvent(name, eventPayloads[name].parse(data));
    for (const one of streams) if (audience(one.session) && may(one)) send(one, text);
  };
  const hangUp: HangUp = (may) => {
    for (const one of streams) if (may(one)) end(one);
  };
  const onEventsMissed = () => {
    recent.reset();
    for (const one of streams) setTimeout(() => end(one), spreadMs * Math.random()).unref();
  };

  watch(bus, log, { publish, hangUp, recent, missed: onEventsMissed });
  sessions.onRevocation((revocation) => hangUp(({ session }) => revokesSession(revocation, session)));
  const heartbeat = setInterval(() => {
    for (const one of streams) send(one, pingOf(one.session, {}));
  }, PING_MS).unref();
  let closed = false;

  return {
    open(session) {
      if (closed) throw new AppError('unavailable');
      // Opening a stream calls no service that would refuse a missing second factor, so it is refused here.
      if (session.lacksFactor) throw new AppError('factor-needed');
      const mine = [...streams].filter((one) => one.session.id === session.id);
      if (mine.length >= PER_SESSION) throw new AppError('too-many-requests');
      const stopChecks = rechecks.add(async () => {
        if (!(await isSessionValid(session, sessions, log))) end(one);
      });
      const one: OpenStream = { session, stream: new PassThrough(), balanceVersion: 0, stopChecks };
      one.stream.once('close', () => forget(one)).on('error', () => forget(one));
      streams.add(one);
      one.stream.write(`retry: ${RETRY_MS}\n\n${pingOf(session, { quietMs: recent.quietMs(session) })}`);
      return one.stream;
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      hangUp(() => true);
    },
  };
}

const formatEvent = (name: EventName, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** A ping is an event, not an SSE comment: it shows the client that the stream works, and for which user. */
const pingOf = ({ user }: Session, more: Pick<EventPayload<'ping'>, 'quietMs'>): string =>
  formatEvent('ping', { userId: user.id, ...more } satisfies EventPayload<'ping'>);

/** Asks identity, because a revocation event may be lost while the bus is down. Does not prolong the session. */
async function isSessionValid(session: Session, sessions: Sessions, log: Logger): Promise<boolean> {
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

type Publish = (
  name: EventName,
  data: unknown,
  audience: Audience,
  may?: (one: OpenStream) => boolean,
) => void;
type HangUp = (may: (one: OpenStream) => boolean) => void;
type Listeners = { publish: Publish; hangUp: HangUp; recent: Recent; missed: () => void };

const ofStaff: Audience = (session) => isStaff(session);
const ofUser =
  (userId: string): Audience =>
  ({ user }) =>
    user.id === userId;

function watch(bus: Pick<Bus, 'watch'>, log: Logger, listeners: Listeners): void {
  const look = (pattern: string, show: (fact: LiveEvent) => void, onEventsMissed?: () => void) =>
    bus.watch(
      pattern,
      (fact) => {
        try {
          show(fact);
        } catch (error) {
          log.error({ err: error, type: fact.type }, 'event not shown');
        }
      },
      onEventsMissed,
    );
  look('registration.*', (fact) => showRegistration(fact, listeners.publish), listeners.missed);
  look(facts.contactChanged.type, (fact) => showContact(fact, listeners.publish));
  look(facts.balanceChanged.type, (fact) => showBalance(fact, listeners));
}

function showContact({ data }: LiveEvent, publish: Publish): void {
  const { number, userId } = facts.contactChanged.codec.fromJSON(data);
  publish('contacts', { number }, (session) => ofStaff(session) || session.user.id === userId);
}

function showBalance({ data, version, time }: LiveEvent, { publish, hangUp, recent }: Listeners): void {
  const { userId, credits } = facts.balanceChanged.codec.fromJSON(data);
  const isTheirs = ofUser(userId);
  const isNews = ({ balanceVersion }: OpenStream) => version >= balanceVersion;
  // The balance may be outdated: end the streams, so that the clients reconnect and read the current balance.
  if (isLate(time)) {
    recent.add(isTheirs);
    hangUp((one) => isTheirs(one.session) && isNews(one));
    return;
  }
  publish('balance', { credits }, isTheirs, (one) => {
    if (!isNews(one)) return false;
    one.balanceVersion = version;
    return true;
  });
}

function showRegistration({ type, data, time }: LiveEvent, publish: Publish): void {
  if (type === facts.statusChanged.type) {
    const { registrationId: id, userId, ...change } = facts.statusChanged.codec.fromJSON(data);
    const status = change.toStatus;
    const statusUpdatedAt = (change.changedAt ?? new Date()).toISOString();
    publish('registration', { id, status, statusUpdatedAt }, ofUser(userId));
    publish('queue', { id, status }, ofStaff);
  }
  if (type === facts.fileAttached.type) {
    const { registrationId: id, userId, status, statusUpdatedAt } = facts.fileAttached.codec.fromJSON(data);
    // Events of earlier releases lack the owner.
    if (userId === '' || !statusUpdatedAt) return;
    const event = { id, status, statusUpdatedAt: statusUpdatedAt.toISOString() };
    publish('registration', event, ofUser(userId));
    publish('queue', { id }, ofStaff);
  }
  if (type === facts.messageWritten.type) {
    const { registrationId: id, userId } = facts.messageWritten.codec.fromJSON(data);
    publish('messages', { id }, ofUser(userId));
    publish('queue', { id }, ofStaff);
  }
  if (type === facts.messagesRead.type) {
    const { registrationId: id, userId, byStaff } = facts.messagesRead.codec.fromJSON(data);
    if (byStaff) publish('queue', { id }, ofStaff);
    else publish('messages', { id }, ofUser(userId));
  }
  if (type === facts.assignmentChanged.type) {
    const change = facts.assignmentChanged.codec.fromJSON(data);
    publish('queue', { id: change.registrationId }, ofStaff);
    if (!isLate(time)) showAssignment(change, publish);
  }
  if (type === facts.viewersChanged.type) {
    const { registrationId: id } = facts.viewersChanged.codec.fromJSON(data);
    publish('viewers', { id }, ofStaff);
  }
  if (type === facts.assignmentsDropped.type) publish('queue', {}, ofStaff);
  if (type === facts.registrationCreated.type) {
    const { registrationId: id } = facts.registrationCreated.codec.fromJSON(data);
    publish('queue', { id, status: 'submitted' }, ofStaff);
  }
}

/**
 * Notifies new and previous assignee, but not the user who made the change (`by`). Without `by` it notifies no user.
 */
function showAssignment(change: AssignmentChanged, publish: Publish): void {
  const { registrationId: id, title, operatorId, before, by } = change;
  const say = (userId: string | undefined, kind: EventPayload<'assigned'>['kind']) => {
    if (userId === undefined || by === undefined || by === userId) return;
    const isTheirs = ofUser(userId);
    publish('assigned', { id, title, by, kind }, (session) => ofStaff(session) && isTheirs(session));
  };
  say(operatorId, 'given');
  say(before, 'taken');
}
