import { facts } from '@g2/proto/facts';
import { sql } from 'kysely';
import type pg from 'pg';
import type { KeyRing } from './actor.ts';
import { isSignedByOwner, ownerOfType } from './envelope.ts';
import type { Subscription } from './events.ts';
import type { FeedClients } from './feed.ts';
import type { Logger } from './log.ts';
import type { OutboxRow, Tx } from './outbox.ts';

/** Names of the fields with text written by users, by event type. */
const TEXTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(facts).flatMap(({ type, texts }) => (texts.length > 0 ? [[type, texts] as const] : [])),
);
/** Key that marks event data from which the user texts were removed. */
const WITHOUT_TEXTS_KEY = 'withoutTexts';
const lacksTexts = (text: string): boolean =>
  text.includes(`"${WITHOUT_TEXTS_KEY}"`) &&
  (JSON.parse(text) as Record<string, unknown>)[WITHOUT_TEXTS_KEY] === true;

/** Removes user texts: NATS would keep them after account deletion. Consumers fetch the whole event (feed.ts). */
export function stripTexts(row: OutboxRow): OutboxRow {
  const texts = TEXTS.get(row.type) ?? [];
  const data = row.data as Record<string, unknown>;
  if (!texts.some((name) => name in data)) return row;
  const rest = Object.entries(data).filter(([name]) => !texts.includes(name));
  return { ...row, data: { ...Object.fromEntries(rest), [WITHOUT_TEXTS_KEY]: true } };
}

/** Retention of user texts after publication. identity sends no mail for older events (MAX_EVENT_AGE_MS). */
const KEPT = `interval '24 hours'`;
const BATCH = 5_000;
const TEXT_FIELD_NAMES = [...new Set([...TEXTS.values()].flat())];
const TEXT_FIELDS_JSON = JSON.stringify(Object.fromEntries(TEXTS));
/** SQL expression for the column `data` without its user texts. `all`: {@link TEXT_FIELDS_JSON} as jsonb. */
const dataWithoutTexts = (all: string) =>
  `(data - ARRAY(SELECT jsonb_array_elements_text(${all} -> type))) || '{"${WITHOUT_TEXTS_KEY}": true}'`;

/** Removes user texts from outbox rows that were published more than a day ago. */
export async function deleteExpiredTexts(pool: Pick<pg.Pool, 'query'>, signal?: AbortSignal): Promise<void> {
  for (let count = BATCH; count === BATCH && !signal?.aborted; ) {
    const { rowCount } = await pool.query(
      `UPDATE outbox SET data = ${dataWithoutTexts('$1::jsonb')} WHERE seq IN (
         SELECT seq FROM outbox WHERE published_at < now() - ${KEPT} AND $1::jsonb ? type AND data ?| $2::text[]
           AND NOT data ? '${WITHOUT_TEXTS_KEY}'
         LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [TEXT_FIELDS_JSON, TEXT_FIELD_NAMES],
    );
    count = rowCount ?? 0;
  }
}

/** Removes user texts so that no mail is sent. Skips published rows over two days old: housekeeping cleared them. */
export async function eraseTexts(
  tx: Tx,
  idField: 'registrationId' | 'userId',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const condition of ['published_at IS NULL', `published_at > now() - 2 * ${KEPT}`]) {
    await sql`UPDATE outbox SET data = ${sql.raw(dataWithoutTexts(`'${TEXT_FIELDS_JSON}'::jsonb`))}
      WHERE ${sql.raw(condition)} AND data->>${sql.lit(idField)} = ANY(${[...ids]}::text[])
        AND ${TEXT_FIELDS_JSON}::jsonb ? type`.execute(tx);
  }
}

type Parts = { keys: KeyRing; feeds: FeedClients; log: Logger };

/** Fetches removed texts before handling. After text retention, `needsTexts` decides whether the event is skipped. */
export function withTexts({ keys, feeds, log }: Parts, subscription: Subscription): Subscription {
  if (!subscription.needsTexts) return subscription;
  const { type } = subscription;
  const owner = ownerOfType(type);
  const fetchWholeEvent = async (id: string): Promise<string | undefined> => {
    const client = feeds.get(owner);
    if (!client) throw new Error(`${type} is consumed with its texts, and ${owner} has no address here`);
    const token = await keys.serviceToken(owner);
    const { events } = await client.getEvents({ ids: [id] }, { token });
    const found = events.find((one) => one.id === id && one.type === type);
    if (!found) return undefined;
    const { signature, traceparent: _, ...envelope } = found;
    if (!isSignedByOwner(keys, envelope, signature))
      throw new Error(`${type} of a feed not signed by its owner`);
    return lacksTexts(envelope.data) ? undefined : envelope.data;
  };
  return {
    ...subscription,
    async handle(text, delivery) {
      const whole = lacksTexts(text) ? await fetchWholeEvent(delivery.eventId) : text;
      if (whole !== undefined) return subscription.handle(whole, delivery);
      if (subscription.needsTexts === 'may') return subscription.handle(text, delivery);
      log.info({ type, eventId: delivery.eventId }, 'the texts of an event are kept no longer: no effect');
    },
  };
}
