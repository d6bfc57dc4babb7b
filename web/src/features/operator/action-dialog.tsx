import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { OperatorAction } from '@g2/gateway/contract/statuses';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { Recovered } from '../../ui/recovered.tsx';
import classes from './action-dialog.module.css';
import { Move, Trouble, WhoseWork } from './action-form-parts.tsx';
import { whyUnavailable } from './availability.ts';
import { ReadyReasons } from './ready-reasons.tsx';
import { texts } from './texts.ts';
import type { ActionFlow, Asked } from './use-action-flow.ts';
import { useConfirmation, useDraftForm } from './use-action-form.ts';
import { useConcurrentChange } from './use-concurrent-change.ts';

const t = texts.dialog;
const TITLES = { approve: t.approve, request_corrections: t.corrections, add_notes: t.notes } as const;

/** Confirms an action and takes its reason and notes. With typed text, a click outside does not close it. */
export function ActionDialog({ flow }: { flow: ActionFlow }) {
  const { asked, close } = flow;
  const [typed, setTyped] = useState(false);
  return (
    <Modal
      opened={asked !== null}
      onClose={close}
      closeOnClickOutside={!typed}
      classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
      title={asked === null ? '' : TITLES[asked.action]}
    >
      {asked !== null && <ActionForm key={asked.turn} asked={asked} flow={flow} onTyped={setTyped} />}
    </Modal>
  );
}

interface ActionFormProps {
  readonly asked: Asked;
  readonly flow: ActionFlow;
  readonly onTyped: (typed: boolean) => void;
}

function ActionForm({ asked, flow, onTyped }: ActionFormProps) {
  const { action } = asked;
  const { now, change, confirm, isTaken } = useConcurrentChange(asked);
  const why = whyUnavailable(now, action, useUser()?.id);
  const changed = confirm !== null;
  const isDisputed = action !== 'add_notes' && now.paymentFlag === 'disputed';
  const { form, recovered, discard } = useDraftForm(asked, flow, onTyped);
  const it = useConfirmation({ asked, flow, form, now, changed });
  // Approving needs no text: the button has the initial focus, so that Enter is enough.
  const begins = action === 'approve';
  return (
    <form
      className={dialogClasses.form}
      onSubmit={it.submit}
      onKeyDown={it.onKeyDown}
      noValidate
      data-below-toast
    >
      <p className={classes.subject}>{asked.registration.title}</p>
      <Move registration={now} action={action} />
      <Trouble text={change ?? asked.refusal} why={why} box={it.warning} takesFocus={begins && changed} />
      {why === null && action !== 'add_notes' && !isTaken && <WhoseWork registration={now} />}
      {isDisputed && (
        <p className={dialogClasses.warning} role="alert">
          {t.disputed}
        </p>
      )}
      {recovered && <Recovered onDiscard={discard} />}
      <Fields action={action} form={form} />
      {it.asksAgain ? (
        <p className={dialogClasses.warning} role="alert">
          {t.noReason}
        </p>
      ) : (
        !changed && <p className="g2-meta">{t.sendByKey}</p>
      )}
      <DialogActions onCancel={flow.close}>
        <Button
          ref={it.button}
          type="submit"
          disabled={why !== null}
          data-autofocus={(begins && !changed && !isDisputed) || undefined}
          classNames={{ root: classes.confirm ?? '', label: classes.confirmLabel ?? '' }}
        >
          {(why === null ? confirm : null) ??
            (it.asksAgain ? t.sendAnyway : isDisputed ? t.despiteDispute : t.confirm[action])}
        </Button>
      </DialogActions>
    </form>
  );
}

const field = { autosize: true, minRows: 2, maxRows: 8 } as const;

function Fields({ action, form }: { action: OperatorAction; form: ReturnType<typeof useDraftForm>['form'] }) {
  const onlyNotes = action === 'add_notes';
  const corrections = action === 'request_corrections';
  return (
    <>
      {corrections && <ReadyReasons draft={form.values} onChange={(draft) => form.setValues(draft)} />}
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
    </>
  );
}
