import { viewingCalls } from '@g2/gateway/contract/gen/calls/viewing';
import { VIEWING_BEAT_MS, type Viewer, type ViewerElsewhere } from '@g2/gateway/contract/viewing';
import { useDocumentVisibility, useTimeout } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, pathOf } from '../../lib/call.ts';
import { formatList } from '../../lib/format.ts';
import { postOnLeave } from '../../lib/http.ts';
import { fullName, Initials } from '../../ui/person-name.tsx';
import { texts as t } from './view-texts.ts';

/** Time until an open registration is reported to colleagues, ms. Paging quickly through a list reports nothing. */
const MIN_OPEN_MS = 500;
const VIEWERS_KEY = viewingCalls.listViewers.path;

/** Reports that the user has the registration open. @returns the other viewers; none after a failure */
const reportViewingQuery = (id: string) =>
  queryOptions({
    queryKey: [VIEWERS_KEY, 'here', id],
    queryFn: async ({ signal }) =>
      (
        await undefinedOnFailure(signal, () =>
          call(viewingCalls.markViewing, { params: { id }, body: {}, signal }),
        )
      )?.viewers ?? [],
    refetchInterval: VIEWING_BEAT_MS,
    staleTime: 0,
    gcTime: 0,
  });

/** The registrations that colleagues have open. */
const allViewersQuery = queryOptions({
  queryKey: [VIEWERS_KEY],
  queryFn: async ({ signal }) =>
    (await undefinedOnFailure(signal, () => call(viewingCalls.listViewers, { signal })))?.items ?? [],
});

async function undefinedOnFailure<T>(signal: AbortSignal, request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Reports this registration as open while the browser tab is visible. @returns the other viewers */
function useOtherViewers(id: string): readonly Viewer[] {
  /** True once the component has been mounted for MIN_OPEN_MS. */
  const [isOpenLongEnough, setOpenLongEnough] = useState(false);
  useTimeout(() => setOpenLongEnough(true), MIN_OPEN_MS, { autoInvoke: true });
  const isVisible = useDocumentVisibility() === 'visible';
  const isReported = isOpenLongEnough && isVisible;
  useEffect(() => {
    if (!isReported) return;
    const reportLeaving = () =>
      postOnLeave(pathOf(viewingCalls.markViewing, { params: { id } }), { left: true });
    window.addEventListener('pagehide', reportLeaving);
    return () => {
      window.removeEventListener('pagehide', reportLeaving);
      reportLeaving();
    };
  }, [id, isReported]);
  const { data } = useQuery({ ...reportViewingQuery(id), enabled: isReported });
  return isReported && data !== undefined ? data : [];
}

export function useAllViewers(): ReadonlyMap<string, readonly ViewerElsewhere[]> {
  const { data = [] } = useQuery(allViewersQuery);
  return Map.groupBy(data, ({ registrationId }) => registrationId);
}

/** Colleagues who also have this registration open, updated live. */
export function Viewers({ id }: { id: string }) {
  const viewers = useOtherViewers(id);
  return (
    // Stays in the page while empty, because screen readers announce only changes of an existing status element.
    <span
      role="status"
      className="g2-inline min-w-0 text-ink text-sm font-medium wrap-anywhere empty:absolute"
    >
      {viewers.length > 0 && (
        <>
          <span className="inline-flex flex-none -space-x-3 *:ring-2 *:ring-surface">
            {viewers.slice(0, 3).map((viewer) => (
              <Initials key={viewer.id} name={fullName(viewer)} />
            ))}
          </span>
          <span>{viewersText(viewers)}</span>
        </>
      )}
    </span>
  );
}

/** Icon in a list row for a registration that colleagues have open. */
export function ViewersMark({ viewers }: { viewers: readonly Viewer[] }) {
  if (viewers.length === 0) return null;
  const text = viewersText(viewers);
  return (
    <span role="img" className="g2-inline text-accent" aria-label={text} title={text}>
      <IconEye size={15} stroke={1.9} aria-hidden />
    </span>
  );
}

const viewersText = (viewers: readonly Viewer[]): string =>
  t.viewing(formatList(viewers.map(fullName)), viewers.length === 1);
