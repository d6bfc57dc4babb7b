import { type EventName, type EventPayload, parseEvent } from '@g2/gateway/contract/events';
import type { QueryClient } from '@tanstack/react-query';
import { rereadUser, userQuery } from '../../lib/session.ts';
import { refreshStatement } from '../../shared/payment/api.ts';
import { refreshRegistrations } from '../../shared/registration/api.ts';
import { createAssignmentToasts } from './assigned.ts';
import { followSharedStream } from './shared-stream.ts';

/** Safety margin, ms: an event from shortly before the page's start may reach the browser only later. */
const START_MARGIN_MS = 10_000;
/** Throttle for the user's own data, ms: a burst of events causes one refetch. */
const OWN_DATA_THROTTLE_MS = 250;
/** Throttle for the queue, ms: a change of many rows must not make every staff tab refetch continuously. */
const QUEUE_THROTTLE_MS = 1_000;
/** Query key of the staff's presence: this path for all registrations, plus `here` and an id for one of them. */
const VIEWERS_PATH = '/api/operator/viewers';
/** Query keys of contacts, as seen by the staff and by the authors. */
const CONTACT_PATHS = { staff: '/api/operator/contacts', own: '/api/contacts' } as const;
/** Queries of staff pages that may change when the queue changes, by the start of their path. */
const STAFF_LISTS = [
  '/api/operator/',
  '/api/admin/registrations',
  '/api/admin/enhanced-stats',
  '/api/admin/operators',
  '/api/admin/analytics',
  '/api/admin/payments',
  '/api/admin/webhook-events',
];
/** Admin queries with other users' balances. The event of a changed balance reaches only the owner of the balance. */
const BALANCE_LISTS = ['/api/admin/users', '/api/admin/credits'];

export interface Refreshes {
  /** Refetches the shown data, unless no event has occurred since the page started. */
  readonly onOpen: (isReconnect: boolean, quietMs: number) => void;
  readonly onEvent: (name: EventName, data: string) => void;
  readonly stop: () => void;
}

/** Refetches data that a server event makes outdated, and shows toasts when others change the user's assignments. */
export function createRefreshes(client: QueryClient, navigate: (href: string) => void): Refreshes {
  const assignmentToasts = createAssignmentToasts(navigate);
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
  const throttleRegistrations = () =>
    throttle('registration', OWN_DATA_THROTTLE_MS, () => void refreshRegistrations(client));
  const handlers: { readonly [Name in EventName]: (event: EventPayload<Name>) => void } = {
    ping: () => {},
    registration: () => throttleRegistrations(),
    messages: () => throttleRegistrations(),
    queue: ({ status }) => {
      const ms = QUEUE_THROTTLE_MS * (1 + Math.random());
      throttle('queue', ms, () => refresh(STAFF_LISTS));
      if (status === 'paid') throttle('balances', ms, () => refresh(BALANCE_LISTS));
    },
    contacts: () => {
      throttle('own contacts', OWN_DATA_THROTTLE_MS, () => refresh([CONTACT_PATHS.own]));
      throttle('contacts', QUEUE_THROTTLE_MS * (1 + Math.random()), () => refresh([CONTACT_PATHS.staff]));
    },
    assigned: (event) => assignmentToasts.add(event),
    viewers: ({ id }) => {
      const refetch = (queryKey: readonly string[]) =>
        void client.invalidateQueries({ queryKey, exact: true });
      throttle(`viewers ${id}`, OWN_DATA_THROTTLE_MS, () => refetch([VIEWERS_PATH, 'here', id]));
      throttle('viewers', QUEUE_THROTTLE_MS, () => refetch([VIEWERS_PATH]));
    },
    balance: ({ credits }) => {
      client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, credits } : user));
      throttle('statement', OWN_DATA_THROTTLE_MS, () => void refreshStatement(client));
    },
  };
  const handleEvent = <Name extends EventName>(name: Name, data: string) => {
    const event = parseEvent(name, data);
    if (event !== undefined) handlers[name](event);
  };
  return {
    onOpen: (isReconnect, quietMs) => {
      if (!isReconnect && quietMs > pageAgeMs() + START_MARGIN_MS) return;
      const refetchAll = () => refetchShownData(client, isReconnect);
      if (isReconnect) throttle('all after reconnect', OWN_DATA_THROTTLE_MS, refetchAll);
      else throttle('all', 0, refetchAll);
    },
    onEvent: handleEvent,
    stop: () => {
      assignmentToasts.stop();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** Age of the page, ms: the maximum of two clocks, because one of them may stop while the machine sleeps. */
const pageAgeMs = (): number => Math.max(performance.now(), Date.now() - performance.timeOrigin);

/**
 * Refetches all data on the screen. Only a reconnect also refetches failed queries, which otherwise keep their error
 * message with a retry button.
 */
function refetchShownData(client: QueryClient, isReconnect: boolean): void {
  for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue;
    // A running first request may return data from before the event, so refetch after it.
    const refetch = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(refetch, () => undefined);
  }
  void client.invalidateQueries({
    predicate: ({ state }) => isReconnect || (state.data !== undefined && state.status === 'success'),
  });
}

/** Follows the user's events until the returned function is called. @param navigate opens a page of the application */
export function subscribe(client: QueryClient, userId: string, navigate: (href: string) => void): () => void {
  const refreshes = createRefreshes(client, navigate);
  const stopFollowing = followSharedStream(userId, {
    ...refreshes,
    isStillSignedIn: async () => (await rereadUser(client))?.id === userId,
  });
  return () => {
    stopFollowing();
    refreshes.stop();
  };
}
