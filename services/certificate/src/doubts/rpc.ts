import { userOf } from '@g2/kit/actor';
import type { RpcTable } from '@g2/kit/grpc-server';
import type { CertificatesService, PublicCertificate } from '@g2/proto/certificate';
import { readCertificateNumber } from '@g2/terms/certificate-number';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { undefinedIfNotFound } from '../peers.ts';
import type { Row } from '../store.ts';
import { keepCertificate, undecidedCertificates } from './store.ts';

/** Rpcs for certificates with a refunded or disputed payment. An admin decides whether to revoke them. */
export const paymentFlagRpcs = (
  { store, peers, clock }: Deps,
  toPublicCertificate: (row: Row) => Promise<PublicCertificate>,
): Pick<RpcTable<typeof CertificatesService>, 'listDoubtful' | 'keepCertificate'> => {
  /** False when the flagged payment is a second one, or when the registration was deleted with its account. */
  const blocksCertificate = async ({ registrationId }: { registrationId: string }): Promise<boolean> =>
    (await peers.certificateFacts(registrationId).catch(undefinedIfNotFound))?.blocked ?? false;
  return {
    listDoubtful: {
      allow: ['admin'],
      async run() {
        const found = await undecidedCertificates(store.db);
        const blocking = await Promise.all(found.map(blocksCertificate));
        return { items: found.filter((_, index) => blocking[index]) };
      },
    },
    keepCertificate: {
      allow: ['admin'],
      async run({ number, reason }, { actor }) {
        const row = await store.byNumber(readCertificateNumber(number) ?? '');
        if (!row) throw new AppError('unknown-certificate');
        await keepCertificate(store.db, row, { adminId: userOf(actor).id, reason, now: clock() });
        return toPublicCertificate(row);
      },
    },
  };
};
