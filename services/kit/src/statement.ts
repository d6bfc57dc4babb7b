import { CompiledQuery, type QueryExecutorProvider } from 'kysely';

/** A Prisma transaction client, for the services that have not left it yet. */
export type PrismaTx = {
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
};

/** A service's transaction, whatever its tables: kit's own are written by plain statements. */
export type Tx = QueryExecutorProvider | PrismaTx;

/** Runs a statement in a transaction. @returns the rows, their columns as the statement names them (no underscores) */
export async function query<Row>(tx: Tx, text: string, ...values: unknown[]): Promise<Row[]> {
  if ('$queryRawUnsafe' in tx) return await tx.$queryRawUnsafe<Row[]>(text, ...values);
  return (await tx.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

/** The same of a statement without rows. @returns how many rows it changed */
export async function execute(tx: Tx, text: string, ...values: unknown[]): Promise<number> {
  if ('$executeRawUnsafe' in tx) return await tx.$executeRawUnsafe(text, ...values);
  const { numAffectedRows } = await tx.getExecutor().executeQuery(CompiledQuery.raw(text, values));
  return Number(numAffectedRows ?? 0);
}
