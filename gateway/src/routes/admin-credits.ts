import type { CallOptions } from '@g2/kit/grpc-client';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import {
  adminCreditAdjustmentBody,
  creditAdjustmentAnswer,
  creditAdjustmentBody,
} from '../../contract/admin.ts';
import {
  ADMIN_CREDIT_DELTA_LIMIT,
  CREDIT_DELTA_LIMIT,
  idParams,
  pageQuery,
  STAFF_PAGE_SIZE,
  userIdParams,
} from '../../contract/common.ts';
import { adminCreditTransactionPage } from '../../contract/payments.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { presentEntryForAdmin, presentTransaction } from '../present/payments.ts';
import { namesOf } from '../present/people.ts';
import { admins, type Deps, route } from '../route.ts';
import { NO_USER } from './admin-users.ts';

const tag = 'Administração: créditos';

type Adjustment = {
  userId: string;
  delta: number;
  reason: string;
  referenceType?: string | null | undefined;
  referenceId?: string | null | undefined;
};

/** Adjusts by hundredths of a credit; `limit` is the largest absolute delta of the call used (spec §5). */
async function adjust({ clients }: Deps, it: Adjustment, limit: number, call: CallOptions) {
  // The ledger keeps entries of any user; an adjustment is for one that exists.
  await clients.identity.getUser({ id: it.userId }, { token: call.token });
  const { transaction, balance } = await clients.payments.adjustCredits(
    {
      userId: it.userId,
      delta: it.delta,
      reason: it.reason,
      referenceType: it.referenceType ?? undefined,
      referenceId: it.referenceId ?? undefined,
      limit,
    },
    call,
  );
  if (!transaction) throw new AppError('internal');
  return { transaction: presentTransaction(transaction), balance };
}

export function addAdminCredits(app: FastifyInstance, deps: Deps): void {
  route(app, deps, {
    method: 'POST',
    url: '/api/admin/credits',
    tag,
    summary: 'Ajusta créditos (até ±1000)',
    roles: admins,
    body: creditAdjustmentBody,
    answer: creditAdjustmentAnswer,
    idempotent: true,
    run: async ({ body, call }) => adjust(deps, body, CREDIT_DELTA_LIMIT, call),
  });

  route(app, deps, {
    method: 'POST',
    url: '/api/admin/users/:id/credits',
    tag,
    summary: 'Ajusta créditos do usuário (até ±10000)',
    roles: admins,
    params: idParams,
    absent: NO_USER,
    body: adminCreditAdjustmentBody,
    answer: creditAdjustmentAnswer,
    idempotent: true,
    run: async ({ params, body, call }) => {
      if (body.userId !== undefined && body.userId !== params.id) {
        const message = 'O usuário do corpo não é o do endereço';
        throw new AppError('invalid-input', { message, fields: { userId: message } });
      }
      return adjust(deps, { ...body, userId: params.id }, ADMIN_CREDIT_DELTA_LIMIT, call);
    },
  });

  route(app, deps, {
    method: 'GET',
    url: '/api/admin/credits/:userId',
    tag,
    summary: 'As transações de créditos de um usuário, as mais novas primeiro',
    roles: admins,
    params: userIdParams,
    absent: NO_USER,
    query: pageQuery(STAFF_PAGE_SIZE),
    answer: adminCreditTransactionPage,
    run: async ({ params, query, call, request }) => {
      const { identity, payments } = deps.clients;
      const found = await payments.listTransactions(
        { userId: params.userId, page: toPageRequest(query) },
        call,
      );
      // The ledger outlives an account; only where it has nothing to tell must there be one.
      if (found.total === 0) await identity.getUser({ id: params.userId }, { token: call.token });
      const authors = found.items.map((one) => one.createdBy);
      const names = await namesOf(identity, authors, call, request.log);
      return pageOfItems(
        query,
        found.items.map((one) => presentEntryForAdmin(one, names)),
        found,
      );
    },
  });
}
