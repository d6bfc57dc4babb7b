import type { Reason } from '@g2/gateway/contract/reasons';
import type { Draft } from './action-draft.ts';

type Ready = Pick<Reason, 'id' | 'text'>;

const BETWEEN = '\n\n';

/** The text with a reason put below what is written. */
const withReason = ({ reason }: Draft, { text }: Ready): string =>
  reason.trim() === '' ? text : `${reason.trimEnd()}${BETWEEN}${text}`;

/** Whether a reason still has room in the text, in code points. */
export const fits = (draft: Draft, reason: Ready, max: number): boolean =>
  Array.from(withReason(draft, reason)).length <= max;

/**
 * A draft with a ready reason chosen, its text below what is written; or chosen no longer, its text gone where it stands as
 * it was put. What was edited since is the writer's own, and stays.
 */
export function toggled(draft: Draft, ready: Ready): Draft {
  const { reason, reasonIds } = draft;
  if (!reasonIds.includes(ready.id)) {
    return { ...draft, reason: withReason(draft, ready), reasonIds: [...reasonIds, ready.id] };
  }
  const kept = reason.split(BETWEEN).filter((part) => part.trim() !== ready.text.trim());
  return { ...draft, reason: kept.join(BETWEEN), reasonIds: reasonIds.filter((id) => id !== ready.id) };
}
