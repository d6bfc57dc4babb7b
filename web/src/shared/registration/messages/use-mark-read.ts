import type { MessagePage } from '@g2/gateway/contract/messages';
import { useDocumentVisibility, useFocusWithin, useInViewport } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readMessages, type Thread } from './api.ts';

/**
 * Marks what the other side wrote as read once the end of the thread is in sight, or one is at its field, in a window that is: a page left open
 * behind others reads nothing.
 * @returns refs, of the end of the thread and of all of it
 */
export function useMarkRead({ id, root }: Thread, newest: MessagePage | undefined) {
  const client = useQueryClient();
  const { ref: end, inViewport } = useInViewport<HTMLDivElement>();
  const { ref: whole, focused } = useFocusWithin<HTMLDivElement>();
  const isSeen = useDocumentVisibility() === 'visible' && (inViewport || focused);
  const { received = 0, receivedRead = 0 } = newest ?? {};
  /** Said once: a failure waits for the next message, or the next visit. */
  const said = useRef(0);
  useEffect(() => {
    if (!isSeen || received <= Math.max(receivedRead, said.current)) return;
    said.current = received;
    readMessages(client, { id, root }, received).catch(() => undefined);
  }, [client, id, root, isSeen, received, receivedRead]);
  return { end, whole };
}
