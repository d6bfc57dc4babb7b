import type { FastifyInstance } from 'fastify';
import { eventRoutes } from '../../contract/routes/events.ts';
import type { EventHub } from '../events/hub.ts';
import { type Deps, route } from '../route.ts';

export function addEvents(app: FastifyInstance, deps: Deps, hub: EventHub): void {
  // An open stream would hold up the server's own close.
  app.addHook('preClose', async () => hub.close());

  route(
    app,
    deps,
    eventRoutes.followEvents,
    async ({ session, reply }) =>
      reply
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        // A stream ends when its gateway closes: a connection that was free by then would be asked on as it is closed.
        .header('connection', 'close')
        .type('text/event-stream; charset=utf-8')
        .send(hub.open(session)),
    'look',
  );
}
