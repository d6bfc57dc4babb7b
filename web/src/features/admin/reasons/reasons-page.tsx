import '../../../ui/mantine-forms.ts';
import { MAX_LENGTH } from '@g2/gateway/contract/constants';
import { reasonCalls } from '@g2/gateway/contract/gen/calls/reasons';
import {
  type AddReasonBody,
  addReasonBody,
  type ChangeReasonBody,
  type KeptReason,
} from '@g2/gateway/contract/reasons';
import { ActionIcon, Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconChevronDown, IconChevronUp, IconPlus } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { reasonOf } from '../../../lib/failures.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { DialogForm } from '../../../ui/confirm-dialog.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { RowButton } from '../cells.tsx';
import { SectionPage } from '../sections.tsx';
import { texts as t } from './texts.ts';

const REASONS_KEY = reasonCalls.listKeptReasons.path;

const reasonsQuery = queryOptions({
  queryKey: [REASONS_KEY],
  queryFn: async ({ signal }) => (await call(reasonCalls.listKeptReasons, { signal })).items,
});

interface ReasonChange {
  /** null for a new reason. */
  readonly id: string | null;
  readonly body: ChangeReasonBody & Partial<AddReasonBody>;
  /** The title of the toast on success. */
  readonly done: string;
}

/** Adds or changes a ready reason. Concurrent requests are queued. */
function useReasonChange(onDone?: () => void) {
  const client = useQueryClient();
  const idempotency = useIntentKey();
  return useMutation({
    scope: { id: 'reasons' },
    mutationFn: async ({ id, body }: ReasonChange) => {
      if (id !== null) return call(reasonCalls.changeReason, { params: { id }, body });
      const newReason = { title: body.title ?? '', text: body.text ?? '' };
      return idempotency.run(newReason, (idempotencyKey) =>
        call(reasonCalls.addReason, { body: newReason, idempotencyKey }),
      );
    },
    onSuccess: (_reason, { done }) => {
      notify.success(done);
      onDone?.();
    },
    onError: (error) => notify.error(t.changeFailed, reasonOf(error, t.changeFailedText)),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [root] }) => root === REASONS_KEY || root === reasonCalls.listReasons.path,
      }),
  });
}

/** Editor of the ready reasons that staff can choose when they request corrections. */
export function ReasonsPage() {
  const query = useQuery(reasonsQuery);
  // The reason in the edit dialog; null while the dialog is closed.
  const [editedReason, setEditedReason] = useState<KeptReason | 'new' | null>(null);
  const close = () => setEditedReason(null);
  return (
    <SectionPage
      title={t.title}
      lead={t.lead}
      action={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEditedReason('new')}>
          {t.add}
        </Button>
      }
      current="/admin/motivos"
    >
      <QueryFrame
        query={query}
        loading={<Skeleton height={320} radius="lg" role="status" aria-label={t.loading} />}
        failed={t.failed}
      >
        {(reasons) => <ReasonLists reasons={reasons} onEdit={setEditedReason} />}
      </QueryFrame>
      <Modal
        opened={editedReason !== null}
        onClose={close}
        closeOnClickOutside={false}
        title={editedReason === 'new' || editedReason === null ? t.add : t.editOf(editedReason.title)}
      >
        {editedReason !== null && (
          <ReasonForm reason={editedReason === 'new' ? null : editedReason} onClose={close} />
        )}
      </Modal>
    </SectionPage>
  );
}

type OnEdit = (reason: KeptReason) => void;

function ReasonLists({ reasons, onEdit }: { reasons: readonly KeptReason[]; onEdit: OnEdit }) {
  const offeredReasons = reasons.filter(({ archivedAt }) => archivedAt === null);
  const archivedReasons = reasons.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <div className="grid gap-5">
      <Panel title={t.offered}>
        {offeredReasons.length === 0 ? (
          <p className="g2-note">{t.noneOffered}</p>
        ) : (
          <ol className="g2-rows">
            {offeredReasons.map((reason, index) => (
              <OfferedReason
                key={reason.id}
                reason={reason}
                position={index + 1}
                count={offeredReasons.length}
                onEdit={onEdit}
              />
            ))}
          </ol>
        )}
      </Panel>
      {archivedReasons.length > 0 && (
        <Panel title={t.archived}>
          <ul className="g2-rows">
            {archivedReasons.map((reason) => (
              <ArchivedReason key={reason.id} reason={reason} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

interface OfferedReasonProps {
  readonly reason: KeptReason;
  /** The reason's position in the list, from 1. */
  readonly position: number;
  /** The number of offered reasons. */
  readonly count: number;
  readonly onEdit: OnEdit;
}

function OfferedReason({ reason, position, count, onEdit }: OfferedReasonProps) {
  const { id, title } = reason;
  const { mutate, isPending } = useReasonChange();
  const moveButtons = [
    { label: t.moveUp(title), Icon: IconChevronUp, newPosition: position - 1 },
    { label: t.moveDown(title), Icon: IconChevronDown, newPosition: position + 1 },
  ];
  return (
    <ReasonRow reason={reason}>
      <div className="g2-row gap-1.5">
        {moveButtons.map(({ label, Icon, newPosition }) => (
          <ActionIcon
            key={label}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={label}
            disabled={newPosition < 1 || newPosition > count || isPending}
            onClick={() => mutate({ id, body: { place: newPosition }, done: t.orderChangedDone })}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        ))}
        <RowButton label={t.editOf(title)} onClick={() => onEdit(reason)}>
          {t.edit}
        </RowButton>
        <RowButton
          label={t.archiveOf(title)}
          disabled={isPending}
          onClick={() => mutate({ id, body: { archived: true }, done: t.archivedDone })}
        >
          {t.archive}
        </RowButton>
      </div>
    </ReasonRow>
  );
}

function ArchivedReason({ reason }: { reason: KeptReason }) {
  const { id, title } = reason;
  const { mutate, isPending } = useReasonChange();
  return (
    <ReasonRow reason={reason}>
      <RowButton
        label={t.restoreOf(title)}
        loading={isPending}
        onClick={() => mutate({ id, body: { archived: false }, done: t.restoredDone })}
      >
        {t.restore}
      </RowButton>
    </ReasonRow>
  );
}

interface ReasonRowProps {
  readonly reason: KeptReason;
  /** The buttons of the row. */
  readonly children: ReactNode;
}

const ReasonRow = ({ reason: { title, text, uses }, children }: ReasonRowProps) => (
  <li className="g2-spread items-start py-3">
    <div className="flex-[1_1_320px] min-w-0 text-sm wrap-anywhere">
      <p className="m-0 font-semibold">{title}</p>
      <p className="m-0 whitespace-pre-line">{text}</p>
      <p className="g2-meta">{t.uses(uses)}</p>
    </div>
    {children}
  </li>
);

function ReasonForm({ reason, onClose }: { reason: KeptReason | null; onClose: () => void }) {
  const { mutate, isPending } = useReasonChange(onClose);
  const form = useForm({
    initialValues: { title: reason?.title ?? '', text: reason?.text ?? '' },
    validate: schemaResolver(addReasonBody, { sync: true }),
  });
  return (
    <DialogForm
      onSubmit={form.onSubmit((body) => mutate({ id: reason?.id ?? null, body, done: t.savedDone }))}
      onCancel={onClose}
      submit={t.form.save}
      pending={isPending}
    >
      <TextInput
        label={t.form.title}
        description={t.form.titleHint}
        maxLength={MAX_LENGTH.readyReasonTitle}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <Textarea
        label={t.form.text}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_LENGTH.readyReason}
        {...form.getInputProps('text')}
      />
    </DialogForm>
  );
}
