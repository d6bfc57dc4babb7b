import type { CallOptions } from '@g2/kit/grpc-client';
import { type WithoutNulls, withoutNulls } from '@g2/kit/nulls';
import type { Registration } from '@g2/proto/registration';
import type { FastifyInstance } from 'fastify';
import type { staffRegistration } from '../../contract/registrations.ts';
import type { Routes } from '../../contract/routes/route.ts';
import { staffView } from '../present/views.ts';
import { type Deps, type Handler, type ParsedPart, route, type UserRoute } from '../route.ts';

type StaffRoute = UserRoute & { answer: typeof staffRegistration };
type Input<R extends StaffRoute> = Parameters<Handler<R>>[0];

/** Serves a route that calls one rpc and answers with its registration as staff see it. */
export function staffRoute<R extends StaffRoute>(
  app: FastifyInstance,
  deps: Deps,
  it: R,
  rpc: (input: Input<NoInfer<R>>) => Promise<Registration>,
): void {
  const run = async (input: Input<R>) => staffView(deps, await rpc(input), input.session, input.request.log);
  // TypeScript cannot derive the response type from the type parameter; `StaffRoute` guarantees it.
  route(app, deps, it, run as Handler<R>);
}

type Given<T> = undefined extends T ? unknown : T;
type RequestOf<R> = WithoutNulls<
  Given<ParsedPart<R, 'query'>> & Given<ParsedPart<R, 'body'>> & Given<ParsedPart<R, 'params'>>
>;
type ForwardedRpcs<T extends Routes> = {
  [Name in keyof T as T[Name] extends { forwarded: true } ? Name : never]: T[Name] extends StaffRoute
    ? (request: RequestOf<T[Name]>, options: CallOptions) => Promise<Registration>
    : never;
};

/** Serves the routes of the table that are `forwarded`: each calls the rpc with its name. */
export function addForwarded<T extends Routes>(
  app: FastifyInstance,
  deps: Deps,
  routes: T,
  rpcs: ForwardedRpcs<T>,
): void {
  const byName = rpcs as Record<string, (request: object, options: CallOptions) => Promise<Registration>>;
  for (const [name, it] of Object.entries(routes)) {
    const rpc = byName[name];
    if (!it.forwarded || !rpc) continue;
    staffRoute(app, deps, it as StaffRoute, ({ params, query, body, call }) =>
      rpc(withoutNulls(Object.assign({}, query, body, params)), call),
    );
  }
}
