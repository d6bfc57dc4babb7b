import type { MessagePage } from '@g2/gateway/contract/messages';
import { useDocumentVisibility, useFocusWithin, useInViewport } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readMessages, type Thread } from './api.ts';

/**
 * Marks received messages as read when the end of the thread is in view or the focus is inside the thread. A hidden tab
 * marks nothing as read.
 * @returns refs for the end of the thread and for the whole thread
 */
export function useMarkRead({ id, root }: Thread, newest: MessagePage | undefined) {
  const client = useQueryClient();
  const { ref: end, inViewport } = useInViewport<HTMLDivElement>();
  const { ref: whole, focused } = useFocusWithin<HTMLDivElement>();
  const isSeen = useDocumentVisibility() === 'visible' && (inViewport || focused);
  const { received = 0, receivedRead = 0 } = newest ?? {};
  /** Number of messages already reported as read: after a failure, retry only with the next message or visit. */
  const said = useRef(0);
  useEffect(() => {
    if (!isSeen || received <= Math.max(receivedRead, said.current)) return;
    said.current = received;
    readMessages(client, { id, root }, received).catch(() => undefined);
  }, [client, id, root, isSeen, received, receivedRead]);
  return { end, whole };
}
