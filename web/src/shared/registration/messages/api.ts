import { messageCalls } from '@g2/gateway/contract/gen/calls/messages';
import type { Message, MessagePage } from '@g2/gateway/contract/messages';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { applyPatch } from '../../../lib/optimistic.ts';

/** The message thread of a registration, as its owner or staff read it. */
export interface Thread {
  readonly id: string;
  /** First element of the query keys: that of the owner's registrations or that of the staff's. */
  readonly root: string;
}

type Pages = InfiniteData<MessagePage>;

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
export const inOrder = ({ pages }: Pages): Message[] => pages.toReversed().flatMap(({ items }) => items);

export const writeMessage = (id: string, text: string, idempotencyKey: string): Promise<Message> =>
  call(messageCalls.writeMessage, { params: { id }, body: { text }, idempotencyKey });

/** Adds a sent message to the cache at once; the server's event refreshes the thread later. */
export function showWritten(client: QueryClient, thread: Thread, written: Message): void {
  changeNewest(client, thread, (newest) => {
    if (newest.items.some(({ id }) => id === written.id)) return newest;
    return { ...newest, items: [...newest.items, written], total: newest.total + 1 };
  });
}

/** Reports to the server how many received messages were read, and removes the unread marks on the screen. */
export async function readMessages(client: QueryClient, thread: Thread, received: number): Promise<void> {
  const { id, root } = thread;
  await call(messageCalls.readMessages, { params: { id }, body: { received } });
  changeNewest(client, thread, (newest) => ({
    ...newest,
    receivedRead: Math.max(newest.receivedRead, received),
  }));
  client.setQueriesData<unknown>({ queryKey: [root] }, (kept: unknown) =>
    applyPatch(kept, id, { unreadMessages: 0 }),
  );
}

function changeNewest(
  client: QueryClient,
  thread: Thread,
  change: (newest: MessagePage) => MessagePage,
): void {
  client.setQueryData<Pages>(messagesQuery(thread).queryKey, (kept) => {
    const [newest, ...older] = kept?.pages ?? [];
    return kept && newest ? { ...kept, pages: [change(newest), ...older] } : kept;
  });
}
