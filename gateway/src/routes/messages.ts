import type { FastifyInstance } from 'fastify';
import { messageRoutes } from '../../contract/routes/messages.ts';
import { presentMessage, presentMessages } from '../present/messages.ts';
import { namesOf } from '../present/people.ts';
import { type Deps, route } from '../route.ts';

export function addMessages(app: FastifyInstance, deps: Deps): void {
  const { identity, registrations } = deps.clients;

  route(app, deps, messageRoutes.listMessages, async ({ params, query, call, request }) => {
    const found = await registrations.getMessages({ id: params.id, before: query.before }, call);
    const ids = found.items.map(({ authorId }) => authorId);
    return presentMessages(found, await namesOf(identity, ids, call, request.log));
  });

  route(app, deps, messageRoutes.writeMessage, async ({ params, body, call, request }) => {
    const written = await registrations.writeMessage({ id: params.id, text: body.text }, call);
    return presentMessage(written, await namesOf(identity, [written.authorId], call, request.log));
  });

  route(app, deps, messageRoutes.readMessages, async ({ params, body, call }) => {
    await registrations.markMessagesRead({ id: params.id, received: body.received }, call);
  });
}
