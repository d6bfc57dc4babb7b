import type { Alert, Fact } from './decision.ts';

/** A registration's payment, or a purchase of credits. Cents. */
type About = { id: string; userId: string } & ({ amount: number; title: string } | { priceInCents: number });
type Said = Pick<Alert, 'kind' | 'text' | 'nextAction' | 'dueBy' | 'title'>;

/** An alert about one payment or purchase: whose, what for and how much go with it. */
const alertAbout = (about: About, said: Said): Alert => {
  const isPurchase = 'priceInCents' in about;
  return {
    ...said,
    paymentId: about.id,
    userId: about.userId,
    title: said.title ?? (isPurchase ? 'Compra de créditos' : about.title),
    amountCents: isPurchase ? about.priceInCents : about.amount,
  };
};

export const alertFact = (about: About, said: Said): Fact => ({
  kind: 'alert',
  alert: alertAbout(about, said),
});
