import type { Alert, Fact } from './decision.ts';

type AlertSubject = { id: string; userId: string } & (
  | { amount: number; title: string }
  | { priceInCents: number }
);
type AlertContent = Pick<Alert, 'kind' | 'text' | 'nextAction' | 'dueBy' | 'title'>;

export function alertFact(about: AlertSubject, content: AlertContent): Fact {
  const isPurchase = 'priceInCents' in about;
  const alert = {
    ...content,
    paymentId: about.id,
    userId: about.userId,
    title: content.title ?? (isPurchase ? 'Compra de créditos' : about.title),
    amountCents: isPurchase ? about.priceInCents : about.amount,
  };
  return { kind: 'alert', alert };
}
