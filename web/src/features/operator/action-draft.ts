import type { Reason } from '@g2/gateway/contract/reasons';
import type { OperatorAction } from '@g2/gateway/contract/statuses';
import { type KeptDraft as KeptOf, keptDraft as kept } from '../../lib/kept-draft.ts';

export interface Draft {
  readonly reason: string;
  readonly notes: string;
  /** Ids of the ready reasons inserted into the text. */
  readonly reasonIds: readonly string[];
}

type Text = 'reason' | 'notes';

export const NO_TEXT: Draft = { reason: '', notes: '', reasonIds: [] };

export const hasText = ({ reason, notes }: Draft): boolean => `${reason}${notes}`.trim() !== '';
export const sameText = (a: Draft, b: Draft): boolean => a.reason === b.reason && a.notes === b.notes;

/** Joins two drafts of the same action, the earlier one first. */
export function joined(a: Draft, b: Draft): Draft {
  const both = (field: Text) => [a[field], b[field]].filter((text) => text.trim() !== '').join('\n\n');
  const reasonIds = [...new Set([...a.reasonIds, ...b.reasonIds])];
  return { reason: both('reason'), notes: both('notes'), reasonIds };
}

export type KeptDraft = KeptOf<Draft>;

/** The stored draft of an action on a registration; it is kept until the action is carried out. */
export const keptDraft = (userId: string, registrationId: string, action: OperatorAction): KeptDraft =>
  kept(`operator-draft.${userId}.${registrationId}.${action}`, draftFrom, hasText);

function draftFrom(kept: unknown): Draft {
  if (typeof kept !== 'object' || kept === null) return NO_TEXT;
  const text = (field: Text): string => {
    const value: unknown = Reflect.get(kept, field);
    return typeof value === 'string' ? value : '';
  };
  const ids: unknown = Reflect.get(kept, 'reasonIds');
  const reasonIds = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  return { reason: text('reason'), notes: text('notes'), reasonIds };
}

type ReadyReason = Pick<Reason, 'id' | 'text'>;

const BETWEEN = '\n\n';

/** The text of a draft with a ready reason appended. */
const withReason = ({ reason }: Draft, { text }: ReadyReason): string =>
  reason.trim() === '' ? text : `${reason.trimEnd()}${BETWEEN}${text}`;

/** Whether a reason still fits the maximum length, in code points. */
export const fits = (draft: Draft, reason: ReadyReason, max: number): boolean =>
  Array.from(withReason(draft, reason)).length <= max;

/**
 * Adds a ready reason to a draft, or removes it again. Removal deletes the reason's text only where it is unchanged: an
 * edited text belongs to the user and stays.
 */
export function toggled(draft: Draft, ready: ReadyReason): Draft {
  const { reason, reasonIds } = draft;
  if (!reasonIds.includes(ready.id)) {
    return { ...draft, reason: withReason(draft, ready), reasonIds: [...reasonIds, ready.id] };
  }
  const kept = reason.split(BETWEEN).filter((part) => part.trim() !== ready.text.trim());
  return { ...draft, reason: kept.join(BETWEEN), reasonIds: reasonIds.filter((id) => id !== ready.id) };
}
