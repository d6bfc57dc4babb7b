import { Button, Skeleton } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { HttpError } from '../../lib/failures.ts';
import type { IdParam } from '../../lib/use-id-param.ts';
import { isOnlyDialog } from '../../ui/dialog.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { FailedState } from '../../ui/query-frame.tsx';
import { texts as ui } from '../../ui/texts.ts';

interface UnreadProps {
  /** The query of the record that the URL names. */
  readonly query: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly texts: Readonly<
    Record<'title' | 'loading' | 'notFound' | 'notFoundText' | 'failed' | 'failedText', string>
  >;
}

interface RecordDialogProps<T> extends UnreadProps {
  readonly addressed: IdParam;
  /** undefined while it is not read. */
  readonly record: T | undefined;
  readonly titleOf: (record: T) => string;
  readonly size: number;
  readonly children: (record: T) => ReactNode;
}

/** The dialog of the record that the URL names. */
export function RecordDialog<T extends { readonly id: string }>(props: RecordDialogProps<T>) {
  const { addressed, record: known, query, texts } = props;
  const { id, close } = addressed;
  // Keep showing the last record while the dialog fades out or a record that left the list is loading.
  const [last, setLast] = useState<T | null>(null);
  if (known !== undefined && known !== last) setLast(known);
  const record = known ?? (id === null || last?.id === id ? last : null);
  return (
    <Modal
      opened={id !== null}
      onClose={() => isOnlyDialog() && close()}
      title={record === null ? texts.title : props.titleOf(record)}
      size={props.size}
    >
      {record === null ? <Unread query={query} texts={texts} onClose={close} /> : props.children(record)}
    </Modal>
  );
}

/** Shown in place of a missing record. A record that does not exist has no retry button. */
function Unread({ query, texts: t, onClose }: UnreadProps & { onClose: () => void }) {
  const { error } = query;
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
  return <FailedState query={query} title={t.failed} text={t.failedText} />;
}
