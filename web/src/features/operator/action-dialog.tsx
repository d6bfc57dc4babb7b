import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { OperatorAction } from '@g2/gateway/contract/statuses';
import { Alert, Button, Modal, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { fullName } from '../../ui/person-name.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './action-dialog.module.css';
import { type Draft, hasText, NO_TEXT } from './action-draft.ts';
import { targetOf, whyUnavailable } from './availability.ts';
import { texts } from './texts.ts';
import type { ActionFlow, Asked } from './use-action-flow.ts';
import { useSinceAsked } from './use-since-asked.ts';

const t = texts.dialog;
const TITLES = { approve: t.approve, request_corrections: t.corrections, add_notes: t.notes } as const;
/** Below the header, where a toast stands. */
const BELOW_TOAST = '4.25rem';

/** Confirms an action and takes its reason and notes. A text that was typed is not lost by a press beside it. */
export function ActionDialog({ flow }: { flow: ActionFlow }) {
  const { asked, close } = flow;
  const [typed, setTyped] = useState(false);
  return (
    <Modal
      opened={asked !== null}
      onClose={close}
      closeOnClickOutside={!typed}
      yOffset={BELOW_TOAST}
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
  const { now, change, confirm } = useSinceAsked(asked);
  const why = whyUnavailable(now, action, useUser()?.id);
  const onlyNotes = action === 'add_notes';
  const corrections = action === 'request_corrections';
  const button = useRef<HTMLButtonElement>(null);
  const warning = useLeaveButton(button, confirm !== null);
  const { form, recovered, discard } = useDraftForm(asked, flow, onTyped);
  const [noReasonSaid, setNoReasonSaid] = useState(false);
  const noReason = corrections && form.values.reason.trim() === '';
  const submit = form.onSubmit((draft) => {
    if (noReason && !noReasonSaid) {
      setNoReasonSaid(true);
      return button.current?.focus();
    }
    flow.confirm(draft, now);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.repeat) return;
    // What would now do something else than when one began is pressed knowingly: on the button that says it.
    if (confirm !== null) button.current?.focus();
    else event.currentTarget.requestSubmit();
  };
  const asksAgain = noReason && noReasonSaid;
  return (
    <form className={dialogClasses.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <p className={classes.subject}>{asked.registration.title}</p>
      <Move registration={now} action={action} />
      <Trouble
        text={change ?? asked.refusal}
        why={why}
        box={warning}
        takesFocus={confirm !== null && action === 'approve'}
      />
      {why === null && !onlyNotes && <Holder registration={now} />}
      {recovered && (
        <p className={classes.hint}>
          {t.recovered}{' '}
          <Button variant="subtle" size="compact-xs" onClick={discard}>
            {t.discard}
          </Button>
        </p>
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
      {asksAgain ? (
        <p className={dialogClasses.warning} role="alert">
          {t.noReason}
        </p>
      ) : (
        <p className={classes.hint}>{t.sendByKey}</p>
      )}
      <DialogActions onCancel={flow.close}>
        {/* To approve without a word, Enter is enough. */}
        <Button
          ref={button}
          type="submit"
          disabled={why !== null}
          data-autofocus={(action === 'approve' && confirm === null) || undefined}
          classNames={{ root: classes.confirm ?? '', label: classes.confirmLabel ?? '' }}
        >
          {confirm ?? (asksAgain ? t.sendAnyway : t.confirm[action])}
        </Button>
      </DialogActions>
    </form>
  );
}

const field = { autosize: true, minRows: 2, maxRows: 8 } as const;

/** The texts of the dialog, kept as they are typed. */
function useDraftForm(asked: Asked, flow: ActionFlow, onTyped: (typed: boolean) => void) {
  const [recovered, setRecovered] = useState(asked.recovered);
  const form = useForm<Draft>({
    initialValues: asked.draft,
    initialErrors: asked.fields,
    validate: {
      notes: (notes) => (asked.action === 'add_notes' && notes.trim() === '' ? t.notesRequired : null),
    },
    onValuesChange: (draft) => {
      flow.keep(draft);
      onTyped(hasText(draft));
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the dialog begins with.
  useEffect(() => onTyped(hasText(asked.draft)), []);
  const discard = () => {
    form.setValues(NO_TEXT);
    setRecovered(false);
  };
  return { form, recovered, discard };
}

/** An Enter that is on its way must not do what the button did not say a moment ago: the focus goes to the warning. */
function useLeaveButton(
  button: RefObject<HTMLButtonElement | null>,
  changed: boolean,
): RefObject<HTMLDivElement | null> {
  const warning = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (changed && document.activeElement === button.current) warning.current?.focus();
  }, [changed, button]);
  return warning;
}

interface TroubleProps {
  readonly text: string | null;
  /** Why the action is not to be had now. */
  readonly why: string | null;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly takesFocus: boolean;
}

function Trouble({ text, why, box, takesFocus }: TroubleProps) {
  const said = [text, why].filter((part) => part !== null).join(' ');
  if (said === '') return null;
  return (
    <Alert
      ref={box}
      color="red"
      role="alert"
      tabIndex={-1}
      data-autofocus={takesFocus || undefined}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      {said}
    </Alert>
  );
}

/** Whose work one is about to do. */
function Holder({ registration }: { registration: StaffRegistration }) {
  const userId = useUser()?.id;
  const { assignedOperator: holder } = registration;
  if (holder === null) return <p className={classes.hint}>{t.ofNobody}</p>;
  if (holder.id === userId) return null;
  return <p className={dialogClasses.warning}>{t.ofAnother(fullName(holder))}</p>;
}

interface MoveProps {
  readonly registration: StaffRegistration;
  readonly action: OperatorAction;
}

function Move({ registration, action }: MoveProps) {
  const target = targetOf(registration.status, action);
  if (target === null || !registration.allowedActions.includes(action)) return null;
  return (
    <p className={classes.move}>
      {t.from} <StatusBadge status={registration.status} /> {t.to} <StatusBadge status={target} />
    </p>
  );
}
