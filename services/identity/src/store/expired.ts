import type { Expired } from '@g2/kit/housekeeping';

const DAY_MS = 24 * 3_600_000;
/** Retention of approval requests. The audit trail keeps them longer, without their texts. */
const APPROVALS_KEPT_MS = 90 * DAY_MS;
/** Retention of mails: longer than events can be redelivered, because the keys of mails prevent duplicates. */
const MAILS_KEPT_MS = 45 * DAY_MS;
/** Retention of contacts after their last change; covers the limitation period of claims. */
const CONTACTS_KEPT_MS = 730 * DAY_MS;
/** Retention of the last mail of a deleted account: none of the account's data may remain. */
const LAST_MAILS_KEPT_MS = 3_600_000;

/** Rows that have passed their retention period, by table. */
export function expiredRows(now: Date): Expired[] {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const past = (table: string, key: string, where: string, value: Date | number = now): Expired => ({
    table,
    key,
    where,
    values: [value],
  });
  const mailsUntil = before(MAILS_KEPT_MS);
  const lastMail = 'user_id IS NULL AND coalesce(sent_at, given_up_at) < $1';
  const settledNotice = 'since < $1 AND was_theirs = is_theirs';
  return [
    past('sessions', 'sid', 'expire <= $1'),
    past('api_tokens', 'id', 'expires_at <= $1'),
    past('rate_limits', 'key', 'expire < $1', now.getTime()),
    past('known_addresses', 'key', 'expire <= $1'),
    past('used_challenges', 'hash', 'expire <= $1'),
    past('outgoing_emails', 'id', 'sent_at < $1', mailsUntil),
    past('outgoing_emails', 'id', 'given_up_at < $1', mailsUntil),
    past('outgoing_emails', 'id', 'held AND created_at < $1', mailsUntil),
    past('approvals', 'id', 'expires_at < $1', before(APPROVALS_KEPT_MS)),
    // Requests that were not handled for a day: a mail would be confusing now.
    past('reset_requests', 'email', 'asked_at <= $1', before(DAY_MS)),
    past('sign_in_requests', 'email', 'asked_at <= $1', before(DAY_MS)),
    past('mail_tokens', 'hash', 'expire <= $1'),
    past('outgoing_emails', 'id', lastMail, before(LAST_MAILS_KEPT_MS)),
    past('contacts', 'number', 'changed_at < $1', before(CONTACTS_KEPT_MS)),
    // Events older than a day cause no mail, so the notices that they would be merged with are not needed.
    past('assignment_notices', 'operator_id, registration_id', settledNotice, before(2 * DAY_MS)),
  ];
}
