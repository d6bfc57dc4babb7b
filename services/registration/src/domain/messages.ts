import { AppError } from '@g2/terms/errors';
import { MAX_LENGTH, MAX_MESSAGES, MESSAGES_PER_HOUR } from '@g2/terms/limits';
import { checkFields } from '@g2/terms/text';
import type { Caller, Fact, Registration, RegistrationDecision } from './registration.ts';

const HOUR_MS = 3_600_000;
/** Minimum interval between mails to one side about one thread, ms. It ends early when that side reads the thread. */
const BETWEEN_MAILS_MS = HOUR_MS;

/** Parties of a thread: the owner, and the staff as a whole. */
export type Side = 'client' | 'staff';

/**
 * `byClient`, `byStaff`: number of messages each side wrote. `clientRead`, `staffRead`: number of the other
 * side's messages that each side has read.
 */
export type Thread = Record<'byClient' | 'byStaff' | 'clientRead' | 'staffRead', number> &
  /** `mailedAt`: last mail to the owner about this thread; `staffMailedAt`: last mail to the staff. */
  Record<'clientReadAt' | 'staffReadAt' | 'mailedAt' | 'staffMailedAt', Date | null>;

export type Message = {
  id: string;
  /** Position in the thread, from 1. */
  number: number;
  authorId: string;
  authorSide: Side;
  text: string;
  createdAt: Date;
};

export const NO_THREAD: Thread = {
  byClient: 0,
  byStaff: 0,
  clientRead: 0,
  staffRead: 0,
  clientReadAt: null,
  staffReadAt: null,
  mailedAt: null,
  staffMailedAt: null,
};

/** Side of the caller in a thread. Staff count as the client of their own registration. */
export const sideOf = ({ userId }: Pick<Registration, 'userId'>, caller: Pick<Caller, 'id'>): Side =>
  userId === caller.id ? 'client' : 'staff';

/** Number of messages sent to a side, and how many of them that side has read. */
export const receivedBy = (
  { byClient, byStaff, clientRead, staffRead }: Thread,
  side: Side,
): { received: number; read: number } =>
  side === 'client' ? { received: byStaff, read: clientRead } : { received: byClient, read: staffRead };

/** Trims a message. @throws AppError invalid-input */
export const checkMessage = (value: string): string =>
  checkFields((errors) => errors.text('text', value, MAX_LENGTH.message, 'Escreva a mensagem'));

type LimitInput = {
  thread: Thread;
  /** Time of the author's 30th newest message in this thread; null if there are fewer than 30. */
  thirtiethAt: Date | null;
};

/** Mails the other side at most hourly. @throws AppError too-many-requests (over 30/h), conflict (500 in the thread) */
export function addMessage(
  state: Registration,
  caller: Caller,
  text: string,
  { thread, thirtiethAt }: LimitInput,
  id: string,
  now: Date,
): RegistrationDecision & { message: Message; thread: Thread } {
  checkRate(thirtiethAt, now);
  const number = thread.byClient + thread.byStaff + 1;
  if (number > MAX_MESSAGES) {
    const message = `Este registro já tem ${MAX_MESSAGES} mensagens, o máximo. Use outro canal para continuar.`;
    throw new AppError('conflict', { message });
  }
  const authorSide = sideOf(state, caller);
  const isStaffs = authorSide === 'staff';
  const isMailed = isMailDue(thread, isStaffs ? 'client' : 'staff', now);
  const mailed: Partial<Thread> = isStaffs ? { mailedAt: now } : { staffMailedAt: now };
  const facts: Fact[] = [{ kind: 'message-written', fromStaff: isStaffs }];
  return {
    next: state,
    message: { id, number, authorId: caller.id, authorSide, text, createdAt: now },
    thread: {
      ...thread,
      byClient: thread.byClient + (isStaffs ? 0 : 1),
      byStaff: thread.byStaff + (isStaffs ? 1 : 0),
      ...(isMailed ? mailed : {}),
    },
    facts: isMailed ? [...facts, { kind: isStaffs ? 'message-waiting' : 'staff-message-waiting' }] : facts,
  };
}

function checkRate(thirtiethAt: Date | null, now: Date): void {
  if (thirtiethAt === null) return;
  const waitMs = thirtiethAt.getTime() + HOUR_MS - now.getTime();
  if (waitMs <= 0) return;
  throw new AppError('too-many-requests', {
    message: `Você já enviou ${MESSAGES_PER_HOUR} mensagens sobre este registro na última hora. Aguarde um pouco e envie de novo.`,
    retryAfter: Math.ceil(waitMs / 1_000),
  });
}

function isMailDue(thread: Thread, side: Side, now: Date): boolean {
  const [mailedAt, readAt] =
    side === 'client' ? [thread.mailedAt, thread.clientReadAt] : [thread.staffMailedAt, thread.staffReadAt];
  return (
    mailedAt === null ||
    now.getTime() - mailedAt.getTime() >= BETWEEN_MAILS_MS ||
    (readAt !== null && readAt > mailedAt)
  );
}

/** Marks messages as read. @param received number of messages shown to the reader @returns null if nothing changes */
export function markRead(thread: Thread, side: Side, received: number, now: Date): Thread | null {
  const counts = receivedBy(thread, side);
  const read = Math.min(received, counts.received);
  if (read <= counts.read) return null;
  return side === 'client'
    ? { ...thread, clientRead: read, clientReadAt: now }
    : { ...thread, staffRead: read, staffReadAt: now };
}
