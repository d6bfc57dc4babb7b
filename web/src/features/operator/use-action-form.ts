import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { useForm } from '@mantine/form';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Draft, hasText, NO_TEXT } from './action-draft.ts';
import { texts } from './texts.ts';
import type { ActionFlow, Asked } from './use-action-flow.ts';

const t = texts.dialog;

/** The texts of a dialog, kept as they are typed. `onTyped` hears whether there are any. */
export function useDraftForm(asked: Asked, flow: ActionFlow, onTyped: (typed: boolean) => void) {
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

interface Confirmation {
  readonly asked: Asked;
  readonly flow: ActionFlow;
  readonly form: ReturnType<typeof useDraftForm>['form'];
  readonly now: StaffRegistration;
  /** Confirming would do something else than when one began. */
  readonly changed: boolean;
}

/** How a dialog is confirmed: by its button or Ctrl+Enter, and what has to be pressed knowingly by the button alone. */
export function useConfirmation({ asked, flow, form, now, changed }: Confirmation) {
  const button = useRef<HTMLButtonElement>(null);
  const warning = useLeaveButton(button, changed);
  const [askedAgain, setAskedAgain] = useState(false);
  const noReason = asked.action === 'request_corrections' && form.values.reason.trim() === '';
  const submit = form.onSubmit((draft) => {
    if (!noReason || askedAgain) return flow.confirm(draft, now);
    setAskedAgain(true);
    button.current?.focus();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // A key held down is one press.
    if (event.repeat) return;
    if (changed) button.current?.focus();
    else event.currentTarget.requestSubmit();
  };
  return { button, warning, submit, onKeyDown, asksAgain: noReason && askedAgain };
}

/** An Enter that is on its way must not do what the button did not say a moment ago: the focus goes to the warning. */
function useLeaveButton(
  button: RefObject<HTMLButtonElement | null>,
  changed: boolean,
): RefObject<HTMLDivElement | null> {
  const warning = useRef<HTMLDivElement>(null);
  // Before the browser takes the focus off a button that can no longer be pressed.
  useLayoutEffect(() => {
    if (changed && document.activeElement === button.current) warning.current?.focus();
  }, [changed, button]);
  return warning;
}
