import { claimDue } from '@g2/kit/claim';
import type { Database } from '@g2/kit/database';
import { emit } from '@g2/kit/outbox';
import type { PageBounds } from '@g2/terms/pages';
import type { Selectable } from 'kysely';
import type { DB } from '#tables';
import { fileInspectedEvent } from '../announce.ts';
import type { EntryLocation } from '../archive/directory.ts';
import type { Inspection } from '../archive/inspect.ts';

/** Rows per INSERT: PostgreSQL allows 65,535 parameters. */
const BATCH = 5_000;

export type DueInspection = { objectKey: string; registrationId: string; size: number; tries: number };

/** `problem`: error code. */
export type Outcome = { inspection: Inspection } | { problem: string };

const FILE = ['path', 'size', 'sha256', 'language', 'warning', 'isText'] as const;
type ManifestFile = Pick<Selectable<DB['manifestFiles']>, (typeof FILE)[number]>;

const QUEUE = { table: 'inspections', key: 'objectKey', dueAt: 'dueAt', attempts: 'tries' } as const;

export const inspectionsIn = (db: Database<DB>) => ({
  /** Schedules attached objects without an inspection, also those from older versions. */
  async adopt(now: Date): Promise<void> {
    const unseen = db
      .selectFrom('objects')
      .select((of) => ['key', 'registrationId', of.val(now).as('dueAt')])
      .where('state', '=', 'attached')
      .where('registrationId', 'is not', null)
      .where((of) =>
        of.not(
          of.exists(
            of.selectFrom('inspections').select('objectKey').whereRef('objectKey', '=', 'objects.key'),
          ),
        ),
      );
    await db
      .insertInto('inspections')
      .columns(['objectKey', 'registrationId', 'dueAt'])
      .expression(unseen)
      .onConflict((on) => on.doNothing())
      .execute();
  },

  /** Leases the most overdue inspection for `leaseMs`. */
  async take(now: Date, leaseMs: number): Promise<DueInspection | undefined> {
    const row = await claimDue(db, QUEUE, now, leaseMs)
      .returning((of) => [
        'objectKey',
        'registrationId',
        'tries',
        of.selectFrom('objects').select('size').whereRef('key', '=', 'inspections.objectKey').as('size'),
      ])
      .executeTakeFirst();
    return row && { ...row, size: Number(row.size ?? 0) };
  },

  /** Stores the outcome and emits its event, once. */
  finish: ({ objectKey, registrationId }: DueInspection, outcome: Outcome, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      const found = 'inspection' in outcome ? outcome.inspection : undefined;
      const problem = 'problem' in outcome ? outcome.problem : null;
      const kept = await tx
        .updateTable('inspections')
        .set({
          dueAt: null,
          inspectedAt: now,
          problem,
          ...(found && {
            files: found.files,
            bytes: found.bytes,
            languages: JSON.stringify(found.languages),
            warnings: JSON.stringify(found.warnings),
            root: found.root,
          }),
        })
        .where('objectKey', '=', objectKey)
        .where('dueAt', 'is not', null)
        .returning((of) =>
          of
            .selectFrom('objects')
            .select('sha256')
            .whereRef('key', '=', 'inspections.objectKey')
            .as('sha256'),
        )
        .executeTakeFirst();
      if (!kept) return;
      const rows = (found?.entries ?? []).map(({ place, ...file }, index) => ({
        objectKey,
        index,
        ...file,
        place: JSON.stringify(place),
      }));
      for (let at = 0; at < rows.length; at += BATCH)
        await tx
          .insertInto('manifestFiles')
          .values(rows.slice(at, at + BATCH))
          .execute();
      await emit(tx, [
        fileInspectedEvent(
          { objectKey, registrationId, sha256: kept.sha256 ?? '' },
          found,
          problem ?? undefined,
        ),
      ]);
    }),

  async putOff({ objectKey }: DueInspection, until: Date): Promise<void> {
    await db
      .updateTable('inspections')
      .set({ dueAt: until })
      .where('objectKey', '=', objectKey)
      .where('dueAt', 'is not', null)
      .execute();
  },

  /** Undefined until the object is inspected. */
  async find(objectKey: string): Promise<{ problem: string | null; size: number } | undefined> {
    const row = await db
      .selectFrom('inspections')
      .innerJoin('objects', 'objects.key', 'inspections.objectKey')
      .select(['problem', 'size'])
      .where('objectKey', '=', objectKey)
      .where('inspectedAt', 'is not', null)
      .executeTakeFirst();
    return row && { problem: row.problem, size: Number(row.size ?? 0) };
  },

  async list(
    objectKey: string,
    prefix: string,
    { limit, offset }: PageBounds,
  ): Promise<{ items: ManifestFile[]; total: number }> {
    const under = db
      .selectFrom('manifestFiles')
      .where('objectKey', '=', objectKey)
      .$if(prefix !== '', (all) =>
        all.where((of) => of(of.fn('starts_with', ['path', of.val(prefix)]), '=', true)),
      );
    const [items, counted] = await Promise.all([
      under.select(FILE).orderBy('index').limit(limit).offset(offset).execute(),
      under.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ]);
    return { items, total: Number(counted.total) };
  },

  /** The file with a path; the first one in manifest order if the path is duplicate. */
  file: (objectKey: string, path: string): Promise<(ManifestFile & { place: EntryLocation }) | undefined> =>
    db
      .selectFrom('manifestFiles')
      .select([...FILE, 'place'])
      .$narrowType<{ place: EntryLocation }>()
      .where('objectKey', '=', objectKey)
      .where('path', '=', path)
      .orderBy('index')
      .limit(1)
      .executeTakeFirst(),

  /** All files, in manifest order. */
  manifest: (objectKey: string): Promise<{ path: string; size: number; sha256: string | null }[]> =>
    db
      .selectFrom('manifestFiles')
      .select(['path', 'size', 'sha256'])
      .where('objectKey', '=', objectKey)
      .orderBy('index')
      .execute(),
});
