import type { CallOptions } from '@g2/kit/grpc-client';
import { AppError } from '@g2/terms/errors';
import { asksSecond } from '@g2/terms/sensitive-acts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApprovalRequested } from '../contract/approvals.ts';
import { ALL_ROUTES } from '../contract/routes/all.ts';
import type { Route } from '../contract/routes/route.ts';
import type { Clients } from './clients.ts';
import type { Session } from './sessions.ts';

export type HandlerInput = {
  body: unknown;
  query: unknown;
  params: unknown;
  call: CallOptions;
  request: FastifyRequest;
  reply: FastifyReply;
  session: Session;
};
type Run = (input: HandlerInput) => Promise<unknown>;

/** Handlers of the routes that may need an approval, by operation id. */
export type ApprovableRoutes = {
  /** @returns the operation id; undefined when the route never needs approval */
  add(route: Route, run: Run): string | undefined;
  /** @throws AppError not-found for an operation that this release does not have */
  handlerOf(operation: string): Run;
};

export function createApprovableRoutes(): ApprovableRoutes {
  const handlers = new Map<string, Run>();
  return {
    add(route, run) {
      const [operation] = ALL_ROUTES.find(([, one]) => one === route) ?? [];
      if (operation === undefined || !asksSecond(operation)) return undefined;
      handlers.set(operation, run);
      return operation;
    },
    handlerOf(operation) {
      const run = handlers.get(operation);
      if (!run) throw new AppError('not-found', { message: 'Este pedido não pode mais ser executado' });
      return run;
    },
  };
}

/** Requests an approval if `error` demands one; else undefined. @throws AppError approval-open, no-approver */
export async function requestApproval(
  identity: Clients['identity'],
  operation: string,
  error: unknown,
  { params, body, call }: Pick<HandlerInput, 'params' | 'body' | 'call'>,
): Promise<ApprovalRequested | undefined> {
  const wanted = error instanceof AppError ? error.detail.approvable : undefined;
  if (!wanted) return undefined;
  const parts = { params: JSON.stringify(params ?? {}), body: JSON.stringify(body ?? {}) };
  const { id } = await identity.requestApproval({ operation, ...wanted, ...parts }, { token: call.token });
  const message = 'Outro administrador precisa aprovar. O pedido foi enviado, e nada mudou ainda.';
  return { code: 'approval-needed', message, approvalId: id };
}
