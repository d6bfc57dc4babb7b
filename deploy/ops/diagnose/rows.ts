import { schemaOf } from '@g2/kit/provision';
import { formatDuration, type Section } from './sources.ts';

type Waiting = { what: string; count: number; seconds: number };

const formatWaiting = ({ what, count, seconds }: Waiting): string =>
  `${what}: ${count}, the oldest for ${formatDuration(seconds)}`;

export const outbox: Section = async ({ sql }) => {
  const lines: string[] = [];
  for (const [service, schema] of Object.entries(schemaOf)) {
    const rows = await sql<Waiting>(
      `SELECT type AS what, count(*)::int AS count, extract(epoch FROM now() - min(created_at))::float8 AS seconds
       FROM ${schema}.outbox WHERE published_at IS NULL GROUP BY type ORDER BY 3 DESC LIMIT 20`,
    );
    lines.push(...rows.map((row) => `${service}: ${formatWaiting(row)}`));
  }
  return lines;
};

/** Webhook events of the last 24 hours that are not processed, by status, reason and verification. */
export const webhooks: Section = async ({ sql }) => {
  const rows = await sql<Waiting & { verified: boolean }>(
    `SELECT status || ' (' || coalesce(error_message, claim_fault, 'no reason') || ')' AS what, verified,
       count(*)::int AS count, extract(epoch FROM now() - min(received_at))::float8 AS seconds
     FROM payment.payment_webhook_events
     WHERE status <> 'processed' AND received_at > now() - interval '1 day'
     GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 20`,
  );
  return rows.map((row) => `${row.verified ? '' : 'REFUSED, '}${formatWaiting(row)}`);
};

/** A section with one line for each group of waiting rows. */
const waiting =
  (query: string): Section =>
  async ({ sql }) =>
    (await sql<Waiting>(query)).filter(({ count }) => count > 0).map(formatWaiting);

/** Captured payments that still have to be settled or refunded. The reconciler works on the same rows. */
export const payments = waiting(
  `SELECT status AS what, count(*)::int AS count,
     extract(epoch FROM now() - min(coalesce(captured_at, created_at)))::float8 AS seconds
   FROM payment.registration_payments WHERE status IN ('captured', 'giving_back') GROUP BY status`,
);

export const mails = waiting(
  `SELECT 'tried ' || attempts || ' times' AS what, count(*)::int AS count,
     extract(epoch FROM now() - min(created_at))::float8 AS seconds
   FROM identity.outgoing_emails WHERE sent_at IS NULL AND given_up_at IS NULL AND NOT held
   GROUP BY attempts ORDER BY attempts DESC`,
);

export const publicLog = waiting(
  `SELECT 'not in the public log, ' || kind AS what, count(*)::int AS count,
     extract(epoch FROM now() - min(recorded_at))::float8 AS seconds
   FROM certificate.evidence WHERE log_index IS NULL GROUP BY kind
   UNION ALL
   SELECT 'no time stamp of ' || authority_url, count(*)::int, extract(epoch FROM now() - min(asked_at))::float8
   FROM certificate.stamps WHERE answer IS NULL GROUP BY authority_url`,
);
