import { MAX_LENGTH, MAX_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { queueViewCalls } from '@g2/gateway/contract/gen/calls/queue-views';
import type { CountedQueueView } from '@g2/gateway/contract/queue-views';
import { TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import { ConfirmDialog, DialogForm } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/toast-store.ts';
import { texts as t } from './view-texts.ts';

const VIEWS_KEY = [STAFF_REGISTRATIONS, 'views'] as const;

/** The user's saved views, with their counts. */
export const savedViewsQuery = queryOptions({
  queryKey: VIEWS_KEY,
  queryFn: async ({ signal }) =>
    (await call(queueViewCalls.listQueueViews, { query: { limit: MAX_PAGE_SIZE }, signal })).items,
});

export function useViewMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: VIEWS_KEY }) });
}

export const changeView = (id: string, body: { name: string } | { query: string }) =>
  call(queueViewCalls.changeQueueView, { params: { id }, body });

interface ViewNameFormProps {
  /** The view to rename; null to save a new one. */
  readonly view: CountedQueueView | null;
  /** The query string that a new view saves. */
  readonly query: string;
  readonly onClose: () => void;
}

export function ViewNameDialog({ opened, ...form }: ViewNameFormProps & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={form.view === null ? t.save : t.renameTitle}>
      {opened && <ViewNameForm {...form} />}
    </Modal>
  );
}

function ViewNameForm({ view, query, onClose }: ViewNameFormProps) {
  const [name, setName] = useState(view?.name ?? '');
  const key = useIntentKey();
  const { mutate, isPending, error } = useViewMutation(async (body: { name: string; query: string }) =>
    view === null
      ? key.run(body, (idempotencyKey) => call(queueViewCalls.saveQueueView, { body, idempotencyKey }))
      : changeView(view.id, { name: body.name }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { name, query },
      {
        onSuccess: () => {
          notify.success(view === null ? t.saved : t.renamed, name.trim());
          onClose();
        },
      },
    );
  };
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submit={t.confirm} pending={isPending}>
      {view === null && <p className={dialogClasses.lead}>{t.saveHint}</p>}
      <TextInput
        label={t.name}
        maxLength={MAX_LENGTH.queueViewName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={error === null ? undefined : nameError(error)}
        data-autofocus
      />
    </DialogForm>
  );
}

const nameError = (error: Error): string =>
  (error instanceof HttpError && (error.fields.name ?? error.fields.query)) || reasonOf(error, t.failedText);

export function RemoveViewDialog({ view, onClose }: { view: CountedQueueView | null; onClose: () => void }) {
  const { mutate, isPending } = useViewMutation((id: string) =>
    call(queueViewCalls.removeQueueView, { params: { id } }),
  );
  const remove = () =>
    view &&
    mutate(view.id, {
      onSuccess: () => notify.success(t.removed, view.name),
      onError: (error) => notify.error(t.removeFailed, reasonOf(error, t.removeFailedText)),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      opened={view !== null}
      title={t.removeTitle}
      confirm={t.remove}
      danger
      pending={isPending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p className={dialogClasses.lead}>{view === null ? '' : t.removeLead(view.name)}</p>
    </ConfirmDialog>
  );
}
