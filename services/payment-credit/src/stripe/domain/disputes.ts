import type { DisputeState } from '@g2/terms/payments';
import { formatCents, formatDay } from '@g2/terms/pt-br';

/** What Stripe says of a dispute. Cents. */
export type Dispute = {
  id: string;
  status: string;
  amount: number;
  createdAt?: Date;
  /** The last moment to answer it; absent where no answer is asked for. */
  dueBy?: Date | null;
};

/** A dispute as it is known here: `toldAt` is the time of the event it was read for. */
export type KnownDispute = Dispute & { toldAt: Date };

/** How far a dispute of this status is, where two events have one time: inquiry, open, closed, appealed. */
function stageOf(status: string): number {
  if (status.startsWith('warning_')) return 0;
  if (status === 'won' || status === 'lost' || status === 'prevented') return 2;
  return status.startsWith('appeal_') ? 3 : 1;
}

/** Its money is gone; an appeal does not bring it back until it is won. */
export const isLost = ({ status }: Dispute): boolean => status === 'lost' || status.startsWith('appeal_');

/** It touches what was paid: open or lost. An inquiry does not, nor what was won. */
export const isAgainst = (dispute: Dispute): boolean => {
  const stage = stageOf(dispute.status);
  return stage === 1 || isLost(dispute);
};

/** How far disputes have come together: lost counts most, then open. */
export function disputeStateOf(disputes: readonly Dispute[]): DisputeState | null {
  if (disputes.some(isLost)) return 'lost';
  if (disputes.some(isAgainst)) return 'open';
  if (disputes.some(({ status }) => status === 'won')) return 'won';
  return disputes.length > 0 ? 'inquiry' : null;
}

/** The first answer that is due; null where none is. */
export function dueByOf(disputes: readonly Dispute[]): Date | null {
  const open = disputes.filter(
    ({ status }) => status === 'needs_response' || status === 'warning_needs_response',
  );
  return open.flatMap(({ dueBy }) => dueBy ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** What to do about a dispute of this status. */
export function actionOn({ status, dueBy }: Dispute): string {
  if (status === 'needs_response' || status === 'warning_needs_response')
    return dueBy ? `Responda no painel do Stripe até ${formatDay(dueBy)}.` : 'Responda no painel do Stripe.';
  if (status === 'won') return 'Nada a fazer: o valor continua seu.';
  if (isLost({ id: '', status, amount: 0 }))
    return 'O registro foi encerrado. Se há certificado, decida em Certificados a decidir.';
  return 'Aguarde a decisão do banco.';
}

/** The provider's word for a dispute's status, as a sentence. */
export function disputeText({ status, amount }: Dispute): string {
  const cents = formatCents(amount);
  if (status === 'needs_response') return `O cliente contestou ${cents} no banco dele.`;
  if (status.startsWith('warning_')) return `O banco do cliente pede informações sobre ${cents}.`;
  if (status === 'under_review') return `A contestação de ${cents} está em análise no banco.`;
  if (status === 'won') return `A contestação de ${cents} foi decidida a nosso favor.`;
  if (status === 'lost') return `A contestação de ${cents} foi perdida.`;
  return `A contestação de ${cents} mudou no Stripe para "${status}".`;
}

/**
 * Puts what was read for an event to what is known. The later event's reading counts, however late an earlier one's
 * effect comes; of two events in one second, the one that is further.
 * @param at when the event was, by Stripe's clock
 * @returns `changed` has only disputes whose word is new
 */
export function mergeDisputes(
  known: readonly KnownDispute[],
  told: readonly Dispute[],
  at: Date,
): { all: KnownDispute[]; changed: KnownDispute[]; news: Dispute[] } {
  const all = new Map(known.map((one) => [one.id, one]));
  const changed: KnownDispute[] = [];
  const news: Dispute[] = [];
  for (const dispute of told) {
    const before = all.get(dispute.id);
    if (before && isBefore(dispute, at, before)) continue;
    const next = { ...dispute, toldAt: at };
    all.set(dispute.id, next);
    changed.push(next);
    if (before?.status !== dispute.status || before.amount !== dispute.amount) news.push(dispute);
  }
  return { all: [...all.values()], changed, news };
}

function isBefore(told: Dispute, at: Date, known: KnownDispute): boolean {
  if (at.getTime() !== known.toldAt.getTime()) return at < known.toldAt;
  return stageOf(told.status) < stageOf(known.status);
}
