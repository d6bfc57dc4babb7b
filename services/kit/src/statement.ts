import type { QueryExecutorProvider } from 'kysely';

/** A service's transaction, whatever its tables: kit's own are written by plain statements. */
export type Tx = QueryExecutorProvider;
