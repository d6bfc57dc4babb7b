import type { Sentence } from './sentence.ts';

/** Spec §2, "Operator registration detail", sentence by sentence. */
export const operatorDetail: readonly Sentence[] = [
  { says: 'Same access rule.', shownBy: ['operator-access'] },
  {
    says: 'Shows information (title, applicant name, e-mail, tax id, created, last update, description, internal notes if present), the file (name, size in Bytes/KB/MB/GB base 1024, SHA-256, ZIP download button if a storage path exists), holders list (if any), status history, actions card.',
    shownBy: [
      'operator-detail-information',
      'operator-detail-file',
      'operator-actions-legal',
      'operator-actions-run',
    ],
  },
  {
    says: 'Not found: Registro não encontrado with back link to /operator.',
    shownBy: ['operator-detail-missing'],
  },
];
