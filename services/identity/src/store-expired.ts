import type { Expired } from '@g2/kit/housekeeping';

const DAY_MS = 24 * 3_600_000;
/** What was asked and decided stays in the trail without its texts. */
const APPROVALS_KEPT_MS = 90 * DAY_MS;
/** Sent and given-up mails are personal data: kept longer than their events may come again, then forgotten. */
const MAILS_KEPT_MS = 45 * DAY_MS;
/** What people wrote to the staff, with the answers, after the last change: until a claim about it would be over. */
const CONTACTS_KEPT_MS = 730 * DAY_MS;
/** The last mail to somebody whose account is gone: nothing of theirs is to stay. */
const LAST_MAILS_KEPT_MS = 3_600_000;

const TOLD = 'since < $1 AND was_theirs = is_theirs';

/**
 * What is forgotten: sessions and API tokens that ended, throttles' counts, places where an account is known no longer, challenges
 * nobody can answer any more, requests for an approval that are over, old mails, sent or still held, the links of mails whose time is over, what staff were
 * told of their assignments, and what people wrote to the staff long ago.
 */
export function expired(now: Date): Expired[] {
  // Asked so long ago, while nobody could answer: a mail would only puzzle.
  const yesterday = new Date(now.getTime() - DAY_MS);
  const mailsUntil = new Date(now.getTime() - MAILS_KEPT_MS);
  const approvalsUntil = new Date(now.getTime() - APPROVALS_KEPT_MS);
  const lastUntil = new Date(now.getTime() - LAST_MAILS_KEPT_MS);
  const dayBefore = new Date(now.getTime() - 2 * DAY_MS);
  const isOver = 'user_id IS NULL AND coalesce(sent_at, given_up_at) < $1';
  return [
    { table: 'sessions', key: 'sid', where: 'expire <= $1', values: [now] },
    { table: 'api_tokens', key: 'id', where: 'expires_at <= $1', values: [now] },
    { table: 'rate_limits', key: 'key', where: 'expire < $1', values: [now.getTime()] },
    { table: 'known_addresses', key: 'key', where: 'expire <= $1', values: [now] },
    { table: 'used_challenges', key: 'hash', where: 'expire <= $1', values: [now] },
    { table: 'outgoing_emails', key: 'id', where: 'sent_at < $1', values: [mailsUntil] },
    { table: 'outgoing_emails', key: 'id', where: 'given_up_at < $1', values: [mailsUntil] },
    { table: 'outgoing_emails', key: 'id', where: 'held AND created_at < $1', values: [mailsUntil] },
    { table: 'approvals', key: 'id', where: 'expires_at < $1', values: [approvalsUntil] },
    { table: 'reset_requests', key: 'email', where: 'asked_at <= $1', values: [yesterday] },
    { table: 'sign_in_requests', key: 'email', where: 'asked_at <= $1', values: [yesterday] },
    { table: 'mail_tokens', key: 'hash', where: 'expire <= $1', values: [now] },
    { table: 'outgoing_emails', key: 'id', where: isOver, values: [lastUntil] },
    {
      table: 'contacts',
      key: 'number',
      where: 'changed_at < $1',
      values: [new Date(now.getTime() - CONTACTS_KEPT_MS)],
    },
    // Older words are no news any more, and none of them is told again.
    { table: 'assignment_notices', key: 'operator_id, registration_id', where: TOLD, values: [dayBefore] },
  ];
}
