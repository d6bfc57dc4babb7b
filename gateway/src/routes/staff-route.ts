import type { Registration } from '@g2/proto/registration';
import type { FastifyInstance } from 'fastify';
import type { staffRegistration } from '../../contract/registrations.ts';
import { staffView } from '../present/views.ts';
import { type Deps, type Handler, route, type UserRoute } from '../route.ts';

type StaffRoute = UserRoute & { answer: typeof staffRegistration };
type Asked<R extends StaffRoute> = Parameters<Handler<R>>[0];

/** Serves a route that calls one rpc and answers with its registration as staff see it. */
export function staffRoute<R extends StaffRoute>(
  app: FastifyInstance,
  deps: Deps,
  it: R,
  rpc: (asked: Asked<NoInfer<R>>) => Promise<Registration>,
): void {
  const run = async (asked: Asked<R>) => staffView(deps, await rpc(asked), asked.session, asked.request.log);
  // TypeScript does not resolve the answer's type for a type parameter; StaffRoute states it.
  route(app, deps, it, run as Handler<R>);
}
