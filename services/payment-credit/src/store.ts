import { Database as KitDatabase } from '@g2/kit/database';
import { emit } from '@g2/kit/outbox';
import type { Act } from '@g2/terms/acts';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#tables';
import { announceAct, announceAlert } from './announce.ts';
import type { Alert } from './domain/decision.ts';

export type Database = KitDatabase<DB>;
export type Tx = Transaction<DB>;

export const openStore = (config: { DATABASE_URL: string; DATABASE_POOL: number }): Database =>
  new KitDatabase<DB>(config.DATABASE_URL, config.DATABASE_POOL);

/** True when nothing need be written. */
export const same = <Row extends object>(a: Row, b: Row): boolean => JSON.stringify(a) === JSON.stringify(b);

export const tellAdmins = (tx: Tx, alert: Alert): Promise<void> => emit(tx, [announceAlert(alert)]);

export const tellTrail = (tx: Tx, act: Act): Promise<void> => emit(tx, [announceAct(act)]);

export type Page = { limit: number; offset: number };

/** One array parameter for any number of values, including none. */
export const anyId = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
export const anyWord = <Word extends string>(words: readonly Word[]) => sql<Word>`any(${words}::text[])`;

/** The wait doubles with each try. @param baseMs the first wait @param maxMs the longest */
export const putOff = (tries: 'tries' | 'attempts', now: Date, baseMs: number, maxMs: number) =>
  sql<Date>`${now}::timestamptz
    + least(${baseMs}::float8 * 2 ^ least(${sql.ref(tries)}, 20), ${maxMs}) * interval '1 ms'`;
