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

interface RecordStateProps {
  /** The query of the record with the id in the URL. */
  readonly query: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly texts: Readonly<
    Record<'title' | 'loading' | 'notFound' | 'notFoundText' | 'failed' | 'failedText', string>
  >;
}

interface RecordDialogProps<T> extends RecordStateProps {
  readonly idParam: IdParam;
  /** undefined until it is loaded. */
  readonly record: T | undefined;
  readonly titleOf: (record: T) => string;
  readonly size: number;
  readonly children: (record: T) => ReactNode;
}

/** A dialog that shows the record with the id in the URL. */
export function RecordDialog<T extends { readonly id: string }>(props: RecordDialogProps<T>) {
  const { idParam, record: loaded, query, texts } = props;
  const { id, close } = idParam;
  // The last record stays visible while the dialog fades out, or while a record that left the list loads.
  const [lastRecord, setLastRecord] = useState<T | null>(null);
  if (loaded !== undefined && loaded !== lastRecord) setLastRecord(loaded);
  const record = loaded ?? (id === null || lastRecord?.id === id ? lastRecord : null);
  return (
    <Modal
      opened={id !== null}
      onClose={() => isOnlyDialog() && close()}
      title={record === null ? texts.title : props.titleOf(record)}
      size={props.size}
    >
      {record === null ? <RecordState query={query} texts={texts} onClose={close} /> : props.children(record)}
    </Modal>
  );
}

/** Shown while the record loads or after it failed to load. A missing record has no retry button. */
function RecordState({ query, texts: t, onClose }: RecordStateProps & { onClose: () => void }) {
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
