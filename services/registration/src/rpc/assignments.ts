import { userOf } from '@g2/kit/actor';
import { staff } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { isUuid } from '@g2/kit/ids';
import { withoutNulls } from '@g2/kit/nulls';
import { Id } from '@g2/proto/common';
import type { RestoredAssignments } from '@g2/proto/registration';
import { AppError, invalidField } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { decideAssignment, queueEmpty, restoreRefused, takeRegistration } from '../domain/assignment.ts';
import { checkJurisdiction } from '../domain/list-filters.ts';
import { checkUserId } from '../domain/query-parsing.ts';
import {
  type AccountState,
  accountStateOf,
  assignOperator,
  takeNext,
  unassignOperator,
} from '../store/assignments.ts';
import { listDropped, restoreBatch } from '../store/dropped-assignments.ts';
import { assignedCounts } from '../store/figures.ts';
import { findRegistration } from '../store/reads.ts';
import { idOf, visibleMessage } from './visible-registration.ts';

const NOT_STAFF = 'Esta conta não é de um operador ou administrador ativo.';
const NOT_YET = 'As atribuições desta pessoa ainda estão mudando. Tente novamente em instantes.';

export const assignmentRpcs = (deps: Deps) => {
  const { db, peers } = deps;
  return {
    assignOperator: {
      allow: ['admin'],
      async run(request, call) {
        const id = idOf(request.id);
        const operatorId = request.operatorId.toLowerCase();
        if (!isUuid(operatorId)) throw invalidField('operatorId', 'Selecione um operador');
        // Cheap checks first, before identity is called; the transaction checks again.
        const by = userOf(call.actor).id;
        const from = expectedFrom(request);
        decideAssignment(await findRegistration(db, id), operatorId, by, from);
        const before = await accountStateOf(db, operatorId);
        if (!(await peers.isActiveStaff(operatorId)))
          throw invalidField('operatorId', 'Selecione um operador ativo');
        await assignOperator(db, id, operatorId, before, (state) =>
          decideAssignment(state, operatorId, by, from),
        );
        return visibleMessage(db, id, call);
      },
    },
    unassignOperator: {
      allow: ['admin'],
      async run(request, call) {
        const id = idOf(request.id);
        await unassignOperator(db, id, userOf(call.actor).id, expectedFrom(request));
        return visibleMessage(db, id, call);
      },
    },
    takeRegistration: {
      allow: staff,
      async run(request, call) {
        const caller = userOf(call.actor);
        const id = idOf(request.id);
        const from = expectedFrom(request);
        const account = await requireActiveStaff(deps, caller.id);
        await assignOperator(db, id, caller.id, account, (state) => takeRegistration(state, caller, from));
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
    countAssignments: { allow: ['admin'], run: async () => ({ items: await assignedCounts(db) }) },
    listDroppedAssignments: {
      allow: ['admin'],
      async run({ operatorId, page }) {
        const { items, ...found } = await listDropped(db, checkUserId(operatorId), pageBounds(page));
        return { items: items.map(withoutNulls), ...found };
      },
    },
    restoreAssignments: {
      allow: ['admin'],
      run: (request, call) => restore(deps, checkUserId(request.id), userOf(call.actor).id),
    },
  } satisfies RegistrationRpcs;
};

const expectedFrom = ({ from }: { from?: string | undefined }): string | null => from?.toLowerCase() ?? null;

/** Calls identity only for an account that was once reported as former staff. Null if it is not active staff. */
export async function staffAccountState({ db, peers }: Deps, userId: string): Promise<AccountState | null> {
  const accountState = await accountStateOf(db, userId);
  return accountState.changes === 0 || (await peers.isActiveStaff(userId)) ? accountState : null;
}

/** @throws AppError forbidden, unavailable */
async function requireActiveStaff(deps: Deps, userId: string): Promise<AccountState> {
  const accountState = await staffAccountState(deps, userId);
  if (accountState === null) throw new AppError('forbidden');
  return accountState;
}

/** Restores in batches, each in its own transaction, so that an interrupted call can be repeated. */
async function restore({ db, peers }: Deps, operatorId: string, by: string): Promise<RestoredAssignments> {
  const before = await accountStateOf(db, operatorId);
  if (!(await peers.isActiveStaff(operatorId))) throw restoreRefused(NOT_STAFF);
  const sum = { restored: 0, kept: 0 };
  for (let after = ''; ; ) {
    const batch = await restoreBatch(db, operatorId, by, before, after).catch((error: unknown) => {
      const isChanging = error instanceof AppError && error.code === 'conflict';
      throw isChanging ? restoreRefused(NOT_YET) : error;
    });
    if (batch === null) return sum;
    sum.restored += batch.restored;
    sum.kept += batch.kept;
    after = batch.last;
  }
}
