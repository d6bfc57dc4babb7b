import { noted, type Sentence, shown } from './sentence.ts';

/** Spec §9, number by number. */
export const limits: readonly Sentence[] = [
  shown(
    'Registration fee: R$ 3.499,00 = 349900 cents = 349900 credit units; one-off.',
    'contract-numbers',
    'payment-modal',
    'gateway-pays-credits',
    'journey-ledger',
  ),
  shown(
    'Update registration R$ 1.499,99 per update (marketing display only).',
    'landing-pricing',
    'gateway-pays-card',
  ),
  shown(
    'Possible registrations = floor(balance / 349900). Missing credits = 349900 minus balance.',
    'balance-counts',
    'payer-told',
  ),
  shown('Custom credit purchase R$ 100,00 to R$ 100.000,00.', 'custom-amount-bounds', 'purchase-limits'),
  shown(
    'Marketing features: initial = digital authorship certificate, integrity hash, official timestamp, secure cloud deposit, specialised support; update = new hash, update certificate, version history, temporal comparison, continued protection.',
    'landing-pricing',
  ),
  shown(
    'Upload max 500 MB, .zip only;',
    'contract-numbers',
    'contract-upload',
    'upload-too-large',
    'wizard-upload-rules',
  ),
  shown(
    'SHA-256 hash 64 chars; hash shown as first 8 + last 8 chars on cards, first 16 on upload toast.',
    'entity-registration',
    'format-hash',
    'dashboard-card',
    'wizard-upload',
  ),
  shown(
    'Tax id 11-18 chars; ownership 0-100 per holder, total at most 100; password min 8; names min 2.',
    'contract-tax-id-length',
    'contract-share-bounds',
    'holders-sum',
    'contract-sign-up',
  ),
  shown(
    'Credit delta -1000 to 1000 excluding 0 (admin variant -10000 to 10000).',
    'contract-credit-limits',
    'credits-adjustment-limits',
  ),
  shown('User search limit 100.', 'users-list', 'contract-page-sizes'),
  shown(
    'Page sizes: client grid 12; admin users, registrations and status lists 10 (pager up to 5 buttons);',
    'dashboard-pages',
    'admin-users-list',
    'admin-registrations-list',
    'admin-status-select',
    'pager-window',
    'contract-page-sizes',
  ),
  shown('priority list max 3; recent activity 5.', 'dashboard-priority', 'admin-analytics-recent'),
  shown(
    'Analytics periods 7, 30 (default), 90, 365 days; trends last 6 months.',
    'contract-periods',
    'admin-analytics-period',
    'admin-analytics-trend',
  ),
  shown(
    'Conversion rate = registrations with paymentPaidAt over all, one decimal. Processed percent = (completed + certificate_issued) over total.',
    'figures-rates',
    'admin-analytics-figures',
  ),
  noted(
    'Hard-coded system health display: payment success 98%, average processing time 7 days, satisfaction 4.8/5.',
    'Those are shown as the targets, beside figures from data (contract, last section).',
    'admin-analytics-figures',
  ),
  shown(
    'File sizes in B/KB/MB/GB base 1024 (Bytes label on operator screens).',
    'format-bytes',
    'dashboard-figures',
    'operator-detail-bytes',
  ),
  shown(
    'Data cache: no automatic refetch interval, no refetch on focus, never stale, no retry for queries or mutations (admin queries retry 2).',
    'cache-defaults',
    'cache-mutations',
    'cache-admin-retries',
  ),
  shown('Session user under key /api/auth/user.', 'session-none'),
  noted(
    'Toasts: one at a time, removed 1,000,000 ms after dismissal;',
    'A dismissed toast is gone at once: how long it is kept unseen cannot be seen.',
    'toasts-time',
  ),
  shown(
    'display 5000 ms; swipe threshold 50 px; hotkey F8; max width 420px on medium screens and up.',
    'toasts-time',
    'toasts-swipe',
    'toasts-f8',
  ),
  shown('Tooltip open delay 700 ms, skip delay 300 ms.', 'tooltip-delays'),
  shown('Menu type-ahead resets after 1000 ms;', 'menu-type-ahead'),
  noted(
    'submenu opens after 100 ms hover, 300 ms pointer grace.',
    'No screen of the specification has a submenu, nor has the product.',
  ),
  noted(
    'Server behaviour, status-transition enforcement, fee computation details, access enforcement: not shown.',
    'Decided in the contract, “Rules of the server”.',
    'status-pairs',
    'card-settles',
    'access-matrix',
  ),
];
