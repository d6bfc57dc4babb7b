import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { CertificatesService } from '@g2/proto/certificate';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { depositOf, type RegistrationFacts, stateOf } from '../domain/certificate.ts';
import { newestCheckpoint } from '../log/store.ts';
import { bundleOf } from '../proof/bundle.ts';
import { recordLate } from './paid.ts';
import { evidenceOf, publicityOf, type StampRow, setPublicity, stampsOf } from './store.ts';

type Table = Pick<RpcTable<typeof CertificatesService>, 'getEvidence' | 'getProof' | 'setPublicity'>;

const NONE = 'Registro não encontrado';

/** Registration decides who may see a registration, and so its evidence. */
async function seen(deps: Deps, id: string, { token }: Call): Promise<RegistrationFacts> {
  if (!isUuid(id)) throw new AppError('not-found', { message: NONE });
  return deps.peers.certificateFacts(id, token);
}

export const evidenceRpcs = (deps: Deps): Table => ({
  getEvidence: {
    allow: signedIn,
    async run({ id }, call) {
      const file = depositOf(await seen(deps, id, call));
      if (file) await recordLate(deps, file);
      const { db } = deps.store;
      const [[first], certificate, publicity, tree] = await Promise.all([
        evidenceOf(db, id),
        deps.store.newest(id),
        publicityOf(db, id),
        newestCheckpoint(db),
      ]);
      const stamps = file ? await stampsOf(db, id, { file, document: certificate }) : [];
      return {
        recordedAt: first?.recordedAt,
        stamps: told(stamps),
        stampsPending: stamps.filter(({ answer }) => answer === null).length,
        log: first?.logIndex != null && tree ? { index: first.logIndex, treeSize: tree.size } : undefined,
        number: certificate?.number,
        status: certificate && stateOf(certificate),
        publicity: { registrationId: id, ...publicity },
      };
    },
  },
  getProof: {
    allow: signedIn,
    async run({ id }, call) {
      const deposit = depositOf(await seen(deps, id, call));
      if (!deposit) throw new AppError('certificate-not-available');
      await recordLate(deps, deposit);
      return { content: await bundleOf(deps, deposit), fileName: `prova_${id.slice(0, 8)}.zip` };
    },
  },
  setPublicity: {
    allow: signedIn,
    async run({ registrationId, title, holders }, call) {
      const { registration } = await seen(deps, registrationId, call);
      if (registration?.userId !== userOf(call.actor).id) throw new AppError('forbidden');
      await setPublicity(deps.store.db, registrationId, { title, holders });
      return { registrationId, title, holders };
    },
  },
});

/** Stamps that are there, for whoever reads. */
export const told = (stamps: readonly StampRow[]) =>
  stamps.flatMap(({ of, authority, time }) => (authority && time ? [{ of, authority, time }] : []));
