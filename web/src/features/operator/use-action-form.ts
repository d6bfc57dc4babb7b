import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { useForm } from '@mantine/form';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Draft, hasText, NO_TEXT } from './action-draft.ts';
import { texts } from './texts.ts';
import type { ActionFlow, Asked } from './use-action-flow.ts';

const t = texts.dialog;

/** Form of an action's texts, saved as a draft while typing. `onTyped` receives whether any text exists. */
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
  /** Confirming would now do something else than when the dialog opened. */
  readonly changed: boolean;
}

/** Confirms by button or Ctrl+Enter; after a change of the registration, by the button only. */
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
    // Ignores key repeat.
    if (event.repeat) return;
    if (changed) button.current?.focus();
    else event.currentTarget.requestSubmit();
  };
  return { button, warning, submit, onKeyDown, asksAgain: noReason && askedAgain };
}

/** Moves the focus from the button to the warning, so that an Enter in progress does not confirm a changed action. */
function useLeaveButton(
  button: RefObject<HTMLButtonElement | null>,
  changed: boolean,
): RefObject<HTMLDivElement | null> {
  const warning = useRef<HTMLDivElement>(null);
  // A layout effect, because the browser removes the focus from a disabled button.
  useLayoutEffect(() => {
    if (changed && document.activeElement === button.current) warning.current?.focus();
  }, [changed, button]);
  return warning;
}
