import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { RetryLine } from './retry-line.tsx';
import { texts as t } from './texts.ts';

interface QueryFrameProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Shown until there is data or an error. */
  readonly loading: ReactNode;
  /** Title of the error. */
  readonly failed: string;
  /** If given, the error is a large message with this text; otherwise it is one line. */
  readonly failedText?: string;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the data of a query; without data, a placeholder or the error with a retry button. */
export function QueryFrame<Data>({ query, loading, failed, failedText, children }: QueryFrameProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return loading;
  if (failedText !== undefined) return <FailedState query={query} title={failed} text={failedText} />;
  return <RetryLine text={failed} busy={isFetching} onRetry={() => void refetch()} />;
}

interface FailedStateProps {
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
  readonly title: string;
  readonly text: string | undefined;
}

/** Large error message with a retry button, shown instead of a list or a record. */
export function FailedState({ query: { isFetching, refetch }, title, text }: FailedStateProps) {
  return (
    <EmptyState alert title={title} text={text} icon={<IconPlugConnectedX size={28} aria-hidden />}>
      <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
        {t.retry}
      </Button>
    </EmptyState>
  );
}
