import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, staff } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { isUuid } from '@g2/kit/ids';
import { Id } from '@g2/proto/common';
import type {
  AssignOperatorRequest,
  OperatorActionRequest,
  Registration as RegistrationMessage,
  RegistrationsService,
} from '@g2/proto/registration';
import { AppError, invalidField } from '@g2/terms/errors';
import { checkSearch } from '@g2/terms/search';
import type { Deps } from '../deps.ts';
import { assign, queueEmpty, take } from '../domain/assignment.ts';
import { completeStep } from '../domain/government.ts';
import { checkJurisdiction } from '../domain/list-filters.ts';
import { applyAction, changeStatus } from '../domain/status-machine.ts';
import {
  type AccountState,
  accountStateOf,
  assignOperator,
  changeAndAssign,
  takeNext,
  unassignOperator,
} from '../store/assignments.ts';
import { assignedCounts } from '../store/figures.ts';
import { readStep, saveStep } from '../store/government.ts';
import { applicantsOf, find, titlesOf } from '../store/reads.ts';
import { findByText } from '../store/search.ts';
import { changeIn } from '../store.ts';
import { idOf, visibleMessage } from './visible-registration.ts';

/** Maximum registrations per look-up by ids or titles. */
const MAX_IDS = 500;

/** @throws AppError invalid-input */
function someIds(ids: string[]): string[] {
  if (ids.length > MAX_IDS) throw new AppError('invalid-input');
  return ids.filter(isUuid);
}

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
        const accountState = isStep ? await staffAccountState(deps, asker.id).catch(() => null) : null;
        await idempotentTx(db, call.idempotency, Id, async (tx) => {
          await changeAndAssign(tx, id, asker, accountState, (state) =>
            applyAction(state, asker, command, clock()),
          );
          return { id };
        });
        return visibleMessage(db, id, call);
      },
    },
    changeStatus: {
      allow: ['admin'],
      async run(request, call) {
        const asker = userOf(call.actor);
        const id = idOf(request.id);
        const { completedOn } = request;
        const now = clock();
        await idempotentTx(db, call.idempotency, Id, async (tx) => {
          const next = await changeIn(tx, id, (state) => changeStatus(state, asker, request, now));
          if (completedOn === undefined) return { id };
          const step = await readStep(tx, id);
          await saveStep(tx, id, completeStep(next, step, asker, completedOn, now));
          return { id };
        });
        return visibleMessage(db, id, call);
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
        await unassignOperator(db, id, userOf(call.actor).id, expectedFrom(request));
        return visibleMessage(db, id, call);
      },
    },
    ...takingRpcs(deps),
    findByText: {
      allow: staff,
      run: ({ search }) => findByText(db, checkSearch(search), MAX_IDS),
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
        const from = expectedFrom(request);
        const account = await requireActiveStaff(deps, asker.id);
        await assignOperator(db, id, asker.id, account, (state) => take(state, asker, from));
        return visibleMessage(db, id, call);
      },
    },
    takeNext: {
      allow: staff,
      async run(request, call) {
        const asker = userOf(call.actor);
        const jurisdiction = checkJurisdiction(request.jurisdiction);
        const accountState = await requireActiveStaff(deps, asker.id);
        const { id } = await idempotentTx(db, call.idempotency, Id, async (tx) => {
          const taken = await takeNext(tx, asker, jurisdiction, accountState);
          if (taken === null) throw queueEmpty();
          return { id: taken };
        });
        return visibleMessage(db, id, call);
      },
    },
  } satisfies Partial<RpcTable<RegistrationsService>>;
};

/** Undefined if the caller sent no expectation. */
const expectedIn = ({ expectedOperator: expected }: OperatorActionRequest): string | null | undefined =>
  expected && (expected.operatorId?.toLowerCase() ?? null);

const expectedFrom = ({ from }: { from?: string | undefined }): string | null => from?.toLowerCase() ?? null;

/** Calls identity only for an account that was once reported as former staff. Null if it is not active staff. */
async function staffAccountState({ db, peers }: Deps, userId: string): Promise<AccountState | null> {
  const accountState = await accountStateOf(db, userId);
  return accountState.changes === 0 || (await peers.isActiveStaff(userId)) ? accountState : null;
}

/** @throws AppError forbidden, unavailable */
async function requireActiveStaff(deps: Deps, userId: string): Promise<AccountState> {
  const accountState = await staffAccountState(deps, userId);
  if (accountState === null) throw new AppError('forbidden');
  return accountState;
}

async function assignRpc(
  { db, peers }: Deps,
  request: AssignOperatorRequest,
  call: Call,
): Promise<RegistrationMessage> {
  const id = idOf(request.id);
  const operatorId = request.operatorId.toLowerCase();
  if (!isUuid(operatorId)) throw invalidField('operatorId', 'Selecione um operador');
  // Cheap checks first, before identity is called; the transaction checks again.
  const by = userOf(call.actor).id;
  const from = expectedFrom(request);
  assign(await find(db, id), operatorId, by, from);
  const before = await accountStateOf(db, operatorId);
  if (!(await peers.isActiveStaff(operatorId)))
    throw invalidField('operatorId', 'Selecione um operador ativo');
  await assignOperator(db, id, operatorId, before, (state) => assign(state, operatorId, by, from));
  return visibleMessage(db, id, call);
}
