import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { registrationQuery } from '../../shared/registration/api.ts';
import type { UploadSession } from './upload-session.ts';

/** Interval of reads until the first one succeeds, ms. */
const ASKING_MS = 1_000;
/** Interval of reads while the server may still store the file, ms. */
const OPEN_MS = 2_000;
/** Every n-th read cancels a pending one: the connection of the pending read may be dead. */
const PATIENCE = 10;

/**
 * Reads the registration repeatedly while an upload's outcome is open, and when the browser comes back online. Reads by
 * other code, such as the event stream after a reconnection, count too.
 */
export function useUploadReading(
  registrationId: string,
  session: UploadSession | null,
): { readonly away: boolean; readonly ask: () => void } {
  const asking = session?.phase === 'asking';
  const openUntil = session?.openUntil ?? 0;
  const { error, fetchStatus, refetch } = useQuery({
    ...registrationQuery(registrationId),
    networkMode: 'always',
    refetchOnReconnect: (asking || openUntil > 0) && 'always',
  });
  useEffect(() => {
    if (!asking && openUntil === 0) return;
    let readings = 0;
    const timer = setInterval(
      () => {
        if (!asking && Date.now() > openUntil) return clearInterval(timer);
        readings += 1;
        void refetch({ cancelRefetch: readings % PATIENCE === 0 });
      },
      asking ? ASKING_MS : OPEN_MS,
    );
    return () => clearInterval(timer);
  }, [asking, openUntil, refetch]);
  return {
    away: asking && (error !== null || fetchStatus === 'paused'),
    ask: () => void refetch(),
  };
}
