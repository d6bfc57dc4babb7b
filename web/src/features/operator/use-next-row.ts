import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useIdParam } from '../../lib/use-id-param.ts';
import { queueQuery } from './api.ts';
import { queueView } from './queue.ts';
import { useQueueLook } from './queue-look.ts';

/** Opens, in the panel, the record below this one; where a step took this one off the list, the one that was below it. */
export function useNextRow(id: string): () => void {
  const { search } = useLocation();
  const { rows } = useQueueLook();
  const { open } = useIdParam('open');
  // The list beside the panel asks; here one looks at what it has.
  const { data } = useQuery({ ...queueQuery(queueView(search), rows), enabled: false });
  const items = data?.items ?? [];
  const at = items.findIndex((item) => item.id === id);
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (at >= 0) last.current = items[at + 1]?.id;
  });
  return () => last.current !== undefined && open(last.current);
}
