import type { Message, MessagePage } from '@g2/gateway/contract/messages';
import { messageRoutes } from '@g2/gateway/contract/routes/messages';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { patched } from '../../../lib/optimistic.ts';

/** A registration's thread, and where it is read: under the keys of the owner's registrations, or of the staff's. */
export interface Thread {
  readonly id: string;
  /** First part of the keys of all that is read there. */
  readonly root: string;
}

type Pages = InfiniteData<MessagePage>;

/** The newest part first, each with its messages oldest first. */
export const messagesQuery = ({ root, id }: Thread) =>
  infiniteQueryOptions({
    queryKey: [root, 'messages', id],
    queryFn: ({ pageParam, signal }) =>
      call(messageRoutes.listMessages, { params: { id }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ older }) => older ?? undefined,
  });

/** All that has been read of a thread, oldest first. */
export const inOrder = ({ pages }: Pages): Message[] => pages.toReversed().flatMap(({ items }) => items);

export const writeMessage = (id: string, text: string, idempotencyKey: string): Promise<Message> =>
  call(messageRoutes.writeMessage, { params: { id }, body: { text }, idempotencyKey });

/** Shows what was written at once; the server's event reads it again. */
export function showWritten(client: QueryClient, thread: Thread, written: Message): void {
  changeNewest(client, thread, (newest) => {
    if (newest.items.some(({ id }) => id === written.id)) return newest;
    return { ...newest, items: [...newest.items, written], total: newest.total + 1 };
  });
}

/** Tells the server what was read, and takes the marks of it off the screen. */
export async function readMessages(client: QueryClient, thread: Thread, received: number): Promise<void> {
  const { id, root } = thread;
  await call(messageRoutes.readMessages, { params: { id }, body: { received } });
  changeNewest(client, thread, (newest) => ({
    ...newest,
    receivedRead: Math.max(newest.receivedRead, received),
  }));
  client.setQueriesData<unknown>({ queryKey: [root] }, (kept: unknown) =>
    patched(kept, id, { unreadMessages: 0 }),
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
