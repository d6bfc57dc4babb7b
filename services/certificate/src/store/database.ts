import type { Database as KitDatabase } from '@g2/kit/database';
import type { Transaction } from 'kysely';
import type { DB } from '#tables';

export type Database = KitDatabase<DB>;
export type Tx = Transaction<DB>;
