import { MAX_LENGTH } from '@g2/gateway/contract/constants';
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
import {
  cacheSentMessage,
  messagesOldestFirst,
  messagesQuery,
  reportMessagesRead,
  type Thread,
  writeMessage,
} from './api.ts';
import { messageDraft, messageIntentName, messageLength } from './draft.ts';
import { type Reader, texts } from './texts.ts';

interface MessagesProps {
  readonly thread: Thread;
  readonly reader: Reader;
  /** Ref of the message field, which a shortcut of the page focuses. */
  readonly fieldRef?: RefObject<HTMLTextAreaElement | null>;
  /** Focuses the message field when the enclosing dialog opens. */
  readonly focusOnOpen?: boolean;
  /** Key of the shortcut that focuses the message field. */
  readonly shortcut?: string;
}

export function Messages({ thread, reader, ...fieldProps }: MessagesProps) {
  const query = useInfiniteQuery(messagesQuery(thread));
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const messages = data === undefined ? [] : messagesOldestFirst(data);
  const { endRef, threadRef } = useMarkAsRead(thread, data?.pages[0]);
  const { logRef, onScroll } = useThreadScrolling(messages);
  return (
    <div ref={threadRef} className="grid grid-cols-1 gap-3">
      {/* No error is shown if only a refetch failed: the data on the screen stays. */}
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
          ref={logRef}
          className="grid grid-cols-1 content-start gap-2 min-h-18 max-h-105 p-0.5 overflow-y-auto print:max-h-none"
          role="log"
          aria-live="polite"
          aria-label={texts.threadLabel}
          aria-busy={isFetchingNextPage}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
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
              {texts.showOlder}
            </Button>
          )}
          {messages.length === 0 ? (
            <p className="g2-note">{texts.byReader[reader].empty}</p>
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
          <div ref={endRef} className="h-px" />
        </div>
      )}
      <MessageForm thread={thread} reader={reader} {...fieldProps} />
    </div>
  );
}

/**
 * Marks received messages as read when the end of the thread is in view or the focus is inside the thread, but not in a
 * hidden tab.
 * @returns refs for the end of the thread and for the whole thread
 */
function useMarkAsRead({ id, root }: Thread, newestPage: MessagePage | undefined) {
  const client = useQueryClient();
  const { ref: endRef, inViewport } = useInViewport<HTMLDivElement>();
  const { ref: threadRef, focused } = useFocusWithin<HTMLDivElement>();
  const isSeen = useDocumentVisibility() === 'visible' && (inViewport || focused);
  const { received = 0, receivedRead = 0 } = newestPage ?? {};
  // A report that failed also counts: it is repeated only after a new message or a new visit.
  const reportedCount = useRef(0);
  useEffect(() => {
    if (!isSeen || received <= Math.max(receivedRead, reportedCount.current)) return;
    reportedCount.current = received;
    reportMessagesRead(client, { id, root }, received).catch(() => undefined);
  }, [client, id, root, isSeen, received, receivedRead]);
  return { endRef, threadRef };
}

/** Displayed author of a message. Only staff see the names of staff members; owners see the team's name. */
function authorOf({ mine, side, authorName }: Message, reader: Reader): string {
  if (mine) return texts.you;
  if (side === 'client') return authorName === null ? texts.client : texts.clientNamed(authorName);
  return reader === 'owner' ? texts.team : (authorName ?? texts.team);
}

/** Scrolls to a new message unless the user has scrolled up. Older messages inserted above do not move the view. */
function useThreadScrolling(messages: readonly Message[]) {
  const logRef = useRef<HTMLDivElement>(null);
  const previousState = useRef({ firstNumber: 0, lastNumber: 0, height: 0, wasAtEnd: true });
  const firstNumber = messages[0]?.number ?? 0;
  const lastNumber = messages.at(-1)?.number ?? 0;
  const isLastOwn = messages.at(-1)?.mine ?? false;
  useLayoutEffect(() => {
    const element = logRef.current;
    if (element === null) return;
    const previous = previousState.current;
    const hasNewMessage = lastNumber !== previous.lastNumber;
    if (hasNewMessage && (previous.wasAtEnd || isLastOwn)) element.scrollTop = element.scrollHeight;
    else if (firstNumber < previous.firstNumber) element.scrollTop += element.scrollHeight - previous.height;
    const wasAtEnd = isScrolledToEnd(element);
    previousState.current = { firstNumber, lastNumber, height: element.scrollHeight, wasAtEnd };
  }, [firstNumber, lastNumber, isLastOwn]);
  const onScroll = () => {
    if (logRef.current !== null) previousState.current.wasAtEnd = isScrolledToEnd(logRef.current);
  };
  return { logRef, onScroll };
}

/** The log counts as scrolled to its end if fewer px than this are below the visible part. */
const END_TOLERANCE_PX = 32;
const isScrolledToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < END_TOLERANCE_PX;

const MAX_MESSAGE_LENGTH = MAX_LENGTH.message;

/** Message field with counter and send button. The draft is stored in this browser until the message is sent. */
function MessageForm({ thread, reader, fieldRef, focusOnOpen, shortcut }: MessagesProps) {
  const client = useQueryClient();
  const userId = useUser()?.id ?? '';
  const draft = messageDraft(userId, thread.id);
  const intentKey = useIntentKey(messageIntentName(userId, thread.id));
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const inputRef = fieldRef ?? ownRef;
  const [text, setText] = useState(draft.read);
  const [isSubmitted, setSubmitted] = useState(false);
  const length = messageLength(text);
  const counter = texts.counter(formatInteger(length), formatInteger(MAX_MESSAGE_LENGTH));
  const changeText = (newText: string) => {
    setText(newText);
    draft.save(newText);
  };
  const {
    mutate,
    isPending: sending,
    error,
  } = useMutation({
    mutationFn: (messageText: string) =>
      intentKey.run(messageText, (idempotencyKey) => writeMessage(thread.id, messageText, idempotencyKey)),
    onSuccess: (message) => {
      cacheSentMessage(client, thread, message);
      changeText('');
      setSubmitted(false);
    },
  });
  const failure = error === null ? null : reasonOf(error, texts.sendFailed);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending) return;
    setSubmitted(true);
    inputRef.current?.focus();
    if (lengthError(length, true) === null) mutate(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    // Repeated key events are ignored, so that holding Ctrl+Enter sends only once.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) submit(event);
  };
  return (
    <form className="grid gap-2 print:hidden" noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <Textarea
        ref={inputRef}
        label={texts.byReader[reader].field}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={`${counter}. ${texts.shortcutHint}`}
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        error={lengthError(length, isSubmitted)}
        readOnly={sending}
        data-autofocus={focusOnOpen || undefined}
        aria-keyshortcuts={shortcut}
        onChange={(event) => changeText(event.currentTarget.value)}
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

/** Error about the length of a message. An empty message is an error only after the user tried to send it. */
function lengthError(length: number, isSubmitted: boolean): string | null {
  const excess = length - MAX_MESSAGE_LENGTH;
  if (excess > 0) return texts.tooLong(formatInteger(excess), excess === 1);
  return isSubmitted && length === 0 ? texts.required : null;
}
