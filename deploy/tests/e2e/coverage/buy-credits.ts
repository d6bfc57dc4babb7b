import type { Sentence } from './sentence.ts';

/** Spec §2, "Buy-credits dialog", sentence by sentence. */
export const buyCredits: readonly Sentence[] = [
  {
    says: 'Choose a package or enter a custom amount, then a payment step with a card form (pt-BR).',
    shownBy: ['buy-credits-package', 'buy-credits-custom'],
  },
];
