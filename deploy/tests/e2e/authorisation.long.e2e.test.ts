import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accessRules, type Rule, rolesOf } from './support/access.ts';
import { Client, demoSession, type ResponseData, type SendOptions, signUp } from './support/client.ts';
import { type Document, type Route, readDocument, routesOf, undeclaredFields } from './support/routes.ts';
import { stackUrl } from './support/shared-stack.ts';
import {
  type ActorName,
  absentResourceIds,
  actor,
  actorNames,
  createResources,
  type ResourceIds,
} from './support/world.ts';

type Ownership = 'own' | 'another' | 'absent';

const document: Document = await readDocument(new Client(stackUrl()));
const routes = routesOf(document);
const admin = await demoSession(stackUrl(), 'admin');
const { items: operators } = await admin.ok<{ items: { id: string }[] }>('/api/admin/operators');
const operatorId = operators[0]?.id ?? '';
const mismatches: string[] = [];

type Verdict = 401 | 403 | 404 | 'passes';

const roleMayCall = (route: Route, name: ActorName): boolean => {
  const roles = rolesOf(route.id);
  return roles === undefined || roles.includes(name);
};

function expected(route: Route, rule: Rule, name: ActorName, ownership: Ownership): Verdict {
  const { allowed, subject, staffOwn, has } = rule;
  const nothing = has === 'nothing' ? 404 : undefined;
  if (rolesOf(route.id) === undefined) return nothing ?? 'passes';
  if (name === 'anonymous' || name === 'deactivated') return 401;
  if (!roleMayCall(route, name)) return 403;
  if (subject === 'none') return nothing ?? 'passes';
  if (ownership === 'absent' || nothing) return 404;
  const isStaff = name !== 'client';
  if (ownership === 'own') return staffOwn === 'refused' && isStaff ? 403 : 'passes';
  if (allowed === 'owner') return isStaff ? 403 : 404;
  if (allowed === 'ownerOrStaff') return isStaff ? 'passes' : 404;
  if (allowed === 'ownerOrAdmin') return name === 'admin' ? 'passes' : isStaff ? 403 : 404;
  return 'passes';
}

function fill(route: Route, rule: Rule, target: ResourceIds): { path: string; options: SendOptions } {
  const ids: Record<string, string> = {
    id: rule.subject === 'user' ? target.user : rule.subject === 'event' ? randomUUID() : target.registration,
    userId: target.user,
    holderId: target.holder,
    paymentIntentId: target.payment,
    uploadId: target.upload,
    sha256: '0'.repeat(64),
  };
  const path =
    route.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? randomUUID()) + (rule.query ?? '');
  const text = JSON.stringify(rule.body)?.replace('{user}', target.user).replace('{operator}', operatorId);
  const body: unknown = text === undefined ? undefined : JSON.parse(text);
  return { path, options: { method: route.method, ...(body === undefined ? {} : { body }) } };
}

function judge(where: string, route: Route, verdict: Verdict, response: ResponseData): void {
  const { status } = response;
  if (!route.operation.responses[status]) mismatches.push(`${where}: ${status} is not in the document`);
  const passes = status < 500 && ![401, 403, 404].includes(status);
  if (verdict === 'passes' ? !passes : status !== verdict) {
    mismatches.push(
      `${where}: wanted ${verdict}, got ${status} ${JSON.stringify(response.body).slice(0, 160)}`,
    );
  }
  // A response to HEAD has no body.
  if (status >= 400 && route.method !== 'HEAD' && !isError(response.body))
    mismatches.push(`${where}: error body ${String(response.body)}`);
}

const isError = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  ['message', 'code', 'requestId'].every((key) => typeof Reflect.get(body, key) === 'string');

