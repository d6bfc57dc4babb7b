import '../../../ui/mantine-forms.ts';
import { MAX_LENGTH } from '@g2/gateway/contract/common';
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

const LIST = reasonCalls.listKeptReasons.path;

const reasonsQuery = queryOptions({
  queryKey: [LIST],
  queryFn: async ({ signal }) => (await call(reasonCalls.listKeptReasons, { signal })).items,
});

/** A change of a reason, or a new reason if `id` is null. `done` is the toast's text on success. */
interface ReasonChange {
  readonly id: string | null;
  readonly body: ChangeReasonBody & Partial<AddReasonBody>;
  readonly done: string;
}

/** Changes the ready reasons; requests run one after another. */
function useChangeReason(onDone?: () => void) {
  const client = useQueryClient();
  const key = useIntentKey();
  return useMutation({
    scope: { id: 'reasons' },
    mutationFn: async ({ id, body }: ReasonChange) => {
      if (id !== null) return call(reasonCalls.changeReason, { params: { id }, body });
      const added = { title: body.title ?? '', text: body.text ?? '' };
      return key.run(added, (idempotencyKey) => call(reasonCalls.addReason, { body: added, idempotencyKey }));
    },
    onSuccess: (_reason, { done }) => {
      notify.success(done);
      onDone?.();
    },
    onError: (error) => notify.error(t.changeFailed, reasonOf(error, t.changeFailedText)),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [root] }) => root === LIST || root === reasonCalls.listReasons.path,
      }),
  });
}

/** Editor of the ready reasons for corrections: their texts, their order and how often each was used. */
export function ReasonsPage() {
  const query = useQuery(reasonsQuery);
  // The reason in the editor: an existing one, a new one, or null when it is closed.
  const [edited, setEdited] = useState<KeptReason | 'new' | null>(null);
  const close = () => setEdited(null);
  return (
    <SectionPage
      title={t.title}
      lead={t.lead}
      action={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
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
        {(reasons) => <Reasons reasons={reasons} onEdit={setEdited} />}
      </QueryFrame>
      <Modal
        opened={edited !== null}
        onClose={close}
        closeOnClickOutside={false}
        title={edited === 'new' || edited === null ? t.add : t.editOf(edited.title)}
      >
        {edited !== null && <ReasonForm reason={edited === 'new' ? null : edited} onClose={close} />}
      </Modal>
    </SectionPage>
  );
}

type OnEdit = (reason: KeptReason) => void;

function Reasons({ reasons, onEdit }: { reasons: readonly KeptReason[]; onEdit: OnEdit }) {
  const offered = reasons.filter(({ archivedAt }) => archivedAt === null);
  const archived = reasons.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <div className="grid gap-5">
      <Panel title={t.offered}>
        {offered.length === 0 ? (
          <p className="g2-note">{t.none}</p>
        ) : (
          <ol className="g2-rows">
            {offered.map((reason, i) => (
              <Offered key={reason.id} reason={reason} place={i + 1} last={offered.length} onEdit={onEdit} />
            ))}
          </ol>
        )}
      </Panel>
      {archived.length > 0 && (
        <Panel title={t.archived}>
          <ul className="g2-rows">
            {archived.map((reason) => (
              <Archived key={reason.id} reason={reason} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

interface OfferedProps {
  readonly reason: KeptReason;
  /** The reason's position in the list, from 1. */
  readonly place: number;
  readonly last: number;
  readonly onEdit: OnEdit;
}

function Offered({ reason, place, last, onEdit }: OfferedProps) {
  const { id, title } = reason;
  const { mutate, isPending } = useChangeReason();
  const moves = [
    { label: t.up(title), Icon: IconChevronUp, to: place - 1 },
    { label: t.down(title), Icon: IconChevronDown, to: place + 1 },
  ];
  return (
    <Row reason={reason}>
      <div className="g2-row gap-1.5">
        {moves.map(({ label, Icon, to }) => (
          <ActionIcon
            key={label}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={label}
            disabled={to < 1 || to > last || isPending}
            onClick={() => mutate({ id, body: { place: to }, done: t.moved })}
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
    </Row>
  );
}

function Archived({ reason }: { reason: KeptReason }) {
  const { id, title } = reason;
  const { mutate, isPending } = useChangeReason();
  return (
    <Row reason={reason}>
      <RowButton
        label={t.restoreOf(title)}
        loading={isPending}
        onClick={() => mutate({ id, body: { archived: false }, done: t.restored })}
      >
        {t.restore}
      </RowButton>
    </Row>
  );
}

const Row = ({ reason: { title, text, uses }, children }: { reason: KeptReason; children: ReactNode }) => (
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
  const { mutate, isPending } = useChangeReason(onClose);
  const form = useForm({
    initialValues: { title: reason?.title ?? '', text: reason?.text ?? '' },
    validate: schemaResolver(addReasonBody, { sync: true }),
  });
  return (
    <DialogForm
      onSubmit={form.onSubmit((body) => mutate({ id: reason?.id ?? null, body, done: t.saved }))}
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
