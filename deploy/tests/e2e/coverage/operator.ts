import type { Sentence } from './sentence.ts';

/** Spec §2, "Operator dashboard (/operator)", sentence by sentence. */
export const operator: readonly Sentence[] = [
  {
    says: 'Non-operators and non-admins are redirected to /dashboard and see Acesso não autorizado.',
    shownBy: ['operator-access'],
  },
  {
    says: 'Four stat cards (total, awaiting review, in review, government processing) and four tabs with counts: my assigned records, all, awaiting (paid), in review (reviewing).',
    shownBy: ['operator-cards'],
  },
  {
    says: 'Columns: title, applicant (name and e-mail), operator (initials avatar and name, or Não atribuído), created date, last update, status badge, Ver Detalhes link.',
    shownBy: ['operator-columns', 'operator-phone'],
  },
  {
    says: 'Rows assigned to the current user are highlighted with badge Atribuído a você.',
    shownBy: ['operator-columns', 'operator-phone'],
  },
];
