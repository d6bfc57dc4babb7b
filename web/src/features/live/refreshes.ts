import { type EventName, type EventPayload, parseEvent } from '@g2/gateway/contract/events';
import type { QueryClient } from '@tanstack/react-query';
import { rereadUser, userQuery } from '../../lib/session.ts';
import { refreshStatement } from '../../shared/payment/api.ts';
import { refreshRegistrations } from '../../shared/registration/api.ts';
import { createAssignedNews } from './assigned.ts';
import { followShared } from './shared-line.ts';

/** What happened so shortly before a page began may still be on its way through other services, ms. */
const SETTLED_MS = 10_000;
/** A burst of events refreshes once, ms. */
const OWN_MS = 250;
/** The queue is everybody's: a change of a hundred rows does not make each tab of the team read it all the time. */
const QUEUE_MS = 1_000;
/** Who of the staff has what open: all of it, and of one record with `here` and its id behind. */
const VIEWERS = '/api/operator/viewers';
/** What people wrote to the staff, as the staff and as they themselves see it. */
const CONTACTS = { staff: '/api/operator/contacts', own: '/api/contacts' } as const;
/** Lists a staff member looks at; they change with the queue. */
const STAFF_LISTS = [
  '/api/operator/',
  '/api/admin/registrations',
  '/api/admin/enhanced-stats',
  '/api/admin/operators',
  '/api/admin/analytics',
  '/api/admin/payments',
  '/api/admin/webhook-events',
];
/** They show the balances of others. Paying with credits changes one, and its own event goes to its owner alone. */
const BALANCE_LISTS = ['/api/admin/users', '/api/admin/credits'];

export interface Refreshes {
  /** Looks again, once, unless nothing happened since the page began: what did, before the line stood, was not told. */
  readonly onOpen: (again: boolean, quietMs: number) => void;
  readonly onEvent: (name: EventName, data: string) => void;
  readonly stop: () => void;
}

/** Reads again what the server's events make old, and tells what others did for or to whoever is here. */
export function createRefreshes(client: QueryClient, go: (href: string) => void): Refreshes {
  const assigned = createAssignedNews(go);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const throttle = (name: string, ms: number, action: () => void) => {
    if (timers.has(name)) return;
    const turn = () => {
      timers.delete(name);
      action();
    };
    timers.set(name, setTimeout(turn, ms));
  };
  const refresh = (paths: readonly string[]) =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [root] }) =>
        typeof root === 'string' && paths.some((path) => root.startsWith(path)),
    });
  const handlers: { readonly [Name in EventName]: (event: EventPayload<Name>) => void } = {
    ping: () => {},
    registration: () => throttle('registration', OWN_MS, () => void refreshRegistrations(client)),
    messages: () => throttle('registration', OWN_MS, () => void refreshRegistrations(client)),
    queue: ({ status }) => {
      const ms = QUEUE_MS * (1 + Math.random());
      throttle('queue', ms, () => refresh(STAFF_LISTS));
      if (status === 'paid') throttle('balances', ms, () => refresh(BALANCE_LISTS));
    },
    contacts: () => {
      throttle('own contacts', OWN_MS, () => refresh([CONTACTS.own]));
      throttle('contacts', QUEUE_MS * (1 + Math.random()), () => refresh([CONTACTS.staff]));
    },
    assigned: (one) => assigned.add(one),
    viewers: ({ id }) => {
      const read = (queryKey: readonly string[]) => void client.invalidateQueries({ queryKey, exact: true });
      throttle(`viewers ${id}`, OWN_MS, () => read([VIEWERS, 'here', id]));
      throttle('viewers', QUEUE_MS, () => read([VIEWERS]));
    },
    balance: ({ credits }) => {
      client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, credits } : user));
      throttle('statement', OWN_MS, () => void refreshStatement(client));
    },
  };
  const hear = <Name extends EventName>(name: Name, data: string) => {
    const event = parseEvent(name, data);
    if (event !== undefined) handlers[name](event);
  };
  return {
    onOpen: (again, quietMs) => {
      if (!again && quietMs > pageAge() + SETTLED_MS) return;
      throttle(again ? 'all again' : 'all', again ? OWN_MS : 0, () => readAgain(client, again));
    },
    onEvent: hear,
    stop: () => {
      assigned.stop();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** Since when the page may have read, ms: by the wall clock, too, for while a machine sleeps the other one may stand still. */
const pageAge = (): number => Math.max(performance.now(), Date.now() - performance.timeOrigin);

/**
 * Reads all again that is on the screen. At the first time only what could be read before: a failure is shown, and whoever
 * looks at it may try again.
 */
function readAgain(client: QueryClient, again: boolean): void {
  for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue;
    // Its first answer is on the way, and may be of before.
    const isThere = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(isThere, () => undefined);
  }
  void client.invalidateQueries({
    predicate: ({ state }) => again || (state.data !== undefined && state.status === 'success'),
  });
}

/**
 * Follows this user's events until the returned function is called.
 * @param go to another page of the application
 */
export function subscribe(client: QueryClient, userId: string, go: (href: string) => void): () => void {
  const refreshes = createRefreshes(client, go);
  const leave = followShared(userId, {
    ...refreshes,
    isStillHere: async () => (await rereadUser(client))?.id === userId,
  });
  return () => {
    leave();
    refreshes.stop();
  };
}
