import type { Database } from '@g2/kit/database';
import { type ErrorCode, isErrorCode } from '@g2/terms/errors';
import type { Selectable } from 'kysely';
import type { DB } from '#tables';
import { type MultipartState, NO_PROGRESS, type Progress } from '../objects/objects.ts';
import type { UploadTicket } from '../tickets.ts';

/** `size` in bytes. */
export type StoredObject = { key: string; sha256: string; sha512: string; size: number; entries: number };

type NewObject = StoredObject & {
  /** Declared unpacked size, bytes. */
  unpacked: number;
  createdAt: Date;
};

/** Facts of an upload that are known before its first byte. */
type Announced = { objectKey: string; size?: number; declaredSha256?: string | undefined };

const UPLOAD = ['objectKey', 'state', 'size', 'offset', 'declaredSha256', 'refusal'] as const;

const uploadOf = (row: Pick<Selectable<DB['uploads']>, (typeof UPLOAD)[number]>) => ({
  ...row,
  size: row.size === null ? null : Number(row.size),
  offset: Number(row.offset),
  refusal: row.refusal !== null && isErrorCode(row.refusal) ? row.refusal : null,
});

/** `size` and `offset` in bytes. */
export type Upload = ReturnType<typeof uploadOf>;

export const uploadsIn = (db: Database<DB>) => ({
  /** False when the ticket was already used. */
  async claim(ticket: UploadTicket, announced: Announced, startedAt: Date): Promise<boolean> {
    const { jti, registrationId, userId } = ticket;
    const claimed = await db
      .insertInto('uploads')
      .values({ jti, registrationId, userId, ...announced, startedAt })
      .onConflict((on) => on.column('jti').doNothing())
      .executeTakeFirst();
    return claimed.numInsertedOrUpdatedRows === 1n;
  },

  async find(jti: string): Promise<Upload | undefined> {
    const row = await db.selectFrom('uploads').select(UPLOAD).where('jti', '=', jti).executeTakeFirst();
    return row && uploadOf(row);
  },

  /** Makes `writer` the only writer; undefined when the upload has ended. */
  async takeOver(jti: string, writer: string): Promise<(Upload & { progress: Progress }) | undefined> {
    const row = await db
      .updateTable('uploads')
      .set({ writer })
      .where('jti', '=', jti)
      .where('state', '=', 'receiving')
      .where('refusal', 'is', null)
      .returning([...UPLOAD, 'parts', 'tail'])
      .$narrowType<{ parts: MultipartState | null }>()
      .executeTakeFirst();
    if (!row) return undefined;
    const { parts, tail, ...rest } = row;
    const upload = uploadOf(rest);
    return { ...upload, progress: { offset: upload.offset, parts: parts ?? NO_PROGRESS.parts, tail } };
  },

  /** False when the upload has ended or has another writer. */
  async keep(jti: string, writer: string, { offset, parts, tail }: Progress): Promise<boolean> {
    const kept = await db
      .updateTable('uploads')
      .set({ offset, parts: JSON.stringify(parts), tail })
      .where('jti', '=', jti)
      .where('writer', '=', writer)
      .where('state', '=', 'receiving')
      .where('refusal', 'is', null)
      .executeTakeFirst();
    return kept.numUpdatedRows === 1n;
  },

  async isOurs(jti: string, writer: string): Promise<boolean> {
    const row = await db
      .selectFrom('uploads')
      .select('jti')
      .where('jti', '=', jti)
      .where('writer', '=', writer)
      .where('state', '=', 'receiving')
      .where('refusal', 'is', null)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Records a complete upload and its object. False when the upload already ended. */
  recordStored: ({ jti, registrationId }: UploadTicket, object: NewObject): Promise<boolean> =>
    db.tx(async (tx) => {
      const held = await tx
        .updateTable('uploads')
        .set({ state: 'stored', endedAt: object.createdAt, tail: null, parts: null })
        .where('jti', '=', jti)
        .where('state', '=', 'receiving')
        .executeTakeFirst();
      if (held.numUpdatedRows === 0n) return false;
      await tx
        .insertInto('objects')
        .values({ ...object, jti, registrationId, state: 'stored' })
        .execute();
      return true;
    }),

  async stored(jti: string): Promise<StoredObject | undefined> {
    const row = await db
      .selectFrom('objects')
      .select(['key', 'sha256', 'sha512', 'size', 'entries'])
      .where('jti', '=', jti)
      .where('state', 'in', ['stored', 'attached'])
      .executeTakeFirst();
    if (!row?.sha256 || !row.sha512) return undefined;
    const { key, sha256, sha512, size, entries } = row;
    return { key, sha256, sha512, size: Number(size), entries: entries ?? 0 };
  },

  async recordRefused(jti: string, refusal: ErrorCode, now: Date): Promise<void> {
    await db
      .updateTable('uploads')
      .set({ state: 'refused', endedAt: now, refusal, tail: null, parts: null })
      .where('jti', '=', jti)
      .where('state', '=', 'receiving')
      .execute();
  },
});
