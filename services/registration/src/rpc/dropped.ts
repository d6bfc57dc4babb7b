import { userOf } from '@g2/kit/actor';
import type { RpcTable } from '@g2/kit/grpc-server';
import type { RegistrationsService, RestoredAssignments } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { restoreRefused } from '../domain/assignment.ts';
import { checkUserId } from '../domain/query-parsing.ts';
import { withoutNulls } from '../present.ts';
import { accountStateOf } from '../store/assignments.ts';
import { listDropped, restoreBatch } from '../store/dropped-assignments.ts';

const NOT_STAFF = 'Esta conta não é de um operador ou administrador ativo.';
const NOT_YET = 'As atribuições desta pessoa ainda estão mudando. Tente novamente em instantes.';

export const droppedRpcs = (deps: Deps) =>
  ({
    listDroppedAssignments: {
      allow: ['admin'],
      async run({ operatorId, page }) {
        const { items, ...found } = await listDropped(deps.db, checkUserId(operatorId), pageBounds(page));
        return { items: items.map(withoutNulls), ...found };
      },
    },
    restoreAssignments: {
      allow: ['admin'],
      run: (request, call) => restore(deps, checkUserId(request.id), userOf(call.actor).id),
    },
  }) satisfies Partial<RpcTable<RegistrationsService>>;

/** Works in committed batches, so an interrupted call can be repeated. */
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
