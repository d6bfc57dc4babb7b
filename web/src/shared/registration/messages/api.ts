import { messageCalls } from '@g2/gateway/contract/gen/calls/messages';
import type { Message, MessagePage } from '@g2/gateway/contract/messages';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { applyPatch } from '../../../lib/optimistic.ts';

/** The message thread of a registration, as read by its owner or by staff. */
export interface Thread {
  readonly id: string;
  /** First element of the query keys: `REGISTRATIONS` for the owner, `STAFF_REGISTRATIONS` for staff. */
  readonly root: string;
}

type ThreadPages = InfiniteData<MessagePage>;

/** Pages of a thread, the newest page first; the messages of a page are oldest first. */
export const messagesQuery = ({ root, id }: Thread) =>
  infiniteQueryOptions({
    queryKey: [root, 'messages', id],
    queryFn: ({ pageParam, signal }) =>
      call(messageCalls.listMessages, { params: { id }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ older }) => older ?? undefined,
  });

/** All loaded messages of a thread, oldest first. */
export const messagesOldestFirst = ({ pages }: ThreadPages): Message[] =>
  pages.toReversed().flatMap(({ items }) => items);

export const writeMessage = (id: string, text: string, idempotencyKey: string): Promise<Message> =>
  call(messageCalls.writeMessage, { params: { id }, body: { text }, idempotencyKey });

/** Adds a sent message to the cache at once. The server's event refreshes the thread later. */
export function cacheSentMessage(client: QueryClient, thread: Thread, message: Message): void {
  updateNewestPage(client, thread, (newestPage) => {
    if (newestPage.items.some(({ id }) => id === message.id)) return newestPage;
    return { ...newestPage, items: [...newestPage.items, message], total: newestPage.total + 1 };
  });
}

/** Reports to the server that all received messages are read, and removes the unread marks on the screen. */
export async function reportMessagesRead(
  client: QueryClient,
  thread: Thread,
  receivedCount: number,
): Promise<void> {
  const { id, root } = thread;
  await call(messageCalls.readMessages, { params: { id }, body: { received: receivedCount } });
  updateNewestPage(client, thread, (newestPage) => ({
    ...newestPage,
    receivedRead: Math.max(newestPage.receivedRead, receivedCount),
  }));
  client.setQueriesData<unknown>({ queryKey: [root] }, (cached: unknown) =>
    applyPatch(cached, id, { unreadMessages: 0 }),
  );
}

function updateNewestPage(
  client: QueryClient,
  thread: Thread,
  update: (newestPage: MessagePage) => MessagePage,
): void {
  client.setQueryData<ThreadPages>(messagesQuery(thread).queryKey, (cached) => {
    const [newestPage, ...olderPages] = cached?.pages ?? [];
    return cached && newestPage ? { ...cached, pages: [update(newestPage), ...olderPages] } : cached;
  });
}
