import type { Reason } from '@g2/gateway/contract/reasons';
import type { OperatorAction } from '@g2/gateway/contract/status-terms';
import { type KeptDraft, keptDraft } from '../../lib/kept-draft.ts';

export interface Draft {
  readonly reason: string;
  readonly notes: string;
  /** Ids of the ready reasons (predefined texts) that were inserted into `reason`. */
  readonly reasonIds: readonly string[];
}

type TextField = 'reason' | 'notes';

export const EMPTY_DRAFT: Draft = { reason: '', notes: '', reasonIds: [] };

export const hasText = ({ reason, notes }: Draft): boolean => `${reason}${notes}`.trim() !== '';
export const hasSameText = (a: Draft, b: Draft): boolean => a.reason === b.reason && a.notes === b.notes;

/** Joins the texts of two drafts of the same action. */
export function joinDrafts(earlier: Draft, later: Draft): Draft {
  const joinTexts = (field: TextField) =>
    [earlier[field], later[field]].filter((text) => text.trim() !== '').join('\n\n');
  const reasonIds = [...new Set([...earlier.reasonIds, ...later.reasonIds])];
  return { reason: joinTexts('reason'), notes: joinTexts('notes'), reasonIds };
}

export type StoredActionDraft = KeptDraft<Draft>;

/** Access to the stored draft of an action; the draft stays stored until the action is carried out. */
export const storedActionDraft = (
  userId: string,
  registrationId: string,
  action: OperatorAction,
): StoredActionDraft =>
  keptDraft(`operator-draft.${userId}.${registrationId}.${action}`, parseDraft, hasText);

function parseDraft(storedValue: unknown): Draft {
  if (typeof storedValue !== 'object' || storedValue === null) return EMPTY_DRAFT;
  const text = (field: TextField): string => {
    const value: unknown = Reflect.get(storedValue, field);
    return typeof value === 'string' ? value : '';
  };
  const ids: unknown = Reflect.get(storedValue, 'reasonIds');
  const reasonIds = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  return { reason: text('reason'), notes: text('notes'), reasonIds };
}

type ReadyReason = Pick<Reason, 'id' | 'text'>;

const SEPARATOR = '\n\n';

/** The reason text of a draft, with a ready reason appended. */
const appendReason = ({ reason }: Draft, { text }: ReadyReason): string =>
  reason.trim() === '' ? text : `${reason.trimEnd()}${SEPARATOR}${text}`;

/** Whether a draft's reason text stays within `max` code points if a ready reason is appended. */
export const fitsMaxLength = (draft: Draft, reason: ReadyReason, max: number): boolean =>
  Array.from(appendReason(draft, reason)).length <= max;

/**
 * Adds a ready reason to a draft, or removes it if it was added before. A removal deletes the inserted text only if the
 * user has not edited it.
 */
export function toggleReason(draft: Draft, readyReason: ReadyReason): Draft {
  const { reason, reasonIds } = draft;
  if (!reasonIds.includes(readyReason.id)) {
    return { ...draft, reason: appendReason(draft, readyReason), reasonIds: [...reasonIds, readyReason.id] };
  }
  const parts = reason.split(SEPARATOR).filter((part) => part.trim() !== readyReason.text.trim());
  const remainingIds = reasonIds.filter((id) => id !== readyReason.id);
  return { ...draft, reason: parts.join(SEPARATOR), reasonIds: remainingIds };
}
