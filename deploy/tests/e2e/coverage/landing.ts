import type { Sentence } from './sentence.ts';

/** Spec §2, "Landing page (public)", sentence by sentence. */
export const landing: readonly Sentence[] = [
  {
    says: 'Hero with logo, badge, title and two actions: Registrar Meu Software (to /auth) and Como Funciona (scrolls to the how-it-works section).',
    shownBy: ['landing-hero'],
  },
  {
    says: 'Sections: four feature cards; three-step how-it-works (upload ZIP, automatic hash, receive certificate); benefits with four cards; pricing with two plans; closing call to action (Registrar Meu Software to /auth, Ver Preços scrolls to pricing).',
    shownBy: ['landing-sections', 'landing-pricing'],
  },
  {
    says: 'Both pricing cards link to /auth; buttons Registrar Agora (first plan, badge Mais Popular) and Saiba Mais (second plan).',
    shownBy: ['landing-pricing'],
  },
];
