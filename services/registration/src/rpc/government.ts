import { userOf } from '@g2/kit/actor';
import { type Call, staff } from '@g2/kit/grpc-server';
import { hashOf } from '@g2/kit/idempotency';
import { newId } from '@g2/kit/ids';
import { withoutNulls } from '@g2/kit/nulls';
import type { Government } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { foldProtocol, NO_GOVERNMENT_DATA } from '@g2/terms/government';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { registrationAct } from '../domain/audit-acts.ts';
import { dossierOf } from '../domain/dossier.ts';
import { assertCanEditStep, canEditStep, editStep } from '../domain/government.ts';
import { checkFileRoom, checkGovernmentFile } from '../domain/government-files.ts';
import { matchLines, parseLines } from '../domain/protocols.ts';
import { toStaffMessage, verdictOf } from '../present.ts';
import { changeStep, changesOf, findByProtocol, readStep } from '../store/government.ts';
import { addFile, listFiles, readFile, removeFile } from '../store/government-files.ts';
import { listHolders } from '../store/holders.ts';
import { findListed, findRegistration } from '../store/reads.ts';
import { findVisible, idOf } from './visible-registration.ts';

const noFile = (): AppError => new AppError('not-found', { message: 'Documento não encontrado' });

/** @throws AppError not-found */
async function shownStep({ db }: Deps, id: string, call: Call): Promise<Government> {
  const state = await findVisible(db, id, call);
  const [step, files, changes] = await Promise.all([
    readStep(db, state.id),
    listFiles(db, state.id),
    changesOf(db, state.id),
  ]);
  return {
    registrationId: state.id,
    ...withoutNulls(step),
    data: withoutNulls(step.data),
    files,
    changes: changes.map((change) => ({ ...change, fields: change.fields.map(withoutNulls) })),
    verdict: verdictOf(step.data, state.file),
    canEdit: canEditStep(state, userOf(call.actor)),
    proposedLanguages: state.file?.inspection?.contents?.languages.map(({ name }) => name) ?? [],
  };
}

export const governmentRpcs = (deps: Deps) => {
  const { db, clock } = deps;
  return {
    getGovernment: { allow: staff, run: ({ id }, call) => shownStep(deps, id, call) },
    setGovernment: {
      allow: staff,
      async run({ id, version, data }, call) {
        const caller = userOf(call.actor);
        const command = { version, data: data ?? NO_GOVERNMENT_DATA };
        await changeStep(db, idOf(id), (state, step) => editStep(state, step, caller, command, clock()));
        return shownStep(deps, id, call);
      },
    },
    getDossier: {
      allow: staff,
      async run({ id }, call) {
        const state = await findVisible(db, id, call);
        const [step, holders] = await Promise.all([readStep(db, state.id), listHolders(db, state.id)]);
        return { registrationId: state.id, ...withoutNulls(dossierOf(state, holders, step.data)) };
      },
    },
    findProtocols: {
      allow: staff,
      async run({ text }, call) {
        const asker = userOf(call.actor);
        const lines = parseLines(text, clock());
        const folded = lines.map(({ protocol }) => foldProtocol(protocol)).filter((one) => one !== '');
        const candidates = Map.groupBy(await findByProtocol(db, folded), (one) => one.folded);
        const judged = matchLines(lines, (one) => candidates.get(one) ?? [], asker.id);
        const listed = await findListed(
          db,
          judged.flatMap(({ ids }) => ids),
        );
        const byId = new Map(listed.map((one) => [one.state.id, one]));
        return {
          items: judged.map(({ line, outcome, ids }) => {
            const found = ids.flatMap((id) => byId.get(id) ?? []);
            const [only] = found;
            return {
              ...line,
              day: line.day ?? undefined,
              outcome,
              registration: outcome === 'found' && only ? toStaffMessage(only, asker) : undefined,
              titles: found.map(({ state }) => state.details.title),
            };
          }),
        };
      },
    },
    ...governmentFileRpcs(deps),
  } satisfies RegistrationRpcs;
};

const governmentFileRpcs = ({ db, clock }: Deps) =>
  ({
    addGovernmentFile: {
      allow: staff,
      async run({ id, ...given }, call) {
        const asker = userOf(call.actor);
        const registrationId = idOf(id);
        // Checks permission before the content; the transaction checks again.
        assertCanEditStep(await findRegistration(db, registrationId), asker);
        const content = Buffer.from(given.content);
        const checked = checkGovernmentFile({ ...given, content });
        const file = {
          ...checked,
          id: newId(),
          sha256: hashOf(content),
          content,
          addedBy: asker.id,
          addedAt: clock(),
        };
        const act = registrationAct(registrationId, 'government-file-added', asker.id, { kind: file.kind });
        return addFile(db, registrationId, file, act, (state, count) => {
          assertCanEditStep(state, asker);
          checkFileRoom(count);
        });
      },
    },
    removeGovernmentFile: {
      allow: staff,
      async run({ id, fileId }, call) {
        const asker = userOf(call.actor);
        const ref = { registrationId: idOf(id), id: idOf(fileId, noFile) };
        const act = registrationAct(ref.registrationId, 'government-file-removed', asker.id, {});
        const done = { by: asker.id, at: clock(), act };
        if (!(await removeFile(db, ref, done, (state) => void assertCanEditStep(state, asker))))
          throw noFile();
        return {};
      },
    },
    getGovernmentFile: {
      allow: staff,
      async run({ id, fileId }) {
        const found = await readFile(db, idOf(id), idOf(fileId, noFile));
        if (!found) throw noFile();
        const { content, ...file } = found;
        return { file, content };
      },
    },
  }) satisfies RegistrationRpcs;
