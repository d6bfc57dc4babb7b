import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { ranParts } from '../../lib/parts.ts';
import { userQuery } from '../../lib/session.ts';

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
    void ranParts()
      .then(() => import('./refreshes.ts'))
      .then(({ subscribe }) => {
        if (!gone) close = subscribe(client, userId, (href) => void navigate.current(href));
      });
    return () => {
      gone = true;
      close?.();
    };
  }, [client, userId]);
  return null;
}
