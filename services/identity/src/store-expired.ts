import type { Expired } from '@g2/kit/housekeeping';

/** Sent and given-up mails are personal data: kept longer than their events may come again, then forgotten. */
const MAILS_KEPT_MS = 45 * 24 * 3_600_000;

/** What is forgotten: sessions that ended, throttles' counts, places where an account is known no longer, old mails. */
export function expired(now: Date): Expired[] {
  const mailsUntil = new Date(now.getTime() - MAILS_KEPT_MS);
  return [
    { table: 'sessions', key: 'sid', where: 'expire <= $1', values: [now] },
    { table: 'rate_limits', key: 'key', where: 'expire < $1', values: [now.getTime()] },
    { table: 'known_addresses', key: 'key', where: 'expire <= $1', values: [now] },
    { table: 'outgoing_emails', key: 'id', where: 'sent_at < $1', values: [mailsUntil] },
    { table: 'outgoing_emails', key: 'id', where: 'given_up_at < $1', values: [mailsUntil] },
  ];
}
