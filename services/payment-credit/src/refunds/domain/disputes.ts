import type { DisputeState } from '@g2/terms/payments';
import { formatCents, formatDate } from '@g2/terms/pt-br';

/** Cents. */
export type Dispute = {
  id: string;
  status: string;
  amount: number;
  createdAt?: Date;
  /** Deadline to answer; absent when no answer is required. */
  dueBy?: Date | null;
};

/** `toldAt`: time of the Stripe event after which the dispute was read. */
export type StoredDispute = Dispute & { toldAt: Date };

/** Rank of a dispute's status, to order events of the same time: inquiry, open, closed, appealed. */
function stageOf(status: string): number {
  if (status.startsWith('warning_')) return 0;
  if (status === 'won' || status === 'lost' || status === 'prevented') return 2;
  return status.startsWith('appeal_') ? 3 : 1;
}

/** An appealed dispute counts as lost until it is won. */
export const isLost = ({ status }: Dispute): boolean => status === 'lost' || status.startsWith('appeal_');

/** True for an open or lost dispute; false for an inquiry or a won one. */
export const isOpenOrLost = (dispute: Dispute): boolean => {
  const stage = stageOf(dispute.status);
  return stage === 1 || isLost(dispute);
};

/** State over all disputes of a payment. Lost takes precedence over open, then won, then inquiry. */
export function disputeStateOf(disputes: readonly Dispute[]): DisputeState | null {
  if (disputes.some(isLost)) return 'lost';
  if (disputes.some(isOpenOrLost)) return 'open';
  if (disputes.some(({ status }) => status === 'won')) return 'won';
  return disputes.length > 0 ? 'inquiry' : null;
}

/** Earliest deadline of the disputes that await a response; null without one. */
export function dueByOf(disputes: readonly Dispute[]): Date | null {
  const open = disputes.filter(
    ({ status }) => status === 'needs_response' || status === 'warning_needs_response',
  );
  return open.flatMap(({ dueBy }) => dueBy ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

export function nextActionFor({ status, dueBy }: Dispute): string {
  if (status === 'needs_response' || status === 'warning_needs_response')
    return dueBy ? `Responda no painel do Stripe até ${formatDate(dueBy)}.` : 'Responda no painel do Stripe.';
  if (status === 'won') return 'Nada a fazer: o valor continua seu.';
  if (isLost({ id: '', status, amount: 0 }))
    return 'O registro foi encerrado. Se há certificado, decida em Certificados a decidir.';
  return 'Aguarde a decisão do banco.';
}

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
 * Of two reads of a dispute, the one for the later event counts; within the same second, the one with the later stage.
 * @param at time of the event, by Stripe's clock
 * @returns `changed`: rows to save; `news`: disputes with a new status or amount
 */
export function mergeDisputes(
  known: readonly StoredDispute[],
  read: readonly Dispute[],
  at: Date,
): { all: StoredDispute[]; changed: StoredDispute[]; news: Dispute[] } {
  const all = new Map(known.map((one) => [one.id, one]));
  const changed: StoredDispute[] = [];
  const news: Dispute[] = [];
  for (const dispute of read) {
    const before = all.get(dispute.id);
    if (before && isOlderRead(dispute, at, before)) continue;
    const next = { ...dispute, toldAt: at };
    all.set(dispute.id, next);
    changed.push(next);
    if (before?.status !== dispute.status || before.amount !== dispute.amount) news.push(dispute);
  }
  return { all: [...all.values()], changed, news };
}

function isOlderRead(read: Dispute, at: Date, known: StoredDispute): boolean {
  if (at.getTime() !== known.toldAt.getTime()) return at < known.toldAt;
  return stageOf(read.status) < stageOf(known.status);
}
