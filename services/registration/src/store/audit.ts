import { emit } from '@g2/kit/outbox';
import type { Act } from '@g2/terms/acts';
import { toAuditEvent } from '../announce.ts';
import type { Database } from '../store.ts';

/** Emits an audit entry for an act that changes no row here. */
export const emitAuditAct = (db: Database, act: Act): Promise<void> =>
  db.tx((tx) => emit(tx, [toAuditEvent(act)]));
