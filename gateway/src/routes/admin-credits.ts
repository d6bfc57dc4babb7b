import type { CallOptions } from '@g2/kit/grpc-client';
import { withoutNulls } from '@g2/kit/nulls';
import { AppError, invalidField } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { creditAdjustmentBody } from '../../contract/admin.ts';
import { ADMIN_CREDIT_DELTA_LIMIT, CREDIT_DELTA_LIMIT } from '../../contract/constants.ts';
import { adminRoutes } from '../../contract/routes/admin.ts';
import { pageOfItems, present, toPageRequest } from '../present/common.ts';
import { namesOf, presentName } from '../present/people.ts';
import { type Deps, route } from '../route.ts';

/** `delta` in hundredths of a credit; `limit` is its largest absolute value (spec §5). */
async function adjust(
  { clients }: Deps,
  it: z.output<typeof creditAdjustmentBody>,
  limit: number,
  call: CallOptions,
) {
  // The ledger accepts any user id; an adjustment needs an existing account.
  await clients.identity.getUser({ id: it.userId }, { token: call.token });
  const { transaction, balance } = await clients.payments.adjustCredits({ ...withoutNulls(it), limit }, call);
  if (!transaction) throw new AppError('internal');
  return { transaction: present(transaction), balance };
}

export function addAdminCredits(app: FastifyInstance, deps: Deps): void {
  route(app, deps, adminRoutes.adjustCredits, async ({ body, call }) =>
    adjust(deps, body, CREDIT_DELTA_LIMIT, call),
  );

  route(app, deps, adminRoutes.adjustUserCredits, async ({ params, body, call }) => {
    if (body.userId !== undefined && body.userId !== params.id) {
      throw invalidField('userId', 'O usuário do corpo não é o do endereço');
    }
    return adjust(deps, { ...body, userId: params.id }, ADMIN_CREDIT_DELTA_LIMIT, call);
  });

  route(app, deps, adminRoutes.listUserTransactions, async ({ params, query, call, request }) => {
    const { identity, payments } = deps.clients;
    const found = await payments.listTransactions({ ...params, page: toPageRequest(query) }, call);
    // The ledger outlives accounts: check the account only when it has no entries.
    if (found.total === 0) await identity.getUser({ id: params.userId }, { token: call.token });
    const authors = found.items.map((one) => one.createdBy);
    const names = await namesOf(identity, authors, call, request.log);
    const items = found.items.map((one) => ({
      ...present(one),
      createdByName: presentName(one.createdBy, names),
    }));
    return pageOfItems(query, items, found);
  });
}
