import { userOf } from '@g2/kit/actor';
import type { RpcTable } from '@g2/kit/grpc-server';
import type { CertificatesService } from '@g2/proto/certificate';
import { readCertificateNumber } from '@g2/terms/certificate-number';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { toPublicCertificate } from '../issuing/public.ts';
import { undefinedIfNotFound } from '../peers.ts';
import { type FlaggedCertificate, keepCertificate, undecidedCertificates } from './store.ts';

type Table = Pick<RpcTable<typeof CertificatesService>, 'listDoubtful' | 'keepCertificate'>;

/** A returned payment needs an admin's decision; nothing is revoked automatically. */
export const paymentFlagRpcs = (deps: Deps): Table => {
  const { store, peers, clock } = deps;
  /** False for a flag of a second payment, and of a registration deleted with its account: the certificate stays. */
  const blocksCertificate = async ({ registrationId }: FlaggedCertificate): Promise<boolean> =>
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
        return toPublicCertificate(deps, row);
      },
    },
  };
};
