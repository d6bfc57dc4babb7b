import type { FastifyInstance } from 'fastify';
import type { EventHub } from '../events/hub.ts';
import { type Deps, route, signedIn } from '../route.ts';

export function addEvents(app: FastifyInstance, deps: Deps, hub: EventHub): void {
  // An open stream would hold up the server's own close.
  app.addHook('preClose', async () => hub.close());

  route(app, deps, {
    method: 'GET',
    url: '/api/events',
    tag: 'Eventos',
    summary:
      'Eventos do servidor: ping (de quem é a linha, a cada 15 s), registration, balance e, para a equipe, queue',
    roles: signedIn,
    check: 'look',
    media: 'text/event-stream',
    run: async ({ session, reply }) =>
      reply
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .type('text/event-stream; charset=utf-8')
        .send(hub.open(session)),
  });
}
