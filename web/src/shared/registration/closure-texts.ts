import type { Closure } from '@g2/gateway/contract/registrations';
import { formatCents, formatDate } from '../../lib/format.ts';

/** What happened to the payment, by the reason of the closure. */
const OWNER_SENTENCES: Readonly<Record<string, (amount: string, day: string) => string>> = {
  refunded: (amount, day) => `Devolvemos ${amount} em ${day}.`,
  dispute_lost: (amount, day) => `O banco decidiu a sua contestação em ${day}: ${amount} voltam para você.`,
};
const STAFF_SENTENCES: Readonly<Record<string, (amount: string, day: string) => string>> = {
  refunded: (amount, day) => `${amount} foram devolvidos ao cliente em ${day}.`,
  dispute_lost: (amount, day) => `A contestação de ${amount} foi perdida em ${day}.`,
};
const SHORT_REASONS: Readonly<Record<string, string>> = {
  refunded: 'pagamento devolvido',
  dispute_lost: 'contestação perdida',
};

const CLOSED =
  'O registro foi encerrado e nenhuma etapa segue. A prova de que o arquivo chegou continua a existir.';

const paymentSentence = (sentences: typeof OWNER_SENTENCES, { reason, amountCents, at }: Closure): string =>
  sentences[reason]?.(formatCents(amountCents), formatDate(at)) ?? `O pagamento voltou em ${formatDate(at)}.`;

export const texts = {
  badge: 'Encerrado',
  /** Text for the owner, in full sentences. */
  owner: (closure: Closure) => `${paymentSentence(OWNER_SENTENCES, closure)} ${CLOSED}`,
  /** Text for the owner if the money was not returned after all. */
  ownerWithoutReturn: CLOSED,
  staff: (closure: Closure) =>
    `${paymentSentence(STAFF_SENTENCES, closure)} O registro está encerrado e não aceita mais etapas.`,
  /** Short text for a row of a list. */
  short: ({ reason, at }: Closure) =>
    `Encerrado em ${formatDate(at)}: ${SHORT_REASONS[reason] ?? 'o pagamento voltou'}`,
  returned: 'Devolvido',
  returnedOn: ({ amountCents, at }: Closure) => `${formatCents(amountCents)} em ${formatDate(at)}`,
} as const;
