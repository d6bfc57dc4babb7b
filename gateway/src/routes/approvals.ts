import type { Approval } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import { approvalRoutes } from '../../contract/routes/approvals.ts';
import type { HandlerInput } from '../approvals.ts';
import { accountOf, objectIn, presentApproval } from '../present/approvals.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { namesOf } from '../present/people.ts';
import { type Deps, route } from '../route.ts';

type Asked = Pick<HandlerInput, 'session' | 'call' | 'request'>;

export function addApprovals(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;

  route(app, deps, approvalRoutes.listApprovals, async ({ query, ...asked }) => {
    const { over = false } = query;
    const listed = await identity.listApprovals({ page: toPageRequest(query), open: !over }, asked.call);
    return { ...pageOfItems(query, await shown(deps, listed.items, asked), listed), waiting: listed.waiting };
  });

  route(app, deps, approvalRoutes.approve, async ({ params, reply, ...asked }) => {
    const { call } = asked;
    const { approval, token } = await identity.approve(params, call);
    const run = deps.approvable.handlerOf(approval?.operation ?? '');
    const parts = { params: objectIn(approval?.params ?? '{}'), body: objectIn(approval?.body ?? '{}') };
    const input = { ...asked, ...parts, query: {}, call: { ...call, approval: token }, reply };
    const failure = await run(input).then(() => '', refusalOf);
    return one(deps, await identity.finishApproval({ ...params, failure }, call), asked);
  });

  route(app, deps, approvalRoutes.refuseApproval, async ({ params, body, ...asked }) =>
    one(deps, await identity.closeApproval({ ...params, ...body }, asked.call), asked),
  );

  route(app, deps, approvalRoutes.withdrawApproval, async ({ params, ...asked }) =>
    one(deps, await identity.closeApproval({ ...params, note: '' }, asked.call), asked),
  );
}

/** @throws the error itself if the outcome is unknown or a retry may succeed; the request then stays approved */
function refusalOf(error: unknown): string {
  const isFinal =
    error instanceof AppError && error.httpStatus < 500 && ![401, 403, 408, 429].includes(error.httpStatus);
  if (!isFinal) throw error;
  return error.message;
}

async function one(deps: Deps, it: Approval, request: Asked) {
  const [presented] = await shown(deps, [it], request);
  if (!presented) throw new AppError('internal');
  return presented;
}

async function shown({ clients }: Deps, items: readonly Approval[], { session, call, request }: Asked) {
  const ids = items.flatMap((it) => [it.requestedBy, it.decidedBy, accountOf(it)]);
  const names = await namesOf(clients.identity, ids, call, request.log);
  return items.map((it) => presentApproval(it, session.user.id, names));
}
