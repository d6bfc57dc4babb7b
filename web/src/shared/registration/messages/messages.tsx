import type { Message, MessagePage } from '@g2/gateway/contract/messages';
import { Button, Skeleton } from '@mantine/core';
import { useDocumentVisibility, useFocusWithin, useInViewport } from '@mantine/hooks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef } from 'react';
import { failedToLoad } from '../../../lib/failures.ts';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { Said } from '../../../ui/said.tsx';
import { inOrder, messagesQuery, readMessages, type Thread } from './api.ts';
import { MessageForm } from './message-form.tsx';
import classes from './messages.module.css';
import { type Reader, texts } from './texts.ts';

interface MessagesProps {
  readonly thread: Thread;
  readonly reader: Reader;
  /** Ref of the message field, so that a page's shortcut can focus it. */
  readonly field?: RefObject<HTMLTextAreaElement | null>;
  /** Focuses the message field when the enclosing dialog opens. */
  readonly first?: boolean;
  readonly shortcut?: string;
}

export function Messages({ thread, reader, ...field }: MessagesProps) {
  const query = useInfiniteQuery(messagesQuery(thread));
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const newest = data?.pages[0];
  const { end, whole } = useMarkRead(thread, newest);
  return (
    <div ref={whole} className={classes.messages}>
      {/* A failed refetch shows no error while older data is on the screen. */}
      {(failedToLoad(query) || query.isFetchNextPageError) && (
        <RetryLine
          text={texts.failed}
          busy={isFetching}
          onRetry={() => void (query.isFetchNextPageError ? fetchNextPage() : refetch())}
        />
      )}
      {data !== undefined ? (
        <MessageLog
          messages={inOrder(data)}
          reader={reader}
          busy={isFetchingNextPage}
          end={end}
          older={
            hasNextPage && (
              <Button
                variant="subtle"
                size="xs"
                loading={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {texts.older}
              </Button>
            )
          }
        />
      ) : (
        error === null && <Skeleton height={72} radius="md" role="status" aria-label={texts.loading} />
      )}
      <MessageForm thread={thread} reader={reader} {...field} />
    </div>
  );
}

/**
 * Marks received messages as read when the end of the thread is in view or the focus is inside the thread. A hidden tab
 * marks nothing as read.
 * @returns refs for the end of the thread and for the whole thread
 */
function useMarkRead({ id, root }: Thread, newest: MessagePage | undefined) {
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

/** Scroll distance from the end of the log that still counts as being at the end, px. */
const NEAR = 32;

interface MessageLogProps {
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly reader: Reader;
  /** Older messages are loading. */
  readonly busy: boolean;
  /** Ref of the end of the log, to detect when it is in view. */
  readonly end: Ref<HTMLDivElement>;
  /** Control that loads older messages; false if there are none. */
  readonly older: ReactNode;
}

/** The messages of a thread, oldest first, scrolled to the newest. */
function MessageLog({ messages, reader, busy, end, older }: MessageLogProps) {
  const { box, onScroll } = useScrolling(messages);
  return (
    <div
      ref={box}
      className={classes.log}
      role="log"
      aria-live="polite"
      aria-label={texts.log}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={onScroll}
    >
      {older}
      {messages.length === 0 && <p className="g2-note">{texts.readers[reader].empty}</p>}
      {messages.length > 0 && (
        <ol className={classes.list}>
          {messages.map((message) => (
            <Said
              key={message.id}
              author={authorOf(message, reader)}
              at={message.createdAt}
              text={message.text}
              mine={message.mine}
            />
          ))}
        </ol>
      )}
      <div ref={end} className={classes.end} />
    </div>
  );
}

/** Displayed author. Clients see only the team's name; staff see each staff member's name. */
function authorOf({ mine, side, authorName }: Message, reader: Reader): string {
  if (mine) return texts.you;
  if (side === 'client') return authorName === null ? texts.client : texts.clientNamed(authorName);
  return reader === 'owner' ? texts.team : (authorName ?? texts.team);
}

/** Scrolls to a new message unless the user has scrolled up; older messages inserted above do not move the view. */
function useScrolling(messages: readonly Message[]) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ first: 0, last: 0, height: 0, atEnd: true });
  const first = messages[0]?.number ?? 0;
  const last = messages.at(-1)?.number ?? 0;
  const endsWithMine = messages.at(-1)?.mine ?? false;
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const was = before.current;
    if (last !== was.last && (was.atEnd || endsWithMine)) element.scrollTop = element.scrollHeight;
    else if (first < was.first) element.scrollTop += element.scrollHeight - was.height;
    before.current = { first, last, height: element.scrollHeight, atEnd: isAtEnd(element) };
  }, [first, last, endsWithMine]);
  const onScroll = () => {
    if (box.current !== null) before.current.atEnd = isAtEnd(box.current);
  };
  return { box, onScroll };
}

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR;
