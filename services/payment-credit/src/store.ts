import { type Db, openDb } from '@g2/kit/store';
import { type Prisma, PrismaClient } from '#prisma';

export type Tx = Prisma.TransactionClient;
export type Database = Db<PrismaClient, Tx>;

/** Opens this service's database; one pool for Prisma and plain SQL. */
export const openStore = (config: { DATABASE_URL: string; DATABASE_POOL: number }): Database =>
  openDb<PrismaClient, Tx>(
    config.DATABASE_URL,
    config.DATABASE_POOL,
    (adapter) => new PrismaClient({ adapter }),
  );

export type Page = { limit: number; offset: number };
