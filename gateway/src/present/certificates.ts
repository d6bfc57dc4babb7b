import type {
  FileCertificate,
  PublicCertificate as ProtoCertificate,
  Evidence as ProtoEvidence,
} from '@g2/proto/certificate';
import type { Evidence, PublicCertificate } from '../../contract/certificates.ts';
import type { Wide } from '../route.ts';
import { iso, present } from './common.ts';

export const presentCertificate = (it: ProtoCertificate): Wide<PublicCertificate> => ({
  ...present(it),
  holders: it.holders?.holders ?? null,
  versionNumber: it.versionNumber || 1,
  payment: presentDoubt(it),
});

export const presentFileCertificate = (it: FileCertificate) => ({
  ...present(it),
  payment: presentDoubt(it),
});

type Doubt = Pick<FileCertificate, 'paymentFlag' | 'paymentFlagSince'>;
const presentDoubt = ({ paymentFlag: flag, paymentFlagSince: since }: Doubt) =>
  flag && since ? { flag, since: iso(since) } : null;

export const presentEvidence = (registrationId: string, it: ProtoEvidence): Wide<Evidence> => ({
  ...present(it),
  registrationId,
  publicity: it.publicity ?? { title: false, holders: false },
});
