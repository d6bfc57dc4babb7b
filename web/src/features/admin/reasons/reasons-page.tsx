import '../../../ui/mantine-forms.ts';
import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { addReasonBody, type KeptReason } from '@g2/gateway/contract/reasons';
import { ActionIcon, Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconChevronDown, IconChevronUp, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../ui/confirm-dialog.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import adminClasses from '../admin.module.css';
import { SectionPage } from '../sections.tsx';
import { keptReasonsQuery, useChangeReason } from './api.ts';
import classes from './reasons.module.css';
import { texts as t } from './texts.ts';

/** Editor of the ready reasons for corrections: their texts, their order and how often each was used. */
export function ReasonsPage() {
  const query = useQuery(keptReasonsQuery);
  // The reason in the editor: an existing one, a new one, or null when it is closed.
  const [writing, setWriting] = useState<KeptReason | 'new' | null>(null);
  const close = () => setWriting(null);
  return (
    <SectionPage
      title={t.title}
      lead={t.lead}
      action={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setWriting('new')}>
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
        {(reasons) => <Reasons reasons={reasons} onEdit={setWriting} />}
      </QueryFrame>
      <Modal
        opened={writing !== null}
        onClose={close}
        closeOnClickOutside={false}
        title={writing === 'new' || writing === null ? t.add : t.editOf(writing.title)}
      >
        {writing !== null && <ReasonForm reason={writing === 'new' ? null : writing} onClose={close} />}
      </Modal>
    </SectionPage>
  );
}

interface ReasonsProps {
  readonly reasons: readonly KeptReason[];
  readonly onEdit: (reason: KeptReason) => void;
}

function Reasons({ reasons, onEdit }: ReasonsProps) {
  const offered = reasons.filter(({ archivedAt }) => archivedAt === null);
  const archived = reasons.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <div className={classes.lists}>
      <Panel title={t.offered}>
        {offered.length === 0 ? (
          <p className="g2-note">{t.none}</p>
        ) : (
          <ol className="g2-rows">
            {offered.map((reason, index) => (
              <Offered
                key={reason.id}
                reason={reason}
                place={index + 1}
                last={offered.length}
                onEdit={() => onEdit(reason)}
              />
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
  readonly onEdit: () => void;
}

function Offered({ reason, place, last, onEdit }: OfferedProps) {
  const { id, title } = reason;
  const { mutate, isPending } = useChangeReason();
  const moves = [
    { label: t.up(title), Icon: IconChevronUp, to: place - 1 },
    { label: t.down(title), Icon: IconChevronDown, to: place + 1 },
  ];
  return (
    <li className={classes.reason}>
      <Words reason={reason} />
      <div className={classes.tools}>
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
        <Button size="xs" variant="default" aria-label={t.editOf(title)} onClick={onEdit}>
          {t.edit}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t.archiveOf(title)}
          disabled={isPending}
          onClick={() => mutate({ id, body: { archived: true }, done: t.archivedDone })}
        >
          {t.archive}
        </Button>
      </div>
    </li>
  );
}

function Archived({ reason }: { reason: KeptReason }) {
  const { id, title } = reason;
  const { mutate, isPending } = useChangeReason();
  return (
    <li className={classes.reason}>
      <Words reason={reason} />
      <Button
        size="xs"
        variant="default"
        aria-label={t.restoreOf(title)}
        loading={isPending}
        onClick={() => mutate({ id, body: { archived: false }, done: t.restored })}
      >
        {t.restore}
      </Button>
    </li>
  );
}

function Words({ reason: { title, text, uses } }: { reason: KeptReason }) {
  return (
    <div className={classes.words}>
      <p className={adminClasses.strong}>{title}</p>
      <p>{text}</p>
      <p className="g2-meta">{t.uses(uses)}</p>
    </div>
  );
}

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
