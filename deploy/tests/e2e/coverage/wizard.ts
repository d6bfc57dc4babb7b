import type { Sentence } from './sentence.ts';

/** Spec §2, "Registration wizard (/register)", sentence by sentence. */
export const wizard: readonly Sentence[] = [
  {
    says: 'A landing with a three-step explainer (upload and validation, hash generation, secure registration), then a three-step wizard: 1 Basic info, 2 Upload, 3 Holders, then complete.',
    shownBy: ['wizard-basic', 'wizard-upload', 'wizard-complete', 'keyboard-client'],
  },
  {
    says: 'Success screen with buttons to /dashboard and to register another software.',
    shownBy: ['wizard-complete'],
  },
  {
    says: 'Basic info: title, applicantName, applicantEmail, applicantTaxId, holderName, description, jurisdiction (select), notes (optional).',
    shownBy: ['wizard-basic', 'wizard-basic-errors'],
  },
  { says: 'Upload: choose a ZIP, progress shown; Back disabled during upload.', shownBy: ['wizard-upload'] },
  {
    says: "Holders: list, add form (holderName, holderTaxId, ownershipPercentage), remove; badge 'Total: n%', 'Disponível: 100-total%', success note at exactly 100, warning above 100 ('Atenção: O total de percentuais excede 100%').",
    shownBy: ['wizard-holders', 'wizard-holders-errors'],
  },
  { says: 'Holders optional.', shownBy: ['wizard-complete'] },
  { says: 'Button Concluir Registro finishes.', shownBy: ['wizard-complete', 'keyboard-client'] },
  {
    says: 'Jurisdiction options (value: label): global: Global, brasil: Brasil, estados_unidos: Estados Unidos, uniao_europeia: União Europeia.',
    shownBy: ['wizard-basic', 'wizard-jurisdictions'],
  },
  {
    says: 'Default global. (Another display mapping also names usa, europa, mercosul; see entities.)',
    shownBy: ['wizard-jurisdictions', 'jurisdiction-older'],
  },
];
