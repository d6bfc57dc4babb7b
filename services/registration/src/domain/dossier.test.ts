import { NO_GOVERNMENT_DATA } from '@g2/terms/government';
import { expect, it } from 'vitest';
import { dossierOf } from './dossier.ts';
import { details, file, now, registration } from './test-samples.ts';

const holder = {
  id: 'h',
  registrationId: 'r1',
  holderName: 'Beta Ltda.',
  holderTaxId: '12.345.678/0001-95',
  ownershipPercentage: 60,
  createdAt: now,
};
const reported = {
  ...NO_GOVERNMENT_DATA,
  authors: [{ name: 'Ana', taxId: '52998224725' }],
  createdOn: '2026-01-02',
  languages: ['Go'],
  applicationFields: ['AD01'],
  programTypes: ['SO01'],
  gruNumber: '2941',
};

it('[dossier-missing] lists the required fields of INPI’s form that are empty', () => {
  expect(
    dossierOf(registration({ file: null, details: { ...details, holderName: 'X' } }), [], NO_GOVERNMENT_DATA)
      .missing,
  ).toEqual([
    'authors',
    'holders',
    'createdOn',
    'languages',
    'applicationFields',
    'programTypes',
    'hash',
    'gruNumber',
  ]);
  expect(dossierOf(registration(), [holder], reported).missing).toEqual([]);
});

it('adds INPI’s names to its codes and prefers SHA-512 to SHA-256', () => {
  expect(dossierOf(registration(), [holder], reported)).toMatchObject({
    applicationFields: [{ code: 'AD01', name: 'Administração' }],
    programTypes: [{ code: 'SO01', name: 'Sistema operacional' }],
    holders: [{ name: 'Beta Ltda.', taxId: '12.345.678/0001-95', percentage: 60 }],
    hashAlgorithm: 'SHA-512',
    hash: 'a'.repeat(128),
  });
  const old = registration({ file: { ...file, sha512: null } });
  expect(dossierOf(old, [], reported)).toMatchObject({ hashAlgorithm: 'SHA-256', hash: 'a'.repeat(64) });
});

it('uses the applicant as holder if no holders are listed and the names are equal', () => {
  const { holders, declaration } = dossierOf(registration(), [], reported);
  expect(holders).toEqual([{ name: 'Ana Souza', taxId: '529.982.247-25', percentage: 100 }]);
  for (const part of ['“Programa”', 'Ana Souza', 'SHA-512', 'a'.repeat(128)])
    expect(declaration).toContain(part);
});
