import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, staff } from '@g2/kit/grpc-server';
import { runIdempotent } from '@g2/kit/idempotency';
import { isUuid } from '@g2/kit/ids';
import { Id } from '@g2/proto/common';
import type {
  AssignOperatorRequest,
  OperatorActionRequest,
  Registration as RegistrationMessage,
  RegistrationsService,
} from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { checkSearch } from '@g2/terms/search';
import type { Deps } from '../deps.ts';
import { assign, nothingWaits } from '../domain/assignment.ts';
import { complete } from '../domain/government.ts';
import { checkJurisdiction } from '../domain/narrowing.ts';
import { act, changeStatus } from '../domain/status-machine.ts';
import {
  assignOperator,
  changeAndTake,
  type Heard,
  heardOf,
  takeNext,
  takeRegistration,
  unassignOperator,
} from '../store/assignments.ts';
import { assignedCounts } from '../store/figures.ts';
import { findByText } from '../store/found-by-text.ts';
import { readStep, saveStep } from '../store/government.ts';
import { applicantsOf, find, titlesOf } from '../store/reads.ts';
import { changeIn } from '../store.ts';
import { idOf, shown } from './seen.ts';

/** Maximum registrations per look-up by ids or titles. */
const MOST_FOUND = 500;

/** @throws AppError invalid-input */
function someIds(ids: string[]): string[] {
  if (ids.length > MOST_FOUND) throw new AppError('invalid-input');
  return ids.filter(isUuid);
}

const refused = (message: string): AppError =>
  new AppError('invalid-input', { message, fields: { operatorId: message } });

export const staffRpcs = (deps: Deps) => {
  const { db, clock } = deps;
  return {
    operatorAction: {
      allow: staff,
      async run(request, call) {
        const asker = userOf(call.actor);
        const id = idOf(request.id);
        const command = { ...request, expectedOperatorId: expectedIn(request) };
        const isStep = request.action !== 'add_notes';
        const heard = isStep ? await heardOfStaff(deps, asker.id).catch(() => null) : null;
        await db.tx((tx) =>
          runIdempotent(tx, call.idempotency, Id, async () => {
            await changeAndTake(tx, id, asker, heard, (state) => act(state, asker, command, clock()));
            return { id };
          }),
        );
        return shown(db, id, call);
      },
    },
    changeStatus: {
      allow: ['admin'],
      async run(request, call) {
        const asker = userOf(call.actor);
        const id = idOf(request.id);
        const { completedOn } = request;
        const now = clock();
        await db.tx((tx) =>
          runIdempotent(tx, call.idempotency, Id, async () => {
            const next = await changeIn(tx, id, (state) => changeStatus(state, asker, request, now));
            if (completedOn === undefined) return { id };
            const step = await readStep(tx, id);
            await saveStep(tx, id, complete(next, step, asker, completedOn, now));
            return { id };
          }),
        );
        return shown(db, id, call);
      },
    },
    assignOperator: {
      allow: ['admin'],
      run: (request, call) => assignRpc(deps, request, call),
    },
    unassignOperator: {
      allow: ['admin'],
      async run(request, call) {
        const id = idOf(request.id);
        await unassignOperator(db, id, userOf(call.actor).id, fromIn(request));
        return shown(db, id, call);
      },
    },
    ...takingRpcs(deps),
    findByText: {
      allow: staff,
      run: ({ search }) => findByText(db, checkSearch(search), MOST_FOUND),
    },
    getTitles: {
      allow: staff,
      run: async ({ ids }) => ({ items: await titlesOf(db, someIds(ids)) }),
    },
    getApplicants: {
      allow: ['admin'],
      run: async ({ ids }) => ({ items: await applicantsOf(db, someIds(ids)) }),
    },
    countAssignments: { allow: ['admin'], run: async () => ({ items: await assignedCounts(db) }) },
  } satisfies Partial<RpcTable<RegistrationsService>>;
};

const takingRpcs = (deps: Deps) => {
  const { db } = deps;
  return {
    takeRegistration: {
      allow: staff,
      async run(request, call) {
        const asker = userOf(call.actor);
        const id = idOf(request.id);
        await takeRegistration(db, id, asker, fromIn(request), await sureOfStaff(deps, asker.id));
        return shown(db, id, call);
      },
    },
    takeNext: {
      allow: staff,
      async run(request, call) {
        const asker = userOf(call.actor);
        const jurisdiction = checkJurisdiction(request.jurisdiction);
        const heard = await sureOfStaff(deps, asker.id);
        const { id } = await db.tx((tx) =>
          runIdempotent(tx, call.idempotency, Id, async () => {
            const taken = await takeNext(tx, asker, jurisdiction, heard);
            if (taken === null) throw nothingWaits();
            return { id: taken };
          }),
        );
        return shown(db, id, call);
      },
    },
  } satisfies Partial<RpcTable<RegistrationsService>>;
};

/** Undefined if the caller sent no expectation. */
const expectedIn = ({ expectedOperator: expected }: OperatorActionRequest): string | null | undefined =>
  expected && (expected.operatorId?.toLowerCase() ?? null);

const fromIn = ({ from }: { from?: string | undefined }): string | null => from?.toLowerCase() ?? null;

/** Calls identity only for an account that was once reported as former staff. Null if it is not active staff. */
async function heardOfStaff({ db, peers }: Deps, userId: string): Promise<Heard | null> {
  const heard = await heardOf(db, userId);
  return heard.changes === 0 || (await peers.isActiveStaff(userId)) ? heard : null;
}

/** @throws AppError forbidden, unavailable */
async function sureOfStaff(deps: Deps, userId: string): Promise<Heard> {
  const heard = await heardOfStaff(deps, userId);
  if (heard === null) throw new AppError('forbidden');
  return heard;
}

async function assignRpc(
  { db, peers }: Deps,
  request: AssignOperatorRequest,
  call: Call,
): Promise<RegistrationMessage> {
  const id = idOf(request.id);
  const operatorId = request.operatorId.toLowerCase();
  if (!isUuid(operatorId)) throw refused('Selecione um operador');
  // Cheap checks first, before identity is called; the transaction checks again.
  const by = userOf(call.actor).id;
  const from = fromIn(request);
  assign(await find(db, id), operatorId, by, from);
  const before = await heardOf(db, operatorId);
  if (!(await peers.isActiveStaff(operatorId))) throw refused('Selecione um operador ativo');
  await assignOperator(db, id, operatorId, by, from, before);
  return shown(db, id, call);
}
