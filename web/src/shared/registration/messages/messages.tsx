import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { Message, MessagePage } from '@g2/gateway/contract/messages';
import { Button, Skeleton, Textarea } from '@mantine/core';
import { useDocumentVisibility, useFocusWithin, useInViewport } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { failedToLoad, reasonOf } from '../../../lib/failures.ts';
import { formatInteger } from '../../../lib/format.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { useUser } from '../../../lib/session.ts';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { MessageItem } from '../../../ui/said.tsx';
import { inOrder, messagesQuery, readMessages, showWritten, type Thread, writeMessage } from './api.ts';
import { keptMessage, messageKeyName, messageLength } from './draft.ts';
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
  const messages = data === undefined ? [] : inOrder(data);
  const { end, whole } = useMarkRead(thread, data?.pages[0]);
  const { log, onScroll } = useScrolling(messages);
  return (
    <div ref={whole} className="grid grid-cols-1 gap-3">
      {/* A failed refetch shows no error while older data is on the screen. */}
      {(failedToLoad(query) || query.isFetchNextPageError) && (
        <RetryLine
          text={texts.failed}
          busy={isFetching}
          onRetry={() => void (query.isFetchNextPageError ? fetchNextPage() : refetch())}
        />
      )}
      {data === undefined && error === null && (
        <Skeleton height={72} radius="md" role="status" aria-label={texts.loading} />
      )}
      {data !== undefined && (
        <div
          ref={log}
          className="grid grid-cols-1 content-start gap-2 min-h-18 max-h-105 p-0.5 overflow-y-auto print:max-h-none"
          role="log"
          aria-live="polite"
          aria-label={texts.log}
          aria-busy={isFetchingNextPage}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          onScroll={onScroll}
        >
          {hasNextPage && (
            <Button
              variant="subtle"
              size="xs"
              className="justify-self-center"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {texts.older}
            </Button>
          )}
          {messages.length === 0 ? (
            <p className="g2-note">{texts.readers[reader].empty}</p>
          ) : (
            <ol className="g2-list grid grid-cols-1 gap-2">
              {messages.map((message) => (
                <MessageItem
                  key={message.id}
                  author={authorOf(message, reader)}
                  at={message.createdAt}
                  text={message.text}
                  mine={message.mine}
                />
              ))}
            </ol>
          )}
          <div ref={end} className="h-px" />
        </div>
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
  const reported = useRef(0);
  useEffect(() => {
    if (!isSeen || received <= Math.max(receivedRead, reported.current)) return;
    reported.current = received;
    readMessages(client, { id, root }, received).catch(() => undefined);
  }, [client, id, root, isSeen, received, receivedRead]);
  return { end, whole };
}

/** Displayed author. Clients see only the team's name; staff see each staff member's name. */
function authorOf({ mine, side, authorName }: Message, reader: Reader): string {
  if (mine) return texts.you;
  if (side === 'client') return authorName === null ? texts.client : texts.clientNamed(authorName);
  return reader === 'owner' ? texts.team : (authorName ?? texts.team);
}

/** Scrolls to a new message unless the user has scrolled up; older messages inserted above do not move the view. */
function useScrolling(messages: readonly Message[]) {
  const log = useRef<HTMLDivElement>(null);
  const before = useRef({ first: 0, last: 0, height: 0, atEnd: true });
  const first = messages[0]?.number ?? 0;
  const last = messages.at(-1)?.number ?? 0;
  const endsWithMine = messages.at(-1)?.mine ?? false;
  useLayoutEffect(() => {
    const element = log.current;
    if (element === null) return;
    const was = before.current;
    if (last !== was.last && (was.atEnd || endsWithMine)) element.scrollTop = element.scrollHeight;
    else if (first < was.first) element.scrollTop += element.scrollHeight - was.height;
    before.current = { first, last, height: element.scrollHeight, atEnd: isAtEnd(element) };
  }, [first, last, endsWithMine]);
  const onScroll = () => {
    if (log.current !== null) before.current.atEnd = isAtEnd(log.current);
  };
  return { log, onScroll };
}

/** Scroll distance from the end of the log that still counts as being at the end, px. */
const NEAR = 32;
const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR;

const MAX = MAX_LENGTH.message;

/** Message field with counter and send button. The draft stays in this browser until the server has the message. */
function MessageForm({ thread, reader, field, first, shortcut }: MessagesProps) {
  const client = useQueryClient();
  const userId = useUser()?.id ?? '';
  const kept = keptMessage(userId, thread.id);
  const key = useIntentKey(messageKeyName(userId, thread.id));
  const own = useRef<HTMLTextAreaElement>(null);
  const input = field ?? own;
  const [text, setText] = useState(kept.read);
  const [asked, setAsked] = useState(false);
  const length = messageLength(text);
  const type = (next: string) => {
    setText(next);
    kept.save(next);
  };
  const {
    mutate,
    isPending: sending,
    error,
  } = useMutation({
    mutationFn: (body: string) =>
      key.run(body, (idempotencyKey) => writeMessage(thread.id, body, idempotencyKey)),
    onSuccess: (written) => {
      showWritten(client, thread, written);
      type('');
      setAsked(false);
    },
  });
  const failure = error === null ? null : reasonOf(error, texts.sendFailed);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending) return;
    setAsked(true);
    input.current?.focus();
    if (problemOf(length, true) === null) mutate(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    // Ignore key repeats, so that holding Ctrl+Enter sends once.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) submit(event);
  };
  return (
    <form className="grid gap-2 print:hidden" noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <Textarea
        ref={input}
        label={texts.readers[reader].field}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={`${texts.counter(formatInteger(length), formatInteger(MAX))}. ${texts.hint}`}
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        error={problemOf(length, asked)}
        readOnly={sending}
        data-autofocus={first || undefined}
        aria-keyshortcuts={shortcut}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {failure !== null && (
        <p className="g2-failure m-0 text-sm" role="alert">
          {failure}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" size="sm" loading={sending} leftSection={<IconSend size={16} aria-hidden />}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}

function problemOf(length: number, asked: boolean): string | null {
  const over = length - MAX;
  if (over > 0) return texts.tooLong(formatInteger(over), over === 1);
  return asked && length === 0 ? texts.required : null;
}
