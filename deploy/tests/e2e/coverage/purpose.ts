import { noted, type Sentence, shown } from './sentence.ts';

/** What stands under the specification's title. */
export const introduction: readonly Sentence[] = [
  shown(
    'The product is a Portuguese-language (Brazil) web service where developers register authorship of software.',
    'language-pt-br',
    'journey-sign-up',
    'journey-details',
  ),
  shown(
    'A client uploads source code as a ZIP file, the system produces a SHA-256 hash as proof, the client pays by card or prepaid credits, staff review the registration through to a government step, and a certificate is issued for download.',
    'journey-upload',
    'journey-card',
    'journey-http',
    'journey-operator',
    'journey-admin',
    'journey-certificate',
  ),
  noted('This document covers the whole product.', 'Says what the document is.'),
];

/** Spec §1, sentence by sentence. */
export const purpose: readonly Sentence[] = [
  shown(
    'Clients fill in registration details, upload a ZIP, add rights holders with ownership percentages, pay the fee (card or credits), follow progress and download the certificate.',
    'journey-details',
    'journey-upload',
    'journey-holders',
    'journey-card',
    'payment-credits',
    'details-timeline',
    'journey-certificate',
  ),
  shown(
    'Operators review and process registrations, approve them, request corrections and add internal notes.',
    'operator-detail-information',
    'journey-operator',
    'operator-actions-run',
  ),
  shown('Admins do what operators do, and also', 'access-matrix', 'routes-staff', 'status-operator-actions'),
  shown(
    'manage users (edit, change role, deactivate, reactivate, reset password),',
    'users-edit',
    'admin-users-role',
    'users-active',
    'users-password',
  ),
  shown(
    'adjust credits, assign operators, change statuses singly or in bulk, and see analytics.',
    'users-credits',
    'admin-credits-issue',
    'admin-registrations-assign',
    'admin-registrations-status',
    'admin-status-bulk',
    'admin-analytics-figures',
  ),
  shown(
    'Landing page claims: international recognition, 100% digital process, hundreds of developers protected.',
    'landing-hero',
  ),
  shown(
    'Credits are prepaid, bought through a card payment provider.',
    'buy-credits-package',
    'stripe-confirm',
  ),
  shown('Interface language: Brazilian Portuguese.', 'language-pt-br', 'in-portuguese'),
  shown(
    'Dates are shown in pt-BR (dd/MM/yyyy and dd/MM/yyyy HH:mm).',
    'format-dates',
    'dashboard-card',
    'operator-columns',
  ),
  shown('Currency BRL, two decimals.', 'format-cents', 'payment-modal'),
];
