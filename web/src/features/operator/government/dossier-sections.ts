import type { Dossier } from '@g2/gateway/contract/government';
import { formatPercent } from '../../../lib/format.ts';
import { formatDay } from './step-values.ts';
import { texts } from './texts.ts';

const t = texts.dossier;
type Field = keyof typeof t.fields;

/** One field of INPI's form, as shown and copied. */
export interface DossierFact {
  readonly name: string;
  readonly lines: readonly string[];
  readonly isMissing: boolean;
  /** Set in a code font: staff compare the value character by character. */
  readonly isCode?: boolean;
}

interface Section {
  readonly title: string;
  readonly note?: string;
  readonly facts: readonly DossierFact[];
}

const names = new Map<string, string>(Object.entries(t.fields));
export const fieldName = (field: string): string => names.get(field) ?? field;

const people = (all: readonly { name: string; taxId: string; percentage?: number }[]): string[] =>
  all.map(({ name, taxId, percentage }) =>
    [name, taxId, ...(percentage === undefined ? [] : [formatPercent(percentage)])].join(' · '),
  );

const coded = (all: readonly { code: string; name: string }[]): string[] =>
  all.map(({ code, name }) => `${code} – ${name}`);

/** The fields of INPI's form in its order; a missing value is marked in place. */
export function sectionsOf(it: Dossier): Section[] {
  const fact = (field: Field, lines: readonly (string | null)[], none?: string): DossierFact => {
    const filled = lines.filter((line): line is string => line !== null && line !== '');
    const isMissing = filled.length === 0 && none === undefined;
    return { name: t.fields[field], lines: filled.length > 0 ? filled : [none ?? t.untold], isMissing };
  };
  return [
    {
      title: t.sections.people,
      facts: [fact('holders', people(it.holders)), fact('authors', people(it.authors))],
    },
    {
      title: t.sections.program,
      note: t.tables(it.tables.source, it.tables.date),
      facts: [
        fact('title', [it.title]),
        fact('description', [it.description]),
        fact('createdOn', [formatDay(it.createdOn)]),
        fact('publishedOn', [formatDay(it.publishedOn)], t.never),
        fact('languages', it.languages),
        fact('applicationFields', coded(it.applicationFields)),
        fact('programTypes', coded(it.programTypes)),
        fact('derivedFrom', [it.derivedFrom], t.no),
      ],
    },
    {
      title: t.sections.hash,
      facts: [
        fact('hashAlgorithm', [it.hashAlgorithm]),
        { ...fact('hash', [it.hash]), isCode: true },
        fact('fileName', [it.fileName]),
      ],
    },
    {
      title: t.sections.filing,
      facts: [fact('gruNumber', [it.gruNumber]), fact('protocol', [it.protocol])],
    },
    {
      title: t.sections.declaration,
      note: t.declarationNote,
      facts: [fact('declaration', it.declaration.split('\n\n'))],
    },
  ];
}
