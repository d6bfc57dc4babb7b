import type { Sentence } from './sentence.ts';

/** Spec §2, "Client dashboard", sentence by sentence. */
export const dashboard: readonly Sentence[] = [
  {
    says: 'Welcome heading using first name, else e-mail, else a generic word; button to register software (/register).',
    shownBy: ['dashboard-welcome'],
  },
  {
    says: "Four statistic cards: Registros Totais (with '+N este mês' trend if recent ones exist), Registros Recentes (this month; Ativo or Nenhuma atividade), Tamanho Total (B/KB/MB/GB, one decimal), Jurisdições (unique jurisdictions; 'Território ativo' singular, 'Territórios ativos' plural).",
    shownBy: ['dashboard-new-client', 'dashboard-figures'],
  },
  {
    says: 'Credit balance card: balance, quality badge, number of possible registrations, cost per registration, button Comprar Créditos.',
    shownBy: ['dashboard-balance'],
  },
  { says: 'Low-balance hint when fewer than one registration is possible.', shownBy: ['dashboard-balance'] },
  {
    says: 'Priority block: up to 3 registrations with status submitted (awaiting payment) or certificate_issued, with Pay, Download and View details actions.',
    shownBy: ['dashboard-priority'],
  },
  {
    says: 'Search box (title, holder name, description, case-insensitive); changing it resets to page 1.',
    shownBy: ['dashboard-search', 'dashboard-pages'],
  },
  {
    says: "Paginated grid of registration cards, 12 per page, previous/next, page buttons showing first, last and those within 2 of the current, with ellipsis; text 'showing X-Y of N'.",
    shownBy: ['dashboard-pages'],
  },
  {
    says: 'Empty states: no registrations (link to register the first software) and no search results.',
    shownBy: ['dashboard-new-client', 'dashboard-search'],
  },
  { says: 'Loading skeletons.', shownBy: ['dashboard-loading'] },
  {
    says: 'Registration card: title, status badge, jurisdiction badge, progress bar, holder, creation date, status-updated time, description, payment box when submitted, shortened hash (first 8 and last 8 characters), file name and size, View details, and Download when certificate_issued.',
    shownBy: ['dashboard-card', 'dashboard-status'],
  },
  {
    says: 'Details modal: status progress timeline, next-steps panel (no additional fees, receipt by e-mail), holder info, applicant info, software info (size in MB with 2 decimals), SHA-256 proof of authorship, legal protection statements.',
    shownBy: ['details-facts', 'details-timeline'],
  },
  { says: 'Payment modal: card payment form.', shownBy: ['payment-modal'] },
  {
    says: "A Contact button shows 'Nossa equipe entrará em contato em breve!'.",
    shownBy: ['contact-user'],
    note: 'Shown once the message is stored, with its number: the button opens the form.',
  },
  { says: 'The dashboard is also the card payment return address.', shownBy: ['payment-return'] },
];
