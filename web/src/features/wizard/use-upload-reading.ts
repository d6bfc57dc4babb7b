import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { registrationQuery } from '../../shared/registration/api.ts';
import type { UploadSession } from './upload-session.ts';

/** Between two readings while the first has not succeeded, ms. */
const ASKING_MS = 1_000;
/** Between two while the server may still store what was sent, ms. */
const OPEN_MS = 2_000;
/** One reading in so many begins anew, though the one before has no answer yet: its line may be dead. */
const PATIENCE = 10;

/**
 * Reads the registration again and again, while the screen is open, for as long as an upload's outcome may change what
 * the server holds; also when the browser is online again. Whatever else reads it, such as the live stream that reopens,
 * counts as well.
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
