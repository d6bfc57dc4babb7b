import { type EventName, type EventPayload, parseEvent } from '@g2/gateway/contract/events';
import type { QueryClient } from '@tanstack/react-query';
import { rereadUser, userQuery } from '../../lib/session.ts';
import { refreshStatement } from '../../shared/payment/api.ts';
import { refreshRegistrations } from '../../shared/registration/api.ts';
import { createAssignmentToasts } from './assigned.ts';
import { followSharedStream } from './shared-stream.ts';

/** Margin before the page's start, ms: an event of that time may still be passing through other services. */
const START_MARGIN_MS = 10_000;
/** Throttle for the user's own data, ms: a burst of events causes one refetch. */
const OWN_THROTTLE_MS = 250;
/** Throttle for the queue, ms: a change of many rows must not make every staff tab refetch continuously. */
const QUEUE_THROTTLE_MS = 1_000;
/** Query keys of the staff's presence: this path for all records, plus `here` and an id for one. */
const VIEWERS_PATH = '/api/operator/viewers';
/** Query keys of contacts, as seen by the staff and by the authors. */
const CONTACT_PATHS = { staff: '/api/operator/contacts', own: '/api/contacts' } as const;
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
  /** Refetches what is shown, unless no event has occurred since the page started. */
  readonly onOpen: (again: boolean, quietMs: number) => void;
  readonly onEvent: (name: EventName, data: string) => void;
  readonly stop: () => void;
}

/** Refetches what server events outdate, and shows toasts about changes by others to the user's assignments. */
export function createRefreshes(client: QueryClient, go: (href: string) => void): Refreshes {
  const assigned = createAssignmentToasts(go);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const throttle = (name: string, ms: number, action: () => void) => {
    if (timers.has(name)) return;
    const run = () => {
      timers.delete(name);
      action();
    };
    timers.set(name, setTimeout(run, ms));
  };
  const refresh = (paths: readonly string[]) =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [root] }) =>
        typeof root === 'string' && paths.some((path) => root.startsWith(path)),
    });
  const handlers: { readonly [Name in EventName]: (event: EventPayload<Name>) => void } = {
    ping: () => {},
    registration: () => throttle('registration', OWN_THROTTLE_MS, () => void refreshRegistrations(client)),
    messages: () => throttle('registration', OWN_THROTTLE_MS, () => void refreshRegistrations(client)),
    queue: ({ status }) => {
      const ms = QUEUE_THROTTLE_MS * (1 + Math.random());
      throttle('queue', ms, () => refresh(STAFF_LISTS));
      if (status === 'paid') throttle('balances', ms, () => refresh(BALANCE_LISTS));
    },
    contacts: () => {
      throttle('own contacts', OWN_THROTTLE_MS, () => refresh([CONTACT_PATHS.own]));
      throttle('contacts', QUEUE_THROTTLE_MS * (1 + Math.random()), () => refresh([CONTACT_PATHS.staff]));
    },
    assigned: (one) => assigned.add(one),
    viewers: ({ id }) => {
      const read = (queryKey: readonly string[]) => void client.invalidateQueries({ queryKey, exact: true });
      throttle(`viewers ${id}`, OWN_THROTTLE_MS, () => read([VIEWERS_PATH, 'here', id]));
      throttle('viewers', QUEUE_THROTTLE_MS, () => read([VIEWERS_PATH]));
    },
    balance: ({ credits }) => {
      client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, credits } : user));
      throttle('statement', OWN_THROTTLE_MS, () => void refreshStatement(client));
    },
  };
  const handleEvent = <Name extends EventName>(name: Name, data: string) => {
    const event = parseEvent(name, data);
    if (event !== undefined) handlers[name](event);
  };
  return {
    onOpen: (again, quietMs) => {
      if (!again && quietMs > pageAge() + START_MARGIN_MS) return;
      throttle(again ? 'all again' : 'all', again ? OWN_THROTTLE_MS : 0, () => refetchShown(client, again));
    },
    onEvent: handleEvent,
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
function refetchShown(client: QueryClient, again: boolean): void {
  for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue;
    // The running request may return data from before the event, so refetch after it.
    const refetch = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(refetch, () => undefined);
  }
  void client.invalidateQueries({
    predicate: ({ state }) => again || (state.data !== undefined && state.status === 'success'),
  });
}

/** Follows the user's events until the returned function is called. @param go navigates within the application */
export function subscribe(client: QueryClient, userId: string, go: (href: string) => void): () => void {
  const refreshes = createRefreshes(client, go);
  const stopFollowing = followSharedStream(userId, {
    ...refreshes,
    isStillSignedIn: async () => (await rereadUser(client))?.id === userId,
  });
  return () => {
    stopFollowing();
    refreshes.stop();
  };
}
