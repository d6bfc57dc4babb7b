import { type EventName, type EventPayload, parseEvent } from '@g2/gateway/contract/events';
import type { QueryClient } from '@tanstack/react-query';
import { rereadUser, userQuery } from '../../lib/session.ts';
import { refreshStatement } from '../../shared/payment/api.ts';
import { refreshRegistrations } from '../../shared/registration/api.ts';
import { createAssignedNews } from './assigned.ts';
import { followShared } from './shared-line.ts';

/** Margin before the page's start, ms: an event of that time may still be passing through other services. */
const SETTLED_MS = 10_000;
/** Throttle for the user's own data, ms: a burst of events causes one refetch. */
const OWN_MS = 250;
/** Throttle for the queue, ms: a change of many rows must not make every staff tab refetch continuously. */
const QUEUE_MS = 1_000;
/** Query keys of the staff's presence: this path for all records, plus `here` and an id for one. */
const VIEWERS = '/api/operator/viewers';
/** Query keys of contacts, as seen by the staff and by the authors. */
const CONTACTS = { staff: '/api/operator/contacts', own: '/api/contacts' } as const;
/** Lists of the staff that change with the queue. */
const STAFF_LISTS = [
  '/api/operator/',
  '/api/admin/registrations',
  '/api/admin/enhanced-stats',
  '/api/admin/operators',
  '/api/admin/analytics',
  '/api/admin/payments',
  '/api/admin/webhook-events',
];
/** Lists that show other users' balances. A credit payment changes one, but its event reaches only its owner. */
const BALANCE_LISTS = ['/api/admin/users', '/api/admin/credits'];

export interface Refreshes {
  /** Refetches once, unless no event has occurred since the page started: earlier events were not received. */
  readonly onOpen: (again: boolean, quietMs: number) => void;
  readonly onEvent: (name: EventName, data: string) => void;
  readonly stop: () => void;
}

/** Refetches what server events outdate, and shows toasts about changes by others to the user's assignments. */
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

/** Age of the page, ms. The larger value of two clocks, because one may stop while the machine sleeps. */
const pageAge = (): number => Math.max(performance.now(), Date.now() - performance.timeOrigin);

/**
 * Refetches everything on the screen. On the first connection, failed queries are left out: their error is shown with a
 * retry button.
 */
function readAgain(client: QueryClient, again: boolean): void {
  for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue;
    // The running request may return data from before the event, so refetch after it.
    const isThere = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(isThere, () => undefined);
  }
  void client.invalidateQueries({
    predicate: ({ state }) => again || (state.data !== undefined && state.status === 'success'),
  });
}

/** Follows the user's events until the returned function is called. @param go navigates within the application */
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
