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

/** A record must be open this long before colleagues see it, so that paging through a list reports nothing, ms. */
const STAY_MS = 500;
const KEY = viewingCalls.listViewers.path;

/** Reports that the user has the record open, and reads who else has. A failure yields an empty list. */
const hereQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'here', id],
    queryFn: async ({ signal }) =>
      (await orUndefined(signal, () => call(viewingCalls.markViewing, { params: { id }, body: {}, signal })))
        ?.viewers ?? [],
    refetchInterval: VIEWING_BEAT_MS,
    staleTime: 0,
    gcTime: 0,
  });

/** Which colleagues have which records open. */
const elsewhereQuery = queryOptions({
  queryKey: [KEY],
  queryFn: async ({ signal }) =>
    (await orUndefined(signal, () => call(viewingCalls.listViewers, { signal })))?.items ?? [],
});

async function orUndefined<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Shows colleagues that this record is open here, while the tab is visible. @returns the other viewers */
function useViewersHere(id: string): readonly Viewer[] {
  /** True once the component has been mounted for STAY_MS. */
  const [stays, setStays] = useState(false);
  useTimeout(() => setStays(true), STAY_MS, { autoInvoke: true });
  const isVisible = useDocumentVisibility() === 'visible';
  const isSeen = stays && isVisible;
  useEffect(() => {
    if (!isSeen) return;
    const leave = () => postOnLeave(pathOf(viewingCalls.markViewing, { params: { id } }), { left: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [id, isSeen]);
  const { data } = useQuery({ ...hereQuery(id), enabled: isSeen });
  return isSeen && data !== undefined ? data : [];
}

export function useViewersElsewhere(): ReadonlyMap<string, readonly ViewerElsewhere[]> {
  const { data = [] } = useQuery(elsewhereQuery);
  return Map.groupBy(data, ({ registrationId }) => registrationId);
}

/** Colleagues who also have this record open, updated live; empty when there are none. */
export function Viewers({ id }: { id: string }) {
  const viewers = useViewersHere(id);
  return (
    // While empty, it takes no space, but stays in the page: screen readers announce what is added to it.
    <span
      role="status"
      className="g2-inline min-w-0 text-ink text-sm font-medium wrap-anywhere empty:absolute"
    >
      {viewers.length > 0 && (
        <>
          <span className="inline-flex flex-none -space-x-3 *:ring-2 *:ring-surface">
            {viewers.slice(0, 3).map((one) => (
              <Initials key={one.id} name={fullName(one)} />
            ))}
          </span>
          <span>{sentenceOf(viewers)}</span>
        </>
      )}
    </span>
  );
}

/** Icon in a list row: colleagues have this record open. */
export function ViewersMark({ viewers }: { viewers: readonly Viewer[] }) {
  if (viewers.length === 0) return null;
  const sentence = sentenceOf(viewers);
  return (
    <span role="img" className="g2-inline text-accent" aria-label={sentence} title={sentence}>
      <IconEye size={15} stroke={1.9} aria-hidden />
    </span>
  );
}

const sentenceOf = (viewers: readonly Viewer[]): string =>
  t.viewing(formatList(viewers.map(fullName)), viewers.length === 1);
