import { Counter, Gauge } from '@g2/kit/metrics';
import { mailQueue } from './store/mails.ts';
import type { Database } from './store.ts';

/** `outcome`: ok, or the error code. */
export const logins = new Counter({
  name: 'g2_logins_total',
  help: 'Logins by password, code or passkey, by outcome',
  labelNames: ['outcome'] as const,
});
for (const outcome of [
  'ok',
  'wrong-credentials',
  'too-many-requests',
  'account-deactivated',
  'mfa-required',
  'wrong-code',
  'mfa-expired',
]) {
  logins.inc({ outcome }, 0);
}

const throttleKinds = [
  'account',
  'address',
  'wrong',
  'wrong-address',
  'wrong-account',
  'code',
  'sign-up',
  'reset',
  'reset-mail',
  'own-mail',
  'link',
  'export',
  'contact',
  'contact-mail',
  'waiting',
] as const;
/**
 * `code`: second-factor codes; `waiting`: too many concurrent requests that hash passwords; `wrong…`: wrong
 * passwords.
 */
export type ThrottleKind = (typeof throttleKinds)[number];
export const throttled = new Counter({
  name: 'g2_throttled_total',
  help: 'Sign-ins, sign-ups, password checks and exports refused by a limit, by the limit',
  labelNames: ['kind'] as const,
});
for (const kind of throttleKinds) throttled.inc({ kind }, 0);

export const mailsTotal = new Counter({
  name: 'g2_mails_total',
  help: 'Attempts to send a mail, by outcome',
  labelNames: ['outcome'] as const,
});
for (const outcome of ['sent', 'failed', 'given_up']) mailsTotal.inc({ outcome }, 0);

export const trailBroken = new Gauge({
  name: 'g2_trail_broken',
  help: 'Rows of the trail that the last daily check found changed, missing or left out of the chain',
});

const waiting = new Gauge({ name: 'g2_mails_waiting', help: 'Mails queued and not yet sent' });
const oldest = new Gauge({
  name: 'g2_mails_waiting_oldest_seconds',
  help: 'Age of the oldest mail not yet sent; 0 without any',
});

export async function observe(db: Database): Promise<void> {
  const queue = await mailQueue(db);
  waiting.set(queue.waiting);
  oldest.set(queue.oldestSeconds);
}
