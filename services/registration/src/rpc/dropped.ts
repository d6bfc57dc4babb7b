import { userOf } from '@g2/kit/actor';
import type { RpcTable } from '@g2/kit/grpc-server';
import type { RegistrationsService, RestoredAssignments } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { restoreRefused } from '../domain/assignment.ts';
import { uuidOf } from '../domain/query-parsing.ts';
import { accountStateOf } from '../store/assignments.ts';
import { type Dropped, listDropped, restoreBatch } from '../store/dropped-assignments.ts';

const NOT_STAFF = 'Esta conta não é de um operador ou administrador ativo.';
const NOT_YET = 'As atribuições desta pessoa ainda estão mudando. Tente novamente em instantes.';

const operatorOf = (id: string): string => uuidOf(id, 'Usuário inválido');
const toMessage = ({ operatorId, ...row }: Dropped) => ({ ...row, operatorId: operatorId ?? undefined });

export const droppedRpcs = (deps: Deps) =>
  ({
    listDroppedAssignments: {
      allow: ['admin'],
      async run({ operatorId, page }) {
        const { items, ...found } = await listDropped(deps.db, operatorOf(operatorId), pageBounds(page));
        return { items: items.map(toMessage), ...found };
      },
    },
    restoreAssignments: {
      allow: ['admin'],
      run: (request, call) => restore(deps, operatorOf(request.id), userOf(call.actor).id),
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
