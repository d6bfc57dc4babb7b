import type { Expired } from '@g2/kit/housekeeping';

const DAY_MS = 24 * 3_600_000;
/** The audit trail keeps requests and decisions longer, without their texts. */
const APPROVALS_KEPT_MS = 90 * DAY_MS;
/** Personal data, but kept longer than events can be redelivered: the mails' keys prevent duplicates. */
const MAILS_KEPT_MS = 45 * DAY_MS;
/** After the last change; covers the limitation period of claims. */
const CONTACTS_KEPT_MS = 730 * DAY_MS;
/** Last mail of a deleted account: none of its data may remain. */
const LAST_MAILS_KEPT_MS = 3_600_000;

const SETTLED_NOTICES = 'since < $1 AND was_theirs = is_theirs';

/** Retention periods by table. */
export function expired(now: Date): Expired[] {
  // Not answered for a day: a mail would be confusing now.
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
    // Older events cause no mail, so their state is not needed.
    {
      table: 'assignment_notices',
      key: 'operator_id, registration_id',
      where: SETTLED_NOTICES,
      values: [dayBefore],
    },
  ];
}
