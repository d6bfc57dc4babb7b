import { userOf } from '@g2/kit/actor';
import { staff } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { isUuid } from '@g2/kit/ids';
import { Id } from '@g2/proto/common';
import type { OperatorActionRequest } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { checkSearch } from '@g2/terms/search';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { completeStep } from '../domain/government.ts';
import { applyAction, changeStatus } from '../domain/status-machine.ts';
import { changeAndAssign } from '../store/assignments.ts';
import { readStep, saveStep } from '../store/government.ts';
import { applicantsOf, titlesOf } from '../store/reads.ts';
import { findByText } from '../store/search.ts';
import { changeIn } from '../store.ts';
import { staffAccountState } from './assignments.ts';
import { idOf, visibleMessage } from './visible-registration.ts';

/** Maximum registrations per look-up by ids or by text. */
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
        const caller = userOf(call.actor);
        const id = idOf(request.id);
        const command = { ...request, expectedOperatorId: expectedIn(request) };
        const isStep = request.action !== 'add_notes';
        const accountState = isStep ? await staffAccountState(deps, caller.id).catch(() => null) : null;
        await idempotentTx(db, call.idempotency, Id, async (tx) => {
          await changeAndAssign(tx, id, caller, accountState, (state) =>
            applyAction(state, caller, command, clock()),
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
  } satisfies RegistrationRpcs;
};

/** Operator that the caller expects, null for none; undefined if the request does not say. */
const expectedIn = ({ expectedOperator: expected }: OperatorActionRequest): string | null | undefined =>
  expected && (expected.operatorId?.toLowerCase() ?? null);
