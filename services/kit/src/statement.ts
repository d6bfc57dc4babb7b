import type { QueryExecutorProvider } from 'kysely';

/** A transaction on any service's tables, for kit's plain SQL. */
export type Tx = QueryExecutorProvider;
