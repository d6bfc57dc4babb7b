import type {
  FileCertificate,
  PublicCertificate as ProtoCertificate,
  Evidence as ProtoEvidence,
  VersionPlace as ProtoPlace,
  Stamp as ProtoStamp,
} from '@g2/proto/certificate';
import type { Evidence, PublicCertificate } from '../../contract/certificates.ts';
import type { Wide } from '../route.ts';
import { iso, isoOrNull, orNull } from './common.ts';

const presentStamp = ({ authority, time, of }: ProtoStamp) => ({ authority, time: iso(time), of });

export const presentCertificate = (it: ProtoCertificate): Wide<PublicCertificate> => ({
  number: it.number,
  status: it.status,
  title: orNull(it.title),
  holders: it.holders?.holders ?? null,
  sha256: it.sha256,
  sha512: orNull(it.sha512),
  fileName: it.fileName,
  fileSize: it.fileSize,
  depositedAt: iso(it.depositedAt),
  paidAt: isoOrNull(it.paidAt),
  issuedAt: iso(it.issuedAt),
  revokedAt: isoOrNull(it.revokedAt),
  reason: orNull(it.reason),
  supersededBy: orNull(it.supersededBy),
  stamps: it.stamps.map(presentStamp),
  log: orNull(it.log),
  versionNumber: it.versionNumber || 1,
  previous: presentPlace(it.previous),
  next: presentPlace(it.next),
  changes: orNull(it.changes),
  payment: presentDoubt(it),
});

export const presentFileCertificate = (it: FileCertificate) => ({
  number: it.number,
  status: it.status,
  issuedAt: iso(it.issuedAt),
  of: it.of,
  payment: presentDoubt(it),
});

type Doubt = Pick<FileCertificate, 'paymentFlag' | 'paymentFlagSince'>;
const presentDoubt = ({ paymentFlag: flag, paymentFlagSince: since }: Doubt) =>
  flag && since ? { flag, since: iso(since) } : null;

const presentPlace = (it: ProtoPlace | undefined) => (it ? { ...it, issuedAt: iso(it.issuedAt) } : null);

export const presentEvidence = (registrationId: string, it: ProtoEvidence): Wide<Evidence> => ({
  registrationId,
  recordedAt: isoOrNull(it.recordedAt),
  stamps: it.stamps.map(presentStamp),
  stampsPending: it.stampsPending,
  provableSince: it.provableSince
    ? { authority: it.provableSince.authority, time: iso(it.provableSince.time) }
    : null,
  log: orNull(it.log),
  number: orNull(it.number),
  status: orNull(it.status),
  publicity: { title: it.publicity?.title ?? false, holders: it.publicity?.holders ?? false },
  contents: it.contents ? { ...it.contents, log: orNull(it.contents.log) } : null,
});
