import { Button, Skeleton } from '@mantine/core';
import { IconFileOff, IconPlugConnectedX } from '@tabler/icons-react';
import { HttpError } from '../../lib/failures.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { texts as ui } from '../../ui/texts.ts';

interface UnreadProps {
  /** The query of the record that the URL names. */
  readonly query: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly texts: Readonly<Record<'loading' | 'notFound' | 'notFoundText' | 'failed' | 'failedText', string>>;
  readonly onClose: () => void;
}

/** Shown in a dialog in place of a missing record. A record that does not exist has no retry button. */
export function Unread({ query: { error, isFetching, refetch }, texts: t, onClose }: UnreadProps) {
  if (error === null) {
    return (
      <div role="status" aria-label={t.loading}>
        <Skeleton height={28} width={120} radius="xl" mb="md" />
        <Skeleton height={140} radius="md" mb="md" />
        <Skeleton height={180} radius="md" />
      </div>
    );
  }
  if (error instanceof HttpError && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyState alert title={t.notFound} text={t.notFoundText} icon={<IconFileOff size={28} aria-hidden />}>
        <Button size="sm" variant="default" onClick={onClose}>
          {ui.close}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      alert
      title={t.failed}
      text={t.failedText}
      icon={<IconPlugConnectedX size={28} aria-hidden />}
    >
      <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
        {ui.retry}
      </Button>
    </EmptyState>
  );
}
