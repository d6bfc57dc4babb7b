import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { runPreloadedScriptsOnce } from '../../lib/parts.ts';
import { userQuery } from '../../lib/session.ts';

/** Delay before another attempt to load the code of the live updates, ms. */
const RETRY_MS = 10_000;

/** While a user is signed in, refreshes status, balance and queue on server events. Renders nothing. */
export function LiveUpdates() {
  const client = useQueryClient();
  const userId = useQuery(userQuery).data?.id;
  // Kept in a ref, because `useNavigate` returns a new function after each navigation.
  const navigate = useRef<NavigateFunction>(() => {});
  navigate.current = useNavigate();
  useEffect(() => {
    if (userId === undefined) return;
    // Imported on demand, to keep it out of the landing page's first load.
    let unsubscribe: (() => void) | undefined;
    let isCleanedUp = false;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      runPreloadedScriptsOnce()
        .then(() => import('./refreshes.ts'))
        .then(({ subscribe }) => {
          if (!isCleanedUp) unsubscribe = subscribe(client, userId, (href) => void navigate.current(href));
        })
        .catch(() => {
          // Without a retry, no event would refresh the page.
          if (!isCleanedUp) retryTimer = setTimeout(load, RETRY_MS);
        });
    void load();
    return () => {
      isCleanedUp = true;
      clearTimeout(retryTimer);
      unsubscribe?.();
    };
  }, [client, userId]);
  return null;
}
