import type { GovernmentData } from '@g2/terms/government';
import { APPLICATION_FIELD_NAMES, PROGRAM_TYPE_NAMES } from '@g2/terms/inpi';
import type { Holder } from './holders.ts';
import type { Registration } from './registration.ts';

/** Required fields of INPI's form. The publication day is optional, since a program may be unpublished. */
const DOSSIER_FIELDS = [
  'authors',
  'holders',
  'createdOn',
  'languages',
  'applicationFields',
  'programTypes',
  'hash',
  'gruNumber',
] as const;

/**
 * A draft of the holder's declaration. The valid document, the DV, is the PDF that INPI issues with the GRU, signed
 * with an ICP-Brasil certificate (Manual do usuário, INPI; Decreto 2.556/1998, art. 2º; Lei 9.609/1998).
 */
function declarationOf(title: string, holders: string, algorithm: string, hash: string): string {
  return [
    'DECLARAÇÃO DE VERACIDADE (DV) — PROGRAMA DE COMPUTADOR',
    `Declaro, sob as penas da lei, na qualidade de titular dos direitos do programa de computador “${title}” (titular: ${holders}), que:`,
    '1. são verdadeiras as informações prestadas no formulário eletrônico de registro de programa de computador, pelas quais respondo nos termos do art. 2º do Decreto nº 2.556, de 20 de abril de 1998, e da Lei nº 9.609, de 19 de fevereiro de 1998;',
    `2. o resumo digital hash informado no formulário, obtido pelo algoritmo ${algorithm}, é o da documentação técnica do programa: ${hash};`,
    '3. guardarei essa documentação técnica íntegra e em sigilo, enquanto durar a proteção, de modo que o resumo possa ser conferido a qualquer tempo;',
    '4. os autores indicados criaram o programa, e, havendo derivação, ela foi autorizada pelo titular do programa original.',
  ].join('\n\n');
}

const BLANK = '________';

const named = (codes: readonly string[], names: ReadonlyMap<string, string>) =>
  codes.map((code) => ({ code, name: names.get(code) ?? code }));

/** The SHA-512 hash, which INPI recommends, or the SHA-256 hash if SHA-512 is unknown. */
function hashOf({ file }: Registration): { hashAlgorithm: string | null; hash: string | null } {
  if (!file) return { hashAlgorithm: null, hash: null };
  return file.sha512 === null
    ? { hashAlgorithm: 'SHA-256', hash: file.sha256 }
    : { hashAlgorithm: 'SHA-512', hash: file.sha512 };
}

const holdersOf = ({ details }: Registration, holders: readonly Holder[]) =>
  holders.length > 0
    ? holders.map(({ holderName, holderTaxId, ownershipPercentage }) => ({
        name: holderName,
        taxId: holderTaxId,
        percentage: ownershipPercentage,
      }))
    : details.holderName === details.applicantName
      ? [{ name: details.holderName, taxId: details.applicantTaxId, percentage: 100 }]
      : [];

/** Known answers to INPI's e-Software form. `missing` lists the required fields that are still empty. */
export function dossierOf(state: Registration, holders: readonly Holder[], data: GovernmentData) {
  const { title, description } = state.details;
  const shown = {
    title,
    description,
    authors: data.authors,
    holders: holdersOf(state, holders),
    createdOn: data.createdOn,
    publishedOn: data.publishedOn,
    languages: data.languages,
    applicationFields: named(data.applicationFields, APPLICATION_FIELD_NAMES),
    programTypes: named(data.programTypes, PROGRAM_TYPE_NAMES),
    derivedFrom: data.derivedFrom,
    ...hashOf(state),
    fileName: state.file?.fileName ?? null,
    gruNumber: data.gruNumber,
    protocol: data.protocol,
  };
  const { hashAlgorithm, hash } = shown;
  const names = shown.holders.map(({ name }) => name).join(', ');
  return {
    ...shown,
    declaration: declarationOf(title, names || BLANK, hashAlgorithm ?? BLANK, hash ?? BLANK),
    missing: DOSSIER_FIELDS.filter((field) => shown[field] === null || shown[field].length === 0),
  };
}
