import { AppError } from '@g2/terms/errors';
import { MAX_CHOSEN_REASONS, MAX_LENGTH } from '@g2/terms/limits';
import { Problems } from '@g2/terms/text';

/** A ready reason for corrections, as admins keep it. */
export type Reason = {
  id: string;
  title: string;
  text: string;
  /** Archived it is offered no longer; what it was used for still counts. */
  archivedAt: Date | null;
};

type Words = Pick<Reason, 'title' | 'text'>;
export type ReasonPatch = {
  title?: string | undefined;
  text?: string | undefined;
  /** Among those that are offered, from 1. */
  place?: number | undefined;
  archived?: boolean | undefined;
};

export const reasonNotFound = (): AppError =>
  new AppError('not-found', { message: 'Motivo pronto não encontrado' });

/** @throws AppError invalid-input */
export function checkReason({ title, text }: Words): Words {
  const problems = new Problems();
  const checked = {
    title: problems.line('title', title, MAX_LENGTH.readyReasonTitle, 'Título é obrigatório'),
    text: problems.text('text', text, MAX_LENGTH.readyReason, 'Texto é obrigatório'),
  };
  problems.refuse();
  return checked;
}

/** A reason as an admin changes it; what is left out stays. @throws AppError invalid-input */
export function changeReason(reason: Reason, patch: ReasonPatch, now: Date): Reason {
  const words = checkReason({ title: patch.title ?? reason.title, text: patch.text ?? reason.text });
  const archivedAt =
    patch.archived === undefined ? reason.archivedAt : patch.archived ? (reason.archivedAt ?? now) : null;
  return { ...reason, ...words, archivedAt };
}

/**
 * The order of the reasons that are offered, with one put at a place.
 * @param place from 1; past the end it is the last. Undefined: where it stands, the last where it stands nowhere
 */
export function ordered(ids: readonly string[], id: string, place: number | undefined): string[] {
  const others = ids.filter((one) => one !== id);
  const at = place === undefined ? ids.indexOf(id) : Math.max(0, place - 1);
  return at < 0 ? [...others, id] : others.toSpliced(at, 0, id);
}

/** The ready reasons that go with a request, each once. @throws AppError invalid-input for more than fit into one */
export function checkChosen(ids: readonly string[]): string[] {
  const chosen = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (chosen.length > MAX_CHOSEN_REASONS) throw unknownReason();
  return chosen;
}

export const unknownReason = (): AppError => {
  const message = 'Motivo pronto inválido';
  return new AppError('invalid-input', { message, fields: { reasonIds: message } });
};
