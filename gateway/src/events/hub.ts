import { PassThrough, type Readable } from 'node:stream';
import { AppError } from '@g2/kit/errors';
import { facts } from '@g2/kit/events';
import type { Logger } from '@g2/kit/log';
import type { Bus } from '@g2/kit/nats';
import { type EventName, eventPayloads } from '../../contract/events.ts';
import { ends, type Session, type Sessions } from '../sessions.ts';

const HEARTBEAT_MS = 15_000;
const RECHECK_MS = 30_000;
const RETRY_MS = 3_000;
const PER_SESSION = 5;
/** A reader this far behind, in bytes, is let go; it comes back by itself. */
const FAR_BEHIND = 64 * 1024;
/** A balance told so long after the fact may be another by now. */
const LATE_MS = 60_000;

type Open = { session: Session; stream: PassThrough };

export type EventHub = {
  /** A stream of a session's events. @throws AppError too-many-requests past five at once */
  open(session: Session): Readable;
  /** Ends every stream; none opens after. */
  close(): void;
};

/** Passes on what happens to those who may see it, until their sessions end. Nothing is kept or repeated. */
export function createEventHub(bus: Pick<Bus, 'watch'>, sessions: Sessions, log: Logger): EventHub {
  const streams = new Set<Open>();
  const end = (one: Open) => {
    streams.delete(one);
    one.stream.end();
  };
  const send = (one: Open, text: string) => {
    one.stream.write(text);
    if (one.stream.writableLength > FAR_BEHIND) end(one);
  };
  const tell = (name: EventName, data: unknown, may: (session: Session) => boolean) => {
    const text = `event: ${name}\ndata: ${JSON.stringify(eventPayloads[name].parse(data))}\n\n`;
    for (const one of streams) if (may(one.session)) send(one, text);
  };

  const hangUp = (userId: string) => {
    for (const one of streams) if (one.session.user.id === userId) end(one);
  };

  watch(bus, log, tell, hangUp);
  sessions.onRevocation((revocation) => {
    for (const one of streams) if (ends(revocation, one.session)) end(one);
  });
  const heartbeat = setInterval(() => {
    for (const one of streams) send(one, ':\n\n');
  }, HEARTBEAT_MS).unref();
  const recheck = setInterval(() => {
    for (const one of streams) void stillGood(one, sessions, log).then((good) => good || end(one));
  }, RECHECK_MS).unref();
  let closed = false;

  return {
    open(session) {
      if (closed) throw new AppError('unavailable');
      const mine = [...streams].filter((one) => one.session.id === session.id);
      if (mine.length >= PER_SESSION) throw new AppError('too-many-requests');
      const one: Open = { session, stream: new PassThrough() };
      one.stream.once('close', () => streams.delete(one));
      one.stream.on('error', () => streams.delete(one));
      streams.add(one);
      one.stream.write(`retry: ${RETRY_MS}\n\n`);
      return one.stream;
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      clearInterval(recheck);
      for (const one of streams) end(one);
    },
  };
}

/** A revocation may be missed while the bus is away; identity is not, for long. */
async function stillGood({ session }: Open, sessions: Sessions, log: Logger): Promise<boolean> {
  try {
    const now = await sessions.check(session.secret);
    return now.user.role === session.user.role;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated') return false;
    log.warn({ err: error }, 'session of an event stream not checked');
    return true;
  }
}

type Tell = (name: EventName, data: unknown, may: (session: Session) => boolean) => void;

const isStaff = ({ user }: Session): boolean => user.role === 'operator' || user.role === 'admin';

function watch(bus: Pick<Bus, 'watch'>, log: Logger, tell: Tell, hangUp: (userId: string) => void): void {
  const see = (type: string, work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error({ err: error, type }, 'event not shown');
    }
  };
  bus.watch('registration.*', (type, data) => see(type, () => seeRegistration(type, data, tell)));
  bus.watch(facts.balanceChanged.type, (type, data, time) =>
    see(type, () => {
      const { userId, credits } = facts.balanceChanged.codec.fromJSON(data);
      // Told late: who comes back asks for the balance as it is.
      if (Date.now() - time.getTime() > LATE_MS) return hangUp(userId);
      tell('balance', { credits }, ({ user }) => user.id === userId);
    }),
  );
}

function seeRegistration(type: string, data: unknown, tell: Tell): void {
  if (type === facts.statusChanged.type) {
    const {
      registrationId: id,
      userId,
      toStatus: status,
      changedAt,
    } = facts.statusChanged.codec.fromJSON(data);
    const statusUpdatedAt = (changedAt ?? new Date()).toISOString();
    tell('registration', { id, status, statusUpdatedAt }, ({ user }) => user.id === userId);
    tell('queue', { id, status }, isStaff);
  }
  if (type === facts.assignmentChanged.type) {
    const { registrationId: id } = facts.assignmentChanged.codec.fromJSON(data);
    tell('queue', { id }, isStaff);
  }
  if (type === facts.registrationCreated.type) {
    const { registrationId: id } = facts.registrationCreated.codec.fromJSON(data);
    tell('queue', { id, status: 'submitted' }, isStaff);
  }
}
