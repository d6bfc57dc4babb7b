import { noted, type Sentence, shown } from './sentence.ts';

const STEP = ['dashboard-status', 'contract-statuses'] as const;

/** Spec §4, "Registration status". */
export const registrationStatus: readonly Sentence[] = [
  shown('Order: submitted, paid, reviewing, government_processing, completed, certificate_issued.', ...STEP),
  shown(
    'Display names: Submetido, Pago, Em Análise, Processamento Governamental, Concluído, Certificado Emitido.',
    ...STEP,
  ),
  shown(
    'Allowed transitions: submitted to paid; paid to reviewing; reviewing to government_processing or back to submitted; government_processing to completed or back to reviewing; completed to certificate_issued; certificate_issued is final.',
    'status-pairs',
    'contract-statuses',
    'admin-status-overview',
  ),
  noted(
    'The single-update admin dialog offers all statuses (enforcement not shown).',
    'All six are listed; the server refuses what is not allowed, so that those cannot be chosen and say why (contract, rule 1).',
    'admin-registrations-status',
  ),
  shown('| Status | Progress % | Estimated time |', ...STEP),
  shown('| submitted | 16.67 | immediate |', ...STEP),
  shown('| paid | 33.34 | 1-2 working days |', ...STEP),
  shown('| reviewing | 50 | 3-5 working days |', ...STEP),
  shown('| government_processing | 75 | 15-30 working days |', ...STEP),
  shown('| completed | 91.67 | 1-2 working days |', ...STEP),
  shown('| certificate_issued | 100 | immediate |', ...STEP),
  shown(
    'Groupings: active = submitted + paid + reviewing + government_processing; awaiting analysis = submitted + paid + reviewing; concluded = completed + certificate_issued.',
    'admin-overview-cards',
    'admin-registrations-list',
  ),
  shown(
    'Operator actions: approve (available when paid or reviewing; paid moves to reviewing, reviewing moves to government_processing); request_corrections (available when reviewing or government_processing; returns to submitted); add_notes (always; no status change).',
    'status-operator-actions',
    'operator-actions-legal',
    'operator-actions-run',
  ),
  noted(
    'Reason and notes optional.',
    'But for add_notes, which is refused without a text: it would note nothing.',
    'status-notes',
    'status-correction-reason',
    'operator-actions-run',
  ),
  shown(
    'Operator assignment: unassigned can be assigned; assigned can be unassigned.',
    'assignment-once',
    'admin-registrations-assign',
  ),
  shown(
    'Paying by card or credits refreshes registrations (and the user for credits); the server moves the status on (server logic not shown).',
    'payment-refreshes',
    'card-settles',
    'credits-pay-once',
  ),
];

/** Spec §4, "Other states". */
export const otherStates: readonly Sentence[] = [
  shown(
    'Session: loading, then logged in (user) or logged out (null).',
    'routes-session-spinner',
    'session-none',
    'routes-visitor',
  ),
  shown(
    'Login or register success sets the user; logout clears it.',
    'auth-login',
    'auth-sign-up',
    'header-logout',
  ),
  shown(
    'Theme: light or dark; initial is stored choice (local storage key theme), else system preference; toggling flips, saves and sets a dark class on the document root.',
    'header-theme',
  ),
  shown(
    'Wizard: basic to upload (after record created and id received) to holders (after successful upload, or Next once a hash exists) to complete.',
    'wizard-basic',
    'wizard-upload',
    'wizard-back',
    'wizard-complete',
  ),
  shown('Back from upload to basic, from holders to upload.', 'wizard-history', 'wizard-back'),
  shown(
    'Buy dialog: selection to payment step (after payment intent returns clientSecret) to success (dialog closes, form resets)',
    'buy-pending',
    'buy-success-resets',
  ),
  shown('or cancel (back to selection; closing the dialog resets all).', 'buy-credits-cancel', 'payer-told'),
  shown(
    'Choosing a package clears the custom amount; typing a custom amount clears the package.',
    'payer-told',
  ),
  shown(
    "Card payment form: idle, processing, succeeded ('Pagamento Aprovado!' with Continuar) or failed ('Pagamento Rejeitado' with Cancelar and Tentar Novamente, which returns to idle).",
    'card-processing',
    'payer-told',
  ),
  shown(
    'Balance badge by possible registrations: 3 or more Excelente, 2 Bom, 1 Regular, 0 Baixo.',
    'balance-quality',
    'payer-told',
  ),
  shown('User active state: deactivate blocks login; reactivate restores.', 'account-active', 'users-active'),
  shown(
    'Credit purchase statuses pending, completed, failed, cancelled; webhook event statuses received, processed, failed.',
    'entity-purchase',
    'entity-webhook-event',
    'purchase-states',
    'credits-statement',
  ),
];
