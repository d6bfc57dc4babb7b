import type { FastifyInstance } from 'fastify';
import { eventRoutes } from '../../contract/routes/events.ts';
import type { EventHub } from '../events/hub.ts';
import { type Deps, route } from '../route.ts';

export function addEvents(app: FastifyInstance, deps: Deps, hub: EventHub): void {
  // Open event streams would block the close of the server.
  app.addHook('preClose', async () => hub.close());

  route(
    app,
    deps,
    eventRoutes.followEvents,
    async ({ session, reply }) =>
      reply
        .header('x-accel-buffering', 'no')
        // The stream ends when the gateway closes. On a kept
        // connection, the client could send a request while it closes.
        .header('connection', 'close')
        .type('text/event-stream; charset=utf-8')
        .send(hub.open(session)),
    'look',
  );
}
