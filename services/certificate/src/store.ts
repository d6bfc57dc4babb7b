import { createHash } from 'node:crypto';
import { claimDue } from '@g2/kit/claim';
import { Database } from '@g2/kit/database';
import type { Delivery } from '@g2/kit/events';
import { type Idempotency, runIdempotent } from '@g2/kit/idempotency';
import { newId } from '@g2/kit/ids';
import { claimDelivery } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import { Id } from '@g2/proto/common';
import type { Act } from '@g2/terms/acts';
import { AppError } from '@g2/terms/errors';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '#tables';
import { toAuditEvent, toEvents } from './announce.ts';
import type { StampOptions } from './authorities/authorities.ts';
import { certificateAct } from './domain/acts.ts';
import {
  completeStatement,
  type IssueDecision,
  type Level,
  revokeCertificate,
  type StoredStatement,
} from './domain/certificate.ts';
import { addEvidence, lockEvidence, requestStamps } from './evidence/store.ts';
import { ensureDeposit } from './evidence/store-deposits.ts';
import type { Tx } from './store/database.ts';

export type Store = ReturnType<typeof openStore>;

/** Lease of a document for an upgrade, ms; exceeds the duration of the upgrade. */
const RETRY_MS = 30_000;

const UPGRADES = { table: 'certificates', key: 'id', dueAt: 'dueAt', attempts: 'tries' } as const;

const COLUMNS = [
  'registrationId',
  'userId',
  'number',
  'version',
  'supersedes',
  'supersededBy',
  'facts',
  'sha256',
  'signedBytes',
  'level',
  'issuedAt',
  'revokedAt',
  'reason',
] as const;

/** A certificate without its PDF. `signedBytes`: PDF size at issue; null when issued by an earlier release. */
export type Row = Pick<Selectable<DB['certificates']>, (typeof COLUMNS)[number]> & { facts: StoredStatement };

const certificates = (db: Kysely<DB>) =>
  db.selectFrom('certificates').select(COLUMNS).$narrowType<{ facts: StoredStatement }>();

type SignedDocument = { pdf: Buffer; level: Level };

