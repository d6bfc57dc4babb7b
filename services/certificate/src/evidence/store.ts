import { randomBytes } from 'node:crypto';
import { claimDue, type WorkQueue } from '@g2/kit/claim';
import { newId } from '@g2/kit/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import type { StampOptions } from '../authorities/authorities.ts';
import type { Database, Tx } from '../store/database.ts';
import { fileHash } from './domain/file-hash.ts';
import { commitmentOf, type EvidenceInput, type Kind, manifestOf } from './domain/manifest.ts';
import { contentsOf } from './store-contents.ts';

/** Stored evidence. Salt and manifest are null after erasure. */
export type StoredEvidence = {
  userId: string;
  kind: Kind;
  salt: Buffer | null;
  manifest: Buffer | null;
  commitment: Buffer;
  recordedAt: Date;
  logIndex: number | null;
};

/** Oldest first. */
export const evidenceOf = (db: Kysely<DB>, registrationId: string): Promise<StoredEvidence[]> =>
  db
    .selectFrom('evidence')
    .select(['userId', 'kind', 'salt', 'manifest', 'commitment', 'recordedAt', 'logIndex'])
    .where('registrationId', '=', registrationId)
    .orderBy('seq')
    .execute();

export type StampTarget = {
  of: 'file' | 'certificate' | 'checkpoint';
  algorithm: 'sha256' | 'sha512';
  hash: Buffer;
};

/** Adds evidence, to be appended to the log. The caller must hold the lock of `lockEvidence`. */
export async function addEvidence(
  tx: Tx,
  occasion: Omit<EvidenceInput, 'previous' | 'contents'>,
): Promise<void> {
  const { registrationId, userId, sha256 } = occasion.deposit;
  const before = (await evidenceOf(tx, registrationId)).at(-1);
  const contents = await contentsOf(tx, { registrationId, fileSha256: sha256 });
  const previous = before?.commitment.toString('hex') ?? null;
  const { kind, recordedAt } = occasion;
  await insertEvidence(tx, {
    registrationId,
    userId,
    kind,
    manifest: manifestOf({ ...occasion, contents, previous }),
    recordedAt,
  });
}

type Evidence = { registrationId: string; userId: string; kind: Kind; manifest: Buffer; recordedAt: Date };

export async function insertEvidence(tx: Tx, evidence: Evidence): Promise<void> {
  const salt = randomBytes(32);
  const commitment = commitmentOf(salt, evidence.manifest);
  await tx
    .insertInto('evidence')
    .values({ ...evidence, salt, commitment })
    .execute();
}

/** Locks a registration's evidence until the transaction ends, so that each new one names its predecessor. */
export async function lockEvidence(tx: Tx, registrationId: string): Promise<void> {
  void (await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`evidence:${registrationId}`}, 0))`.execute(
    tx,
  ));
}

/** Requests a stamp from every authority, once per hash of a registration. */
export async function requestStamps(
  tx: Tx,
  registrationId: string,
  { of, algorithm, hash }: StampTarget,
  { urls, now }: StampOptions,
): Promise<void> {
  if (urls.length === 0) return;
  const request = { registrationId, of, algorithm, hash, askedAt: now, dueAt: now };
  await tx
    .insertInto('stamps')
    .values(urls.map((authorityUrl) => ({ id: newId(), authorityUrl, ...request })))
    .onConflict((on) => on.columns(['registrationId', 'hash', 'authorityUrl']).doNothing())
    .execute();
}

/** Lease of a stamp request, ms; exceeds an authority's time-out. After a crash the request waits this long. */
const LEASE_MS = 20_000;
/** Maximum delay before a refused stamp is requested again, ms. */
const MAX_RETRY_MS = 3_600_000;

export type OutstandingStamp = StampTarget & { id: string; tries: number };

const outstandingOf = (url: string): WorkQueue<DB, 'stamps'> => ({
  table: 'stamps',
  key: 'id',
  dueAt: 'dueAt',
  attempts: 'tries',
  where: (stamp) => stamp.and([stamp('authorityUrl', '=', url), stamp('answer', 'is', null)]),
});

export const leaseOutstandingStamp = (
  db: Database,
  url: string,
  now: Date,
): Promise<OutstandingStamp | undefined> =>
  claimDue(db, outstandingOf(url), now, LEASE_MS)
    .returning(['id', 'of', 'algorithm', 'hash', 'tries'])
    .executeTakeFirst();

export async function saveStamp(
  db: Kysely<DB>,
  id: string,
  stamp: { answer: Buffer; authority: string; time: Date },
): Promise<void> {
  await db.updateTable('stamps').set(stamp).where('id', '=', id).where('answer', 'is', null).execute();
}

/** Reschedules a stamp: at once after an outage of the authority, with exponential back-off after refusals. */
export async function rescheduleStamp(
  db: Kysely<DB>,
  wanted: OutstandingStamp,
  now: Date,
  refused: boolean,
): Promise<void> {
  const wait = refused ? Math.min(15_000 * 2 ** Math.min(wanted.tries, 10), MAX_RETRY_MS) : 0;
  await db
    .updateTable('stamps')
    .set({ dueAt: new Date(now.getTime() + wait) })
    .where('id', '=', wanted.id)
    .where('answer', 'is', null)
    .execute();
}

/** The current file and its certificate. Stamps of replaced files and documents are left out. */
type StampTargets = { file: Parameters<typeof fileHash>[0]; document?: { sha256: string } | undefined };

/** Received and outstanding stamps; the received ones first, by time. */
export const stampsOf = (db: Kysely<DB>, registrationId: string, { file, document }: StampTargets) =>
  db
    .selectFrom('stamps')
    .select(['of', 'algorithm', 'hash', 'authority', 'time', 'answer'])
    .$narrowType<{ of: 'file' | 'certificate' }>()
    .where('registrationId', '=', registrationId)
    .where('hash', 'in', [fileHash(file).hash, ...(document ? [Buffer.from(document.sha256, 'hex')] : [])])
    .orderBy('time')
    .orderBy('authorityUrl')
    .execute();

export type StampRow = Awaited<ReturnType<typeof stampsOf>>[number];

/** Number of outstanding stamps and the oldest request, per authority. */
export const outstandingStamps = (db: Kysely<DB>) =>
  db
    .selectFrom('stamps')
    .select((row) => [
      'authorityUrl as url',
      row.fn.countAll<number>().as('owed'),
      row.fn.min('askedAt').as('oldest'),
    ])
    .where('answer', 'is', null)
    .groupBy('authorityUrl')
    .execute();

export type Publicity = { title: boolean; holders: boolean };

export async function publicityOf(db: Kysely<DB>, registrationId: string): Promise<Publicity> {
  const row = await db
    .selectFrom('publicity')
    .select(['title', 'holders'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirst();
  return row ?? { title: false, holders: false };
}

export async function setPublicity(db: Kysely<DB>, registrationId: string, wanted: Publicity): Promise<void> {
  await db
    .insertInto('publicity')
    .values({ registrationId, ...wanted })
    .onConflict((on) => on.column('registrationId').doUpdateSet(wanted))
    .execute();
}
