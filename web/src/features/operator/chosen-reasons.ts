import type { Reason } from '@g2/gateway/contract/reasons';
import type { Draft } from './action-draft.ts';

type Ready = Pick<Reason, 'id' | 'text'>;

const BETWEEN = '\n\n';

/** The text of a draft with a ready reason appended. */
const withReason = ({ reason }: Draft, { text }: Ready): string =>
  reason.trim() === '' ? text : `${reason.trimEnd()}${BETWEEN}${text}`;

/** Whether a reason still fits the maximum length, in code points. */
export const fits = (draft: Draft, reason: Ready, max: number): boolean =>
  Array.from(withReason(draft, reason)).length <= max;

/**
 * Adds a ready reason to a draft, or removes it again. Removal deletes the reason's text only where it is unchanged: an
 * edited text belongs to the user and stays.
 */
export function toggled(draft: Draft, ready: Ready): Draft {
  const { reason, reasonIds } = draft;
  if (!reasonIds.includes(ready.id)) {
    return { ...draft, reason: withReason(draft, ready), reasonIds: [...reasonIds, ready.id] };
  }
  const kept = reason.split(BETWEEN).filter((part) => part.trim() !== ready.text.trim());
  return { ...draft, reason: kept.join(BETWEEN), reasonIds: reasonIds.filter((id) => id !== ready.id) };
}
