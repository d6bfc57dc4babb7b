import { AppError, invalidField } from '@g2/terms/errors';
import { MAX_LENGTH, MAX_REASONS_PER_REQUEST } from '@g2/terms/limits';
import { checkFields } from '@g2/terms/text';

/** A ready reason: a predefined text for requests for corrections, maintained by admins. */
export type Reason = {
  id: string;
  title: string;
  text: string;
  /** An archived reason is no longer offered, but its uses still count. */
  archivedAt: Date | null;
};

type ReasonTexts = Pick<Reason, 'title' | 'text'>;
export type ReasonPatch = {
  title?: string | undefined;
  text?: string | undefined;
  /** Position among the reasons that are not archived, from 1. */
  place?: number | undefined;
  archived?: boolean | undefined;
};

export const reasonNotFound = (): AppError =>
  new AppError('not-found', { message: 'Motivo pronto não encontrado' });

/** @throws AppError invalid-input */
export const checkReason = ({ title, text }: ReasonTexts): ReasonTexts =>
  checkFields((errors) => ({
    title: errors.line('title', title, MAX_LENGTH.readyReasonTitle, 'Título é obrigatório'),
    text: errors.text('text', text, MAX_LENGTH.readyReason, 'Texto é obrigatório'),
  }));

/** Omitted fields keep their value. @throws AppError invalid-input */
export function changeReason(reason: Reason, patch: ReasonPatch, now: Date): Reason {
  const words = checkReason({ title: patch.title ?? reason.title, text: patch.text ?? reason.text });
  const archivedAt =
    patch.archived === undefined ? reason.archivedAt : patch.archived ? (reason.archivedAt ?? now) : null;
  return { ...reason, ...words, archivedAt };
}

/** @param place position from 1; beyond the end means last; undefined keeps the position, or appends a new id */
export function reorderReasons(ids: readonly string[], id: string, place: number | undefined): string[] {
  const others = ids.filter((one) => one !== id);
  const at = place === undefined ? ids.indexOf(id) : Math.max(0, place - 1);
  return at < 0 ? [...others, id] : others.toSpliced(at, 0, id);
}

/** Reasons of a request for corrections, without duplicates. @throws AppError invalid-input if there are too many */
export function checkReasonIds(ids: readonly string[]): string[] {
  const chosen = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (chosen.length > MAX_REASONS_PER_REQUEST) throw unknownReason();
  return chosen;
}

export const unknownReason = (): AppError => invalidField('reasonIds', 'Motivo pronto inválido');
