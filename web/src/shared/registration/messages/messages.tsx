import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { failedToLoad } from '../../../lib/failures.ts';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { inOrder, messagesQuery, type Thread } from './api.ts';
import { MessageForm } from './message-form.tsx';
import { MessageLog } from './message-log.tsx';
import classes from './messages.module.css';
import { type Reader, texts } from './texts.ts';
import { useMarkRead } from './use-mark-read.ts';

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
