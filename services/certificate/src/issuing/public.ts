import { userOf } from '@g2/kit/actor';
import type { RpcTable } from '@g2/kit/grpc-server';
import type { CertificatesService, PublicCertificate } from '@g2/proto/certificate';
import { readCertificateNumber } from '@g2/terms/certificate-number';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { statusOf } from '../domain/certificate.ts';
import { publicHolder } from '../domain/public.ts';
import { undecidedFlag } from '../doubts/store.ts';
import { receivedStamps } from '../evidence/rpc.ts';
import { evidenceOf, publicityOf, stampsOf } from '../evidence/store.ts';
import { newestCheckpoint } from '../log/store.ts';
import { newestCertificateOf, nextVersionCertificate } from '../store/versions.ts';
import type { Row } from '../store.ts';
import { changesSincePrevious } from './changes.ts';

type Table = Pick<
  RpcTable<typeof CertificatesService>,
  'getPublicCertificate' | 'findByFile' | 'revokeCertificate'
>;

export const publicRpcs = (deps: Deps): Table => ({
  getPublicCertificate: {
    allow: ['anyone'],
    async run({ number }) {
      const row = await deps.store.byNumber(readCertificateNumber(number) ?? '');
      if (!row) throw new AppError('unknown-certificate');
      return toPublicCertificate(deps, row);
    },
  },
  findByFile: {
    allow: ['anyone'],
    async run({ sha256 }) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return { items: [] };
      const rows = await deps.store.byHash(sha256);
      const items = rows.map(async (row) => {
        const doubt = await openFlagOf(deps, row.registrationId);
        return {
          number: row.number,
          status: statusOf(row),
          issuedAt: row.issuedAt,
          of: row.facts.sha256 === sha256 ? 'file' : 'certificate',
          paymentFlag: doubt?.flag ?? undefined,
          paymentFlagSince: doubt?.since,
        };
      });
      return { items: await Promise.all(items) };
    },
  },
  revokeCertificate: {
    allow: ['admin'],
    async run({ number, reason }, { actor, idempotency }) {
      const by = { reason, adminId: userOf(actor).id, now: deps.clock() };
      const row = await deps.store.revoke(readCertificateNumber(number) ?? '', by, idempotency);
      deps.wake();
      return toPublicCertificate(deps, row);
    },
  },
});

/** The public view of a certificate; contains title and holders only if the owner publishes them. */
export async function toPublicCertificate(deps: Deps, row: Row): Promise<PublicCertificate> {
  const { db } = deps.store;
  const { facts, registrationId } = row;
  const [shown, chain, stamps, evidence, tree, doubt] = await Promise.all([
    publicityOf(db, registrationId),
    chainOf(deps, row),
    stampsOf(db, registrationId, { file: facts, document: row }),
    evidenceOf(db, registrationId),
    newestCheckpoint(db),
    openFlagOf(deps, registrationId),
  ]);
  // Certificates of earlier releases lack `depositedAt`; the certificate that supersedes them has it.
  const newest = facts.depositedAt ? row : await deps.store.newest(registrationId);
  const depositedAt = newest?.facts.depositedAt ?? facts.createdAt;
  const entry = evidence.findLast(({ logIndex }) => logIndex !== null);
  return {
    number: row.number,
    status: statusOf(row),
    title: shown.title ? facts.title : undefined,
    holders: shown.holders ? { holders: facts.holders.map(publicHolder) } : undefined,
    sha256: facts.sha256,
    sha512: facts.sha512 ?? undefined,
    fileName: facts.fileName,
    fileSize: facts.fileSize,
    depositedAt: new Date(depositedAt),
    paidAt: facts.paidAt === null ? undefined : new Date(facts.paidAt),
    issuedAt: row.issuedAt,
    revokedAt: row.revokedAt ?? undefined,
    reason: row.reason ?? undefined,
    supersededBy: row.supersededBy ?? undefined,
    stamps: receivedStamps(stamps),
    log: entry?.logIndex != null && tree ? { index: entry.logIndex, treeSize: tree.size } : undefined,
    paymentFlag: doubt?.flag ?? undefined,
    paymentFlagSince: doubt?.since,
    ...chain,
  };
}

/** The flag, if registration confirms that it blocks the certificate. Calls registration only for a flag. */
async function openFlagOf({ store, peers }: Deps, registrationId: string) {
  const doubt = await undecidedFlag(store.db, registrationId);
  if (doubt === undefined) return undefined;
  const known = await peers.certificateFacts(registrationId).catch(() => undefined);
  return known?.blocked ? doubt : undefined;
}

/** Position in the chain of versions, and file changes since the previous version. */
async function chainOf(deps: Deps, { registrationId, facts }: Row) {
  const { db } = deps.store;
  const { versionNumber = 1, previousId } = facts;
  const [previous, next, changes] = await Promise.all([
    previousId ? newestCertificateOf(db, previousId) : undefined,
    nextVersionCertificate(db, registrationId),
    previousId ? changesSincePrevious(deps, registrationId) : undefined,
  ]);
  return { versionNumber, previous, next, changes: changes ?? undefined };
}
