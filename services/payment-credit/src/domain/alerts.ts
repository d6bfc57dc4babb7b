import type { Alert, Fact } from './decision.ts';

type AlertSubject = { id: string; userId: string } & (
  | { amount: number; title: string }
  | { priceInCents: number }
);
type AlertContent = Pick<Alert, 'kind' | 'text' | 'nextAction' | 'dueBy' | 'title'>;

const alertAbout = (about: AlertSubject, content: AlertContent): Alert => {
  const isPurchase = 'priceInCents' in about;
  return {
    ...content,
    paymentId: about.id,
    userId: about.userId,
    title: content.title ?? (isPurchase ? 'Compra de créditos' : about.title),
    amountCents: isPurchase ? about.priceInCents : about.amount,
  };
};

export const alertFact = (about: AlertSubject, content: AlertContent): Fact => ({
  kind: 'alert',
  alert: alertAbout(about, content),
});
