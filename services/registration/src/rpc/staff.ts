import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, staff } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { Registration as RegistrationMessage, RegistrationsService } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { assign } from '../domain/assignment.ts';
import { act, changeStatus } from '../domain/status-machine.ts';
import { change } from '../store.ts';
import { assignOperator, heardOf, unassignOperator } from '../store-assignments.ts';
import { assignedCounts } from '../store-figures.ts';
import { find } from '../store-reads.ts';
import { idOf, shown } from './seen.ts';

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
        await change(db, id, (state) => act(state, asker, request, clock()));
        return shown(db, id, call);
      },
    },
    changeStatus: {
      allow: ['admin'],
      async run(request, call) {
        const asker = userOf(call.actor);
        const id = idOf(request.id);
        await change(db, id, (state) => changeStatus(state, asker, request, clock()));
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
        await unassignOperator(db, id);
        return shown(db, id, call);
      },
    },
    countAssignments: { allow: ['admin'], run: async () => ({ items: await assignedCounts(db) }) },
  } satisfies Partial<RpcTable<RegistrationsService>>;
};

async function assignRpc(
  { db, peers }: Deps,
  request: { id: string; operatorId: string },
  call: Call,
): Promise<RegistrationMessage> {
  const id = idOf(request.id);
  const operatorId = request.operatorId.toLowerCase();
  if (!isUuid(operatorId)) throw refused('Selecione um operador');
  // What can be refused without asking identity is refused first; the transaction decides again.
  assign(await find(db, id), operatorId);
  const before = await heardOf(db, operatorId);
  if (!(await peers.isActiveStaff(operatorId))) throw refused('Selecione um operador ativo');
  await assignOperator(db, id, operatorId, before);
  return shown(db, id, call);
}
