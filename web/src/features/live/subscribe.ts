import type { BalanceEvent, EventName, QueueEvent } from '@g2/gateway/contract/events';
import type { QueryClient } from '@tanstack/react-query';
import { refreshStatement } from '../../lib/payments.ts';
import { refreshRegistrations } from '../../lib/registrations.ts';
import { userQuery } from '../../lib/session.ts';
import { backOff } from './back-off.ts';

/** A burst of events refreshes once. */
const SETTLE_MS = 250;
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

/** Follows GET /api/events until the returned function is called; a dropped line is taken up again. */
export function subscribe(client: QueryClient): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let closed = false;
  const settle = debounced();
  const handlers = handlersFor(client, settle);

  const connect = () => {
    if (closed || (source !== undefined && source.readyState !== EventSource.CLOSED)) return;
    const events = new EventSource('/api/events', { withCredentials: true });
    source = events;
    events.onopen = () => {
      // What happened while the line was down was not told: look again, once.
      if (failures > 0) settle('all', () => void client.invalidateQueries());
      failures = 0;
    };
    for (const [name, handle] of Object.entries(handlers)) {
      events.addEventListener(name, (event: MessageEvent<string>) => handle(event.data));
    }
    events.onerror = () => {
      const refused = events.readyState === EventSource.CLOSED;
      // The browser's own reconnect has no back-off, and gives up when it is refused.
      events.close();
      failures += 1;
      clearTimeout(retry);
      retry = setTimeout(refused ? askFirst : connect, backOff(failures, Math.random()));
    };
  };
  /** A refusal may mean that the session has ended. */
  const askFirst = () => {
    client.fetchQuery({ ...userQuery, staleTime: 0 }).then((user) => user !== null && connect(), connect);
  };
  const onOnline = () => {
    clearTimeout(retry);
    connect();
  };
  window.addEventListener('online', onOnline);
  connect();

  return () => {
    closed = true;
    window.removeEventListener('online', onOnline);
    clearTimeout(retry);
    settle.stop();
    source?.close();
  };
}

function handlersFor(
  client: QueryClient,
  settle: ReturnType<typeof debounced>,
): Record<EventName, (data: string) => void> {
  const refresh = (paths: readonly string[]) =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [root] }) =>
        typeof root === 'string' && paths.some((path) => root.startsWith(path)),
    });
  return {
    registration: () => settle('registration', () => void refreshRegistrations(client)),
    queue: (data) => {
      const { status } = JSON.parse(data) as QueueEvent;
      settle('queue', () => refresh(STAFF_LISTS));
      if (status === 'paid') settle('balances', () => refresh(BALANCE_LISTS));
    },
    balance: (data) => {
      const { credits } = JSON.parse(data) as BalanceEvent;
      client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, credits } : user));
      settle('statement', () => void refreshStatement(client));
    },
  };
}

function debounced() {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const settle = (name: string, action: () => void) => {
    if (timers.has(name)) return;
    timers.set(
      name,
      setTimeout(() => {
        timers.delete(name);
        action();
      }, SETTLE_MS),
    );
  };
  settle.stop = () => {
    for (const timer of timers.values()) clearTimeout(timer);
  };
  return settle;
}
