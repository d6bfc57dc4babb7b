import type { Sentence } from './sentence.ts';

/** Spec §2, "Admin panel (/admin)", sentence by sentence. */
export const admin: readonly Sentence[] = [
  {
    says: 'Non-admins see Acesso Negado with a link to /dashboard.',
    shownBy: ['admin-denied-client', 'admin-denied-operator'],
  },
  { says: 'Six tabs: overview, users, registrations, analytics, status, credits.', shownBy: ['admin-tabs'] },
  {
    says: 'Tab kept as ?tab={tab}; overview is plain /admin; unknown tab value ignored.',
    shownBy: ['admin-tabs'],
  },
  {
    says: 'Overview: four cards: total users (admin and client counts, link to /admin/users), active registrations (new this month), total registrations (certificates issued), completed registrations.',
    shownBy: ['admin-overview-cards'],
  },
  {
    says: 'Quick-action buttons switch to users, registrations, analytics, status tabs.',
    shownBy: ['admin-overview-quick'],
  },
  {
    says: 'Users tab: operator statistics list (operators and admins with assigned counts, descending), three counters (total users, administrators, clients), search, list of 10 per page, change-role dialog (default the current role), delete-confirmation dialog.',
    shownBy: ['admin-users-counters', 'admin-users-list', 'admin-users-role', 'admin-users-remove'],
  },
  {
    says: 'Registrations tab: three counters, search, status filter, paginated list (10 per page), details dialog with operator assignment (assign when unassigned, unassign when assigned), update-status dialog (offers all statuses; reason and notes optional).',
    shownBy: ['admin-registrations-list', 'admin-registrations-assign', 'admin-registrations-status'],
  },
  {
    says: 'Analytics tab: period tabs 7D, 30D, 90D, 1A (default 30D); refresh and export buttons; four KPI cards; status distribution; monthly trends for the last 6 months; recent activity (5 newest registrations); system health.',
    shownBy: [
      'admin-analytics-period',
      'admin-analytics-figures',
      'admin-analytics-trend',
      'admin-export-csv',
    ],
  },
  {
    says: 'Export makes no call, only shows a toast.',
    shownBy: ['admin-export-csv'],
    note: 'The toast is shown; beyond the spec, the CSV really downloads (contract, last section).',
  },
  {
    says: 'Status tab: overview cards per status (count, description, allowed next statuses); search, filter, checkbox selection with select-all for the current page, bulk update dialog; 10 per page.',
    shownBy: ['admin-status-overview', 'admin-status-select', 'admin-status-bulk', 'admin-status-results'],
  },
  { says: 'Pager shows up to 5 page buttons.', shownBy: ['admin-users-list'] },
  {
    says: 'Credits tab: searchable user list filtered client-side by first name, last name or e-mail (case-insensitive).',
    shownBy: ['admin-credits-list'],
  },
  {
    says: 'Row: name, e-mail, role badge (Administrador or Cliente), creation date, credit balance.',
    shownBy: ['admin-credits-list'],
  },
  { says: "History button opens that user's credit transactions.", shownBy: ['admin-credits-history'] },
  {
    says: 'Emitir Créditos dialog issues credits. 5 skeleton rows while loading.',
    shownBy: ['admin-credits-issue', 'admin-credits-states'],
  },
];
