import { useRef, useState } from 'react';

interface AskedReason {
  /** The question stands there: submitting now is the answer. */
  readonly asking: boolean;
  /** True when one may go on; else the question is put, and the field of the reason has the focus. */
  readonly mayGoOn: () => boolean;
  readonly field: React.RefObject<HTMLTextAreaElement | null>;
}

/** Asks once more before money is recorded without a reason; `missing` says that it would be. */
export function useAskedReason(missing: boolean): AskedReason {
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // Another status or a reason withdraws the question.
  if (asked && !missing) setAsked(false);
  return {
    asking: asked && missing,
    mayGoOn: () => {
      if (!missing || asked) return true;
      setAsked(true);
      // The question stands at the foot of the dialog, which covers what is merely in sight.
      field.current?.focus({ preventScroll: true });
      field.current?.scrollIntoView({ block: 'center' });
      return false;
    },
    field,
  };
}
