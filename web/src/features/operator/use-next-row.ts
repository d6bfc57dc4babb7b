import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useIdParam } from '../../lib/use-id-param.ts';
import { queueQuery } from './api.ts';
import { queueView } from './queue.ts';
import { useQueueLook } from './queue-look.ts';

/** Opens the next record of the list, also after an action removed the current one from it. */
export function useNextRow(id: string): () => void {
  const { search } = useLocation();
  const { rows } = useQueueLook();
  const { open } = useIdParam('open');
  // The list component fetches; this hook only reads the cache.
  const { data } = useQuery({ ...queueQuery(queueView(search), rows), enabled: false });
  const items = data?.items ?? [];
  const at = items.findIndex((item) => item.id === id);
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (at >= 0) last.current = items[at + 1]?.id;
  });
  return () => last.current !== undefined && open(last.current);
}
