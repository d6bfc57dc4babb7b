import { newId } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { AppError } from '@g2/terms/errors';
import { foldProtocol } from '@g2/terms/government';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import { toAuditEvent } from '../announce.ts';
import { type FieldChange, type GovernmentStep, NO_STEP, type StepChange } from '../domain/government.ts';
import type { ProtocolMatch } from '../domain/protocols.ts';
import type { Registration } from '../domain/registration.ts';
import { type Database, lockRegistration, type Tx } from '../store.ts';
import { anyOf } from './rows.ts';

export async function readStep(db: Kysely<DB>, registrationId: string): Promise<GovernmentStep> {
  const row = await db
    .selectFrom('governmentSteps')
    .select(['version', 'data', 'updatedBy', 'updatedAt'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirst();
  // Fields added by a later release are empty in older rows.
  return row ? { ...row, data: { ...NO_STEP.data, ...row.data } } : NO_STEP;
}

export const changeStep = (
  db: Database,
  id: string,
  decide: (state: Registration | null, step: GovernmentStep) => StepChange | null,
): Promise<void> =>
  db.tx(async (tx) => {
    const state = await lockRegistration(tx, id);
    await saveStep(tx, id, decide(state, await readStep(tx, id)));
  });

/** Writes row, history and audit act. The caller holds the registration's lock. */
export async function saveStep(tx: Tx, registrationId: string, change: StepChange | null): Promise<void> {
  if (change === null) return;
  const { next, changes, act, by, at } = change;
  const row = {
    version: next.version,
    data: next.data,
    protocolFolded: foldProtocol(next.data.protocol ?? '') || null,
    updatedBy: by,
    updatedAt: at,
  };
  const written = await tx
    .insertInto('governmentSteps')
    .values({ registrationId, ...row })
    .onConflict((on) =>
      on
        .column('registrationId')
        .doUpdateSet(row)
        .where('governmentSteps.version', '=', next.version - 1),
    )
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 1n) throw new AppError('conflict');
  await insertChange(tx, registrationId, changes, by, at);
  await emit(tx, [toAuditEvent(act)]);
}

/** Casts explicitly, since the driver would convert a list to a PostgreSQL array. */
const asJson = <T>(value: T) => sql<T>`${JSON.stringify(value)}::jsonb`;

export const insertChange = (
  tx: Tx,
  registrationId: string,
  fields: FieldChange[],
  changedBy: string,
  changedAt: Date,
) =>
  tx
    .insertInto('governmentChanges')
    .values({ id: newId(), registrationId, fields: asJson(fields), changedBy, changedAt })
    .execute();

/** Maximum history entries per response, since a remark has up to 20 KB, before and after a change. */
const MAX_CHANGES = 30;

export const changesOf = (db: Database, registrationId: string) =>
  db
    .selectFrom('governmentChanges')
    .select(['fields', 'changedBy', 'changedAt'])
    .where('registrationId', '=', registrationId)
    .orderBy('changedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CHANGES)
    .execute();

export const findByProtocol = (
  db: Database,
  folded: readonly string[],
): Promise<(ProtocolMatch & { folded: string | null })[]> =>
  db
    .selectFrom('governmentSteps as g')
    .innerJoin('registrations as r', 'r.id', 'g.registrationId')
    .select(['r.id', 'r.status', 'r.userId', 'g.protocolFolded as folded'])
    .select(sql<string | null>`g.data ->> 'filedOn'`.as('filedOn'))
    .where('g.protocolFolded', '=', anyOf(folded))
    .orderBy('r.id')
    .execute();
