import { nothingIsLostOnPaper } from '../support/screens-walk.ts';

/** What people print or keep as a PDF: what they read, what proves something, what they paid. */
nothingIsLostOnPaper([
  'landing',
  'versions',
  'help',
  'terms',
  'privacy',
  'verify',
  'verify-none',
  'dashboard',
  'dashboard-rows',
  'record-returned',
  'record-government',
  'record-certified',
  'receipts',
  'operator-dossier',
]);
