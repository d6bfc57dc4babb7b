import { CompiledQuery, type QueryExecutorProvider } from 'kysely';

/** A service's transaction, whatever its tables: kit's own are written by plain statements. */
export type Tx = QueryExecutorProvider;

/** Runs a statement in a transaction. @returns its rows, their columns in camelCase */
export const query = async <Row>(tx: Tx, text: string, ...values: unknown[]): Promise<Row[]> =>
  (await tx.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, values))).rows;

/** The same of a statement without rows. @returns how many rows it changed */
export async function execute(tx: Tx, text: string, ...values: unknown[]): Promise<number> {
  const { numAffectedRows } = await tx.getExecutor().executeQuery(CompiledQuery.raw(text, values));
  return Number(numAffectedRows ?? 0);
}
