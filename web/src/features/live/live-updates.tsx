import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { ranParts } from '../../lib/parts.ts';
import { userQuery } from '../../lib/session.ts';

/** When its code could not be fetched, ms. */
const RETRY_MS = 10_000;

/** While somebody is signed in, the server's events keep status, balance and queue current. Shows nothing. */
export function LiveUpdates() {
  const client = useQueryClient();
  const userId = useQuery(userQuery).data?.id;
  // Another one for each page.
  const navigate = useRef<NavigateFunction>(() => {});
  navigate.current = useNavigate();
  useEffect(() => {
    if (userId === undefined) return;
    // Its code is not part of the landing page's first load.
    let close: (() => void) | undefined;
    let gone = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const begin = () =>
      ranParts()
        .then(() => import('./refreshes.ts'))
        .then(({ subscribe }) => {
          if (!gone) close = subscribe(client, userId, (href) => void navigate.current(href));
        })
        .catch(() => {
          // Without it nothing would ever be read again.
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
