import type { Alert, Fact } from './decision.ts';

type About = { id: string; userId: string } & ({ amount: number; title: string } | { priceInCents: number });
type Said = Pick<Alert, 'kind' | 'text' | 'nextAction' | 'dueBy' | 'title'>;

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
