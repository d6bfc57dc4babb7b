import type { CallOptions } from '@g2/kit/grpc-client';
import type { Approval } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { approvalRoutes } from '../../contract/routes/approvals.ts';
import { accountOf, objectIn, presentApproval } from '../present/approvals.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { namesOf } from '../present/people.ts';
import { type Deps, route } from '../route.ts';

export function addApprovals(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;

  route(app, deps, approvalRoutes.listApprovals, async ({ query, call, session, request }) => {
    const { over = false } = query;
    const listed = await identity.listApprovals({ page: toPageRequest(query), open: !over }, call);
    const items = await shown(deps, listed.items, session.user.id, call, request);
    return { ...pageOfItems(query, items, listed), waiting: listed.waiting };
  });

  route(app, deps, approvalRoutes.approve, async ({ params, call, session, request, reply }) => {
    const { approval, token } = await identity.approve(params, call);
    const run = deps.approvable.handlerOf(approval?.operation ?? '');
    const parts = { params: objectIn(approval?.params ?? '{}'), body: objectIn(approval?.body ?? '{}') };
    const input = { ...parts, query: {}, call: { ...call, approval: token }, request, reply, session };
    const failure = await run(input).then(() => '', refusalOf);
    const finished = await identity.finishApproval({ ...params, failure }, call);
    return one(deps, finished, session.user.id, call, request);
  });

  route(app, deps, approvalRoutes.refuseApproval, async ({ params, body, call, session, request }) =>
    one(deps, await identity.closeApproval({ ...params, ...body }, call), session.user.id, call, request),
  );

  route(app, deps, approvalRoutes.withdrawApproval, async ({ params, call, session, request }) =>
    one(deps, await identity.closeApproval({ ...params, note: '' }, call), session.user.id, call, request),
  );
}

/**
 * Final refusal of an approved operation.
 * @throws the error when the outcome is unknown or a retry may succeed: the request stays approved
 */
function refusalOf(error: unknown): string {
  const isFinal =
    error instanceof AppError && error.httpStatus < 500 && ![401, 403, 408, 429].includes(error.httpStatus);
  if (!isFinal) throw error;
  return error.message;
}

async function one(deps: Deps, it: Approval, userId: string, call: CallOptions, request: FastifyRequest) {
  const [presented] = await shown(deps, [it], userId, call, request);
  if (!presented) throw new AppError('internal');
  return presented;
}

async function shown(
  { clients }: Deps,
  items: readonly Approval[],
  userId: string,
  call: CallOptions,
  { log }: FastifyRequest,
) {
  const ids = items.flatMap((it) => [it.requestedBy, it.decidedBy, accountOf(it)]);
  const names = await namesOf(clients.identity, ids, call, log);
  return items.map((it) => presentApproval(it, userId, names));
}
