import type { CallOptions } from '@g2/kit/grpc-client';
import type { Contact } from '@g2/proto/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contactRoutes } from '../../contract/routes/contacts.ts';
import { optionalSession } from '../optional-session.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { presentContact, presentContactRow, presentOwnContact } from '../present/contacts.ts';
import { namesOf } from '../present/people.ts';
import { type Deps, publicRoute, route } from '../route.ts';

export function addContacts(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;
  const { SUPPORT_EMAIL, SUPPORT_PHONE, SUPPORT_HOURS } = deps.config;

  publicRoute(app, contactRoutes.getSupport, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300');
    return { email: SUPPORT_EMAIL ?? null, phone: SUPPORT_PHONE ?? null, hours: SUPPORT_HOURS ?? null };
  });

  publicRoute(app, contactRoutes.openContact, async ({ body, call, request }) => {
    const session = await optionalSession(deps, request);
    const { name = '', email = '', ...said } = body;
    const input = { ...said, name, email, clientAddress: request.ip };
    return identity.openContact(input, session ? { ...call, token: session.tokens } : call);
  });

  route(app, deps, contactRoutes.listOwnContacts, async ({ query, call }) => {
    const request = { page: toPageRequest(query), unread: query.unread ?? false };
    const listed = await identity.listOwnContacts(request, call);
    return pageOfItems(query, listed.items.map(presentOwnContact), listed);
  });

  route(app, deps, contactRoutes.replyContact, async ({ params, body, call }) =>
    presentOwnContact(await identity.replyContact({ ...params, ...body }, call)),
  );

  route(app, deps, contactRoutes.readContact, async ({ params, body, call }) => {
    await identity.readContact({ ...params, ...body }, call);
  });

  route(app, deps, contactRoutes.listContacts, async ({ query, call, request }) => {
    const { state = '', mine = false, search = '' } = query;
    const listed = await identity.listContacts({ page: toPageRequest(query), search, state, mine }, call);
    const ids = listed.items.map(({ assigneeId }) => assigneeId);
    const names = await namesOf(identity, ids, call, request.log);
    const items = listed.items.map((it) => presentContactRow(it, names));
    return pageOfItems(query, items, listed);
  });

  addOne(app, deps);
}

function addOne(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;

  route(app, deps, contactRoutes.getContact, async ({ params, call, request }) =>
    shown(deps, await identity.getContact(params, call), call, request),
  );

  route(app, deps, contactRoutes.answerContact, async ({ params, body, call, request }) =>
    shown(deps, await identity.answerContact({ ...params, ...body }, call), call, request),
  );

  route(app, deps, contactRoutes.closeContact, async ({ params, body, call, request }) =>
    shown(deps, await identity.closeContact({ ...params, ...body }, call), call, request),
  );

  route(app, deps, contactRoutes.reopenContact, async ({ params, body, call, request }) =>
    shown(deps, await identity.reopenContact({ ...params, ...body }, call), call, request),
  );

  route(app, deps, contactRoutes.takeContact, async ({ params, body, call, request }) =>
    shown(deps, await identity.takeContact({ ...params, ...body }, call), call, request),
  );
}

/** Adds names and the registration's title. If these cannot be read, the response is sent without them. */
async function shown({ clients }: Deps, it: Contact, call: CallOptions, { log }: FastifyRequest) {
  const ofStaff = it.answers.filter(({ fromStaff }) => fromStaff);
  const ids = [it.closedBy, it.assigneeId, ...ofStaff.map(({ authorId }) => authorId)];
  const [names, title] = await Promise.all([
    namesOf(clients.identity, ids, call, log),
    titleOf(clients, it.registrationId, call),
  ]);
  return presentContact(it, names, title);
}

async function titleOf(
  { registrations }: Deps['clients'],
  id: string | undefined,
  { token }: CallOptions,
): Promise<string | null> {
  if (id === undefined) return null;
  const pending = registrations.getTitles({ ids: [id] }, { token, deadlineMs: 2_000 });
  const found = await pending.catch(() => undefined);
  return found?.items[0]?.title ?? null;
}
