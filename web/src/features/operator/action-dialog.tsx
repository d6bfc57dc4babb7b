import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { Alert, Button, Modal, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useUser } from '../../lib/session.ts';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './action-dialog.module.css';
import { targetOf, whyUnavailable } from './availability.ts';
import { texts } from './texts.ts';
import type { ActionFlow, Asked } from './use-action-flow.ts';

const t = texts.dialog;
const TITLES = { approve: t.approve, request_corrections: t.corrections, add_notes: t.notes } as const;

/** Confirms an action and takes its reason and notes. */
export function ActionDialog({ flow }: { flow: ActionFlow }) {
  const { asked, close } = flow;
  return (
    <Modal opened={asked !== null} onClose={close} title={asked === null ? '' : TITLES[asked.action]}>
      {asked !== null && <ActionForm asked={asked} flow={flow} />}
    </Modal>
  );
}

function ActionForm({ asked, flow }: { asked: Asked; flow: ActionFlow }) {
  const { registration, action } = asked;
  const why = whyUnavailable(registration, action, useUser()?.id);
  const onlyNotes = action === 'add_notes';
  const form = useForm({
    initialValues: asked.draft,
    initialErrors: asked.fields,
    validate: { notes: (notes) => (onlyNotes && notes.trim() === '' ? t.notesRequired : null) },
  });
  const submit = form.onSubmit(flow.confirm);
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  const corrections = action === 'request_corrections';
  return (
    <form className={dialogClasses.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <p className={classes.subject}>{registration.title}</p>
      <Move asked={asked} />
      {asked.refusal !== null && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {asked.refusal}
          {why !== null && ` ${why}`}
        </Alert>
      )}
      {!onlyNotes && (
        <Textarea
          label={corrections ? t.correctionReason : t.reason}
          description={corrections ? t.correctionReasonHint : undefined}
          data-autofocus={corrections || undefined}
          {...field}
          maxLength={MAX_LENGTH.reason}
          {...form.getInputProps('reason')}
        />
      )}
      <Textarea
        label={onlyNotes ? t.internalRequired : t.internal}
        description={t.internalHint}
        data-autofocus={onlyNotes || undefined}
        {...field}
        maxLength={MAX_LENGTH.notes}
        {...form.getInputProps('notes')}
      />
      <p className={classes.hint}>{t.sendByKey}</p>
      <DialogActions onCancel={flow.close}>
        {/* To approve without a word, Enter is enough. */}
        <Button type="submit" disabled={why !== null} data-autofocus={action === 'approve' || undefined}>
          {t.confirm[action]}
        </Button>
      </DialogActions>
    </form>
  );
}

const field = { autosize: true, minRows: 2, maxRows: 8 } as const;

function Move({ asked: { registration, action } }: { asked: Asked }) {
  const target = targetOf(registration.status, action);
  if (target === null || !registration.allowedActions.includes(action)) return null;
  return (
    <p className={classes.move}>
      {t.from} <StatusBadge status={registration.status} /> {t.to} <StatusBadge status={target} />
    </p>
  );
}