export function openStore(config: { DATABASE_URL: string; DATABASE_POOL: number }) {
  const db = new Database<DB>(config.DATABASE_URL, config.DATABASE_POOL);
  return {
    db,

    /** Adds an audit trail entry without any other change. */
    tell: (act: Act): Promise<void> => db.tx((tx) => emit(tx, [toAuditEvent(act)])),

    newest: (registrationId: string): Promise<(Row & { pdf: Buffer }) | undefined> =>
      certificates(db)
        .select('pdf')
        .where('registrationId', '=', registrationId)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Finds the registration of a certificate number; the number's final characters may be missing. */
    async findByNumber(number: string): Promise<string | undefined> {
      if (!/^G2-\d{4}-\d{6,}(-[0-9A-F]{4}(-[0-9A-Z])?)?$/.test(number)) return undefined;
      const found = db
        .selectFrom('certificates')
        .select('registrationId')
        .where((where) => where.or([where('number', '=', number), where('number', 'like', `${number}-%`)]))
        .limit(1);
      return (await found.executeTakeFirst())?.registrationId;
    },

    byNumber: (number: string): Promise<Row | undefined> =>
      certificates(db).where('number', '=', number).executeTakeFirst(),

    /** Certificates of the file or PDF with this hash, newest first, at most 20. */
    byHash: (sha256: string): Promise<Row[]> =>
      certificates(db)
        .where((where) => where.or([where('fileSha256', '=', sha256), where('sha256', '=', sha256)]))
        .orderBy('issuedAt', 'desc')
        .orderBy('version', 'desc')
        .limit(20)
        .execute(),

    async nextSequence(): Promise<number> {
      const { rows } = await sql<{ next: number }>`SELECT nextval('certificate_numbers') AS next`.execute(db);
      return rows[0]?.next ?? 0;
    },

    /** Stores certificate, evidence and event. Returns false when the registration already has this version. */
    issue: (decision: IssueDecision, { now, urls }: StampOptions, delivery?: Delivery): Promise<boolean> =>
      db.tx(async (tx) => {
        if (delivery && !(await claimDelivery(tx, delivery))) return false;
        const { number, version, supersedes, statement, sha256, pdf, level } = decision.next;
        const { issuedAt, preceding: _preceding, ...deposit } = statement;
        const { registrationId, userId } = deposit;
        await lockEvidence(tx, registrationId);
        const inserted = await tx
          .insertInto('certificates')
          .values({
            id: newId(),
            registrationId,
            userId,
            number,
            version,
            supersedes,
            sha256,
            pdf,
            signedBytes: pdf.length,
            level,
            // The upgrade loop adds missing stamps and revocation lists.
            dueAt: isWhole(level) ? null : now,
            facts: statement,
            issuedAt,
          })
          .onConflict((on) => on.doNothing())
          .executeTakeFirst();
        if (inserted.numInsertedOrUpdatedRows === 0n) return false;
        if (supersedes !== null) {
          await tx
            .updateTable('certificates')
            .set({ supersededBy: number })
            .where('number', '=', supersedes)
            .execute();
        }
        await ensureDeposit(tx, deposit, { now, urls });
        const document = { number, supersedes, sha256, bytes: pdf.length };
        const occasion = { kind: 'certified', deposit: statement, document, revoked: null } as const;
        await addEvidence(tx, { ...occasion, recordedAt: now });
        if (isWhole(level)) await stampDocument(tx, registrationId, sha256, { now, urls });
        await emit(tx, toEvents(decision));
        return true;
      }),

    /** Leases the incomplete document with the most overdue upgrade, for RETRY_MS. */
    takeLacking: (now: Date): Promise<{ number: string; pdf: Buffer } | undefined> =>
      claimDue(db, UPGRADES, now, RETRY_MS).returning(['number', 'pdf']).executeTakeFirst(),

    /** Stores an upgraded document. Requests stamps of it once it is complete. */
    raise: (number: string, { pdf, level }: SignedDocument, doing: StampOptions): Promise<void> =>
      db.tx(async (tx) => {
        const sha256 = createHash('sha256').update(pdf).digest('hex');
        const updated = await tx
          .updateTable('certificates')
          .set({ pdf, sha256, level, ...(isWhole(level) ? { dueAt: null } : {}) })
          .where('number', '=', number)
          .where('dueAt', 'is not', null)
          .returning('registrationId')
          .executeTakeFirst();
        if (updated && isWhole(level)) await stampDocument(tx, updated.registrationId, sha256, doing);
      }),

    /** Also records evidence; idempotent. @throws AppError unknown-certificate, already-revoked */
    revoke: (number: string, by: Revocation, idempotency: Idempotency | undefined): Promise<Row> =>
      db.tx(async (tx) => {
        await runIdempotent(tx, idempotency, Id, async () => {
          await revokeIn(tx, number, by);
          return { id: number };
        });
        return certificates(tx).where('number', '=', number).executeTakeFirstOrThrow();
      }),
  };
}

type Revocation = { reason: string; adminId: string; now: Date };

async function revokeIn(tx: Tx, number: string, { reason, adminId, now }: Revocation): Promise<void> {
  const row = await certificates(tx).where('number', '=', number).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('unknown-certificate');
  if (row.revokedAt) throw new AppError('already-revoked');
  await lockEvidence(tx, row.registrationId);
  const revoked = { revokedAt: now, revokedBy: adminId, reason };
  await tx.updateTable('certificates').set(revoked).where('number', '=', number).execute();
  const occasion = { kind: 'revoked', deposit: completeStatement(row.facts), document: null } as const;
  await addEvidence(tx, { ...occasion, revoked: { number, reason }, recordedAt: now });
  await emit(tx, [
    ...toEvents(revokeCertificate({ number, statement: row.facts }, reason, row.supersededBy !== null)),
    toAuditEvent(certificateAct('certificate-revoked', number, adminId)),
  ]);
}

/** True when no upgrade is due: the document has the highest level, or is permanently unsigned. */
const isWhole = (level: Level): boolean => level === 'B-LTA' || level === 'none';

const stampDocument = (tx: Tx, registrationId: string, sha256: string, doing: StampOptions): Promise<void> =>
  requestStamps(
    tx,
    registrationId,
    { of: 'certificate', algorithm: 'sha256', hash: Buffer.from(sha256, 'hex') },
    doing,
  );
