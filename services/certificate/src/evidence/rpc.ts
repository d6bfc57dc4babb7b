import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { CertificatesService, Stamp } from '@g2/proto/certificate';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { proofDownloadedAct } from '../domain/acts.ts';
import { depositOf, type RegistrationFacts, statusOf } from '../domain/certificate.ts';
import { newestCheckpoint } from '../log/store.ts';
import { stampedCheckpointOver } from '../log/store-checkpoint-stamps.ts';
import { bundleOf } from './bundle.ts';
import { evidenceOfFile, parseFile } from './domain/manifest.ts';
import { recordMissing } from './recording.ts';
import {
  evidenceOf,
  publicityOf,
  type StampRow,
  type StoredEvidence,
  setPublicity,
  stampsOf,
} from './store.ts';

type Table = Pick<RpcTable<typeof CertificatesService>, 'getEvidence' | 'getProof' | 'setPublicity'>;

const NOT_FOUND_TEXT = 'Registro não encontrado';

/** The registration service authorises the caller, also for access to the evidence. */
async function authorizedFacts(deps: Deps, id: string, { token }: Call): Promise<RegistrationFacts> {
  if (!isUuid(id)) throw new AppError('not-found', { message: NOT_FOUND_TEXT });
  return deps.peers.certificateFacts(id, token);
}

export const evidenceRpcs = (deps: Deps): Table => ({
  getEvidence: {
    allow: signedIn,
    scopes: ['certificates:read'],
    async run({ id }, call) {
      const file = depositOf(await authorizedFacts(deps, id, call));
      if (file) await recordMissing(deps, file);
      const { db } = deps.store;
      const [written, certificate, publicity, tree] = await Promise.all([
        evidenceOf(db, id),
        deps.store.newest(id),
        publicityOf(db, id),
        newestCheckpoint(db),
      ]);
      const place = (entry: StoredEvidence | undefined) =>
        entry?.logIndex != null && tree ? { index: entry.logIndex, treeSize: tree.size } : undefined;
      const [first] = file ? evidenceOfFile(written, file.sha256) : [];
      const arrival = first?.logIndex == null ? undefined : await stampedCheckpointOver(db, first.logIndex);
      const stamps = file ? await stampsOf(db, id, { file, document: certificate }) : [];
      return {
        recordedAt: first?.recordedAt,
        stamps: receivedStamps(stamps),
        stampsPending: stamps.filter(({ answer }) => answer === null).length,
        log: place(first),
        number: certificate?.number,
        status: certificate && statusOf(certificate),
        publicity: { registrationId: id, ...publicity },
        provableSince: earliestOf([
          ...(arrival?.stamps ?? []).map(({ authority, time }) => ({ authority, time, of: 'checkpoint' })),
          ...receivedStamps(stamps).filter(({ of }) => of === 'file'),
        ]),
        contents: file && contentsInEvidence(written, file.sha256, place),
      };
    },
  },
  getProof: {
    allow: signedIn,
    scopes: ['certificates:read'],
    async run({ id }, call) {
      const known = await authorizedFacts(deps, id, call);
      const deposit = depositOf(known);
      if (!deposit) throw new AppError('certificate-not-available');
      await recordMissing(deps, deposit);
      const content = await bundleOf(deps, deposit);
      // Recorded last, so that a refused download is not: past the caller's deadline, the transaction fails.
      const callerId = userOf(call.actor).id;
      if (known.registration?.userId !== callerId) await deps.store.tell(proofDownloadedAct(id, callerId));
      return { content, fileName: `prova_${id.slice(0, 8)}.zip` };
    },
  },
  setPublicity: {
    allow: signedIn,
    async run({ registrationId, title, holders }, call) {
      const { registration } = await authorizedFacts(deps, registrationId, call);
      if (registration?.userId !== userOf(call.actor).id) throw new AppError('forbidden');
      await setPublicity(deps.store.db, registrationId, { title, holders });
      return { registrationId, title, holders };
    },
  },
});

const earliestOf = (stamps: readonly Stamp[]): Stamp | undefined =>
  stamps.toSorted((a, b) => Number(a.time) - Number(b.time))[0];

/** Contents of the file from the first evidence that states them, with the log position of that evidence. */
function contentsInEvidence<P>(
  written: readonly StoredEvidence[],
  sha256: string,
  place: (entry: StoredEvidence) => P,
) {
  for (const entry of written) {
    const said = entry.manifest && parseFile(entry.manifest);
    if (said && said.sha256 === sha256 && said.contents) return { ...said.contents, log: place(entry) };
  }
  return undefined;
}

export const receivedStamps = (stamps: readonly StampRow[]) =>
  stamps.flatMap(({ of, authority, time }) => (authority && time ? [{ of, authority, time }] : []));