function judgeFields(where: string, route: Route, response: ResponseData): void {
  if (typeof response.body !== 'object' || response.status >= 400) return;
  const schema = route.operation.responses[response.status]?.content?.['application/json']?.schema;
  if (!schema) {
    mismatches.push(`${where}: ${response.status} has no schema`);
    return;
  }
  // A binary download may happen to be JSON; other tests check its content.
  if (schema.format === 'binary') return;
  for (const field of undeclaredFields(document, schema, response.body))
    mismatches.push(`${where}: extra field ${field}`);
}

/** Aborts an event stream after its status, because it never ends. */
async function send(client: Client, route: Route, path: string, options: SendOptions): Promise<ResponseData> {
  if (route.path !== '/api/events') return client.send(path, options);
  const abort = new AbortController();
  const response = await fetch(client.base + path, {
    headers: { cookie: client.cookie },
    signal: abort.signal,
  });
  const body: unknown = response.ok ? '' : await response.json();
  abort.abort();
  return { status: response.status, headers: response.headers, body, bytes: Buffer.alloc(0) };
}

async function checkActor(name: ActorName): Promise<void> {
  const cast = await castOf(name);
  for (const route of routes) {
    const rule = accessRules[route.id];
    if (!rule) mismatches.push(`${route.id}: no rule says who may make it`);
    if (!rule || route.path === '/api/logout') continue;
    for (const ownership of ownershipsOf(rule)) {
      const isRead = route.method === 'GET';
      const things = isRead ? cast.targets[ownership] : await target(cast, route, rule, name, ownership);
      const { path, options } = fill(route, rule, things);
      const where = `${name}, ${ownership}: ${route.id}`;
      const answer = await send(cast.client, route, path, options);
      judge(where, route, expected(route, rule, name, ownership), answer);
      judgeFields(where, route, answer);
      if (things !== cast.targets[ownership]) await deleteRegistrations(cast, things);
    }
  }
}

/** Needs the whole stack: gateway and services each decide part of the access rules. */
it('[access-matrix] enforces role and ownership on every route, for own, foreign and absent resources', async () => {
  await Promise.all(actorNames.map(checkActor));
  expect(mismatches).toEqual([]);
});

type Cast = { client: Client; stranger: Client; targets: Record<Ownership, ResourceIds> };

async function castOf(name: ActorName): Promise<Cast> {
  const client = await actor(stackUrl(), name);
  const { client: stranger } = await signUp(stackUrl());
  const another = await createResources(stranger);
  const own = canOwn(name) ? await createResources(client) : another;
  return { client, stranger, targets: { own, another, absent: absentResourceIds() } };
}

/** Creates new resources for calls that change or delete them; a refused call leaves them unchanged. */
async function target(
  cast: Cast,
  route: Route,
  rule: Rule,
  name: ActorName,
  ownership: Ownership,
): Promise<ResourceIds> {
  const untouched =
    ownership === 'absent' || rule.subject === 'none' || !canOwn(name) || !roleMayCall(route, name);
  if (untouched) return cast.targets[ownership];
  if (rule.subject === 'user') return ownership === 'own' ? cast.targets.own : newUser();
  return createResources(ownership === 'own' ? cast.client : cast.stranger);
}

/** Deletes the registrations, because an account may have ten unpaid ones with a file; ignores refusals. */
async function deleteRegistrations({ client, stranger }: Cast, { registration }: ResourceIds): Promise<void> {
  for (const owner of [client, stranger]) {
    await owner.send(`/api/registrations/${registration}`, { method: 'DELETE' });
  }
}

async function newUser(): Promise<ResourceIds> {
  const { user } = await signUp(stackUrl());
  return { ...absentResourceIds(), user: user.id };
}

const canOwn = (name: ActorName): boolean => name !== 'anonymous' && name !== 'deactivated';

/** Resources of subject `event` have no owner, so only an absent one is tested. */
const ownershipsOf = ({ subject }: Rule): readonly Ownership[] =>
  subject === 'none' ? ['own'] : subject === 'event' ? ['absent'] : ['own', 'another', 'absent'];
