import type { BalanceEvent, EventName } from '@g2/gateway/contract/events';
import type { QueryClient } from '@tanstack/react-query';
import { refreshRegistrations } from '../../lib/registrations.ts';
import { userQuery } from '../../lib/session.ts';

const RETRY_MS = [2_000, 5_000, 15_000, 30_000] as const;
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
] as const;

/** Follows GET /api/events until the returned function is called. */
export function subscribe(client: QueryClient): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let closed = false;
  const settle = debounced();

  const refreshStaff = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [root] }) =>
        typeof root === 'string' && STAFF_LISTS.some((path) => root.startsWith(path)),
    });
  const handlers: Record<EventName, (data: string) => void> = {
    registration: () => settle('registration', () => void refreshRegistrations(client)),
    queue: () => settle('queue', () => void refreshStaff()),
    balance: (data) => {
      const { credits } = JSON.parse(data) as BalanceEvent;
      client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, credits } : user));
    },
  };

  const connect = () => {
    const events = new EventSource('/api/events', { withCredentials: true });
    source = events;
    events.onopen = () => {
      // What happened while the line was down was not told: look again.
      if (failures > 0) settle('all', () => void client.invalidateQueries());
      failures = 0;
    };
    for (const [name, handle] of Object.entries(handlers)) {
      events.addEventListener(name, (event: MessageEvent<string>) => handle(event.data));
    }
    events.onerror = () => {
      failures += 1;
      // A dropped line is taken up again by the browser itself; a refusal is final for it.
      if (events.readyState !== EventSource.CLOSED || closed) return;
      const wait = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 30_000;
      retry = setTimeout(() => {
        // A refusal may mean that the session has ended: ask first.
        void client.fetchQuery({ ...userQuery, staleTime: 0 }).then(
          (user) => user !== null && !closed && connect(),
          () => !closed && connect(),
        );
      }, wait);
    };
  };
  connect();

  return () => {
    closed = true;
    clearTimeout(retry);
    settle.stop();
    source?.close();
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
