import { viewingRoutes } from '@g2/gateway/contract/routes/viewing';
import { VIEWING_BEAT_MS, type Viewer, type ViewerElsewhere } from '@g2/gateway/contract/viewing';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call, pathOf } from '../../lib/call.ts';
import { sayGoodbye } from '../../lib/http.ts';

/** A record must be open this long before colleagues see it, so that paging through a list reports nothing, ms. */
const STAY_MS = 500;
const KEY = viewingRoutes.listViewers.path;

/** Reports that the user has the record open, and reads who else has. A failure yields an empty list. */
const hereQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'here', id],
    queryFn: async ({ signal }) =>
      (await orNothing(signal, () => call(viewingRoutes.markViewing, { params: { id }, body: {}, signal })))
        ?.viewers ?? [],
    refetchInterval: VIEWING_BEAT_MS,
    staleTime: 0,
    gcTime: 0,
  });

/** Which colleagues have which records open. */
const elsewhereQuery = queryOptions({
  queryKey: [KEY],
  queryFn: async ({ signal }) =>
    (await orNothing(signal, () => call(viewingRoutes.listViewers, { signal })))?.items ?? [],
});

async function orNothing<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Shows colleagues that this record is open here, while the tab is visible. @returns the other viewers */
export function useViewersHere(id: string): readonly Viewer[] {
  const stays = useStay();
  const isVisible = useVisible();
  const isSeen = stays && isVisible;
  useEffect(() => {
    if (!isSeen) return;
    const leave = () => sayGoodbye(pathOf(viewingRoutes.markViewing, { params: { id } }), { left: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [id, isSeen]);
  const { data } = useQuery({ ...hereQuery(id), enabled: isSeen });
  return isSeen && data !== undefined ? data : [];
}

/** Colleagues by the id of the record that they have open. */
export function useViewersElsewhere(): ReadonlyMap<string, readonly ViewerElsewhere[]> {
  const { data = [] } = useQuery(elsewhereQuery);
  return Map.groupBy(data, ({ registrationId }) => registrationId);
}

/** True once the component has been mounted for STAY_MS. */
function useStay(): boolean {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), STAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return stays;
}

const isInSight = () => document.visibilityState === 'visible';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

const useVisible = (): boolean => useSyncExternalStore(subscribe, isInSight);
