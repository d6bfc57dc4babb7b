import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { runPartsOnce } from '../../lib/parts.ts';
import { userQuery } from '../../lib/session.ts';

/** Delay before the code of the stream is loaded again after a failure, ms. */
const RETRY_MS = 10_000;

/** Keeps status, balance and queue current by server events while a user is signed in. Renders nothing. */
export function LiveUpdates() {
  const client = useQueryClient();
  const userId = useQuery(userQuery).data?.id;
  // A ref, because `useNavigate` returns a new function on each page.
  const navigate = useRef<NavigateFunction>(() => {});
  navigate.current = useNavigate();
  useEffect(() => {
    if (userId === undefined) return;
    // Imported on demand, to keep it out of the landing page's first load.
    let close: (() => void) | undefined;
    let gone = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const begin = () =>
      runPartsOnce()
        .then(() => import('./refreshes.ts'))
        .then(({ subscribe }) => {
          if (!gone) close = subscribe(client, userId, (href) => void navigate.current(href));
        })
        .catch(() => {
          // The module of live updates could not be loaded. Without it, no event would refresh the page.
          if (!gone) retry = setTimeout(begin, RETRY_MS);
        });
    void begin();
    return () => {
      gone = true;
      clearTimeout(retry);
      close?.();
    };
  }, [client, userId]);
  return null;
}
