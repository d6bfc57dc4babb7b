import { MAX_LENGTH } from '@g2/terms/limits';
import { JURISDICTIONS } from '@g2/terms/names';
import { Problems } from '@g2/terms/text';
import type { Asker, Decided, Details, Registration } from './registration.ts';
import { corrected, editableBy } from './registration.ts';

/** As it comes in, not yet trusted. */
export type DetailsInput = Omit<Details, 'notes'> & { notes?: string | undefined };
export type DetailsPatch = { [K in keyof DetailsInput]?: DetailsInput[K] | undefined };

/** The wizard's four; the older ones are only displayed (spec §2, contract "Registration"). */
const OFFERED = new Set<string>(JURISDICTIONS);

function checked(input: DetailsInput, keptJurisdiction?: string): Details {
  const problems = new Problems();
  const details: Details = {
    title: problems.line('title', input.title, MAX_LENGTH.title, 'Título é obrigatório'),
    applicantName: problems.line(
      'applicantName',
      input.applicantName,
      MAX_LENGTH.name,
      'Nome do requerente é obrigatório',
    ),
    applicantEmail: problems.email('applicantEmail', input.applicantEmail),
    applicantTaxId: problems.taxId('applicantTaxId', input.applicantTaxId),
    holderName: problems.line(
      'holderName',
      input.holderName,
      MAX_LENGTH.name,
      'Nome do titular é obrigatório',
    ),
    description: problems.text(
      'description',
      input.description,
      MAX_LENGTH.description,
      'Descrição é obrigatória',
    ),
    jurisdiction: input.jurisdiction,
    notes: problems.optional('notes', input.notes, MAX_LENGTH.notes),
  };
  if (details.jurisdiction === '') problems.add('jurisdiction', 'Jurisdição é obrigatória');
  else if (!OFFERED.has(details.jurisdiction) && details.jurisdiction !== keptJurisdiction) {
    problems.add('jurisdiction', 'Jurisdição inválida');
  }
  problems.refuse();
  return details;
}

/** @throws AppError invalid-input with the texts of spec §5 by field */
export const checkDetails = (input: DetailsInput): Details => checked(input);

// Named one by one, so that the compiler misses none.
const FIELDS = Object.keys({
  title: 0,
  applicantName: 0,
  applicantEmail: 0,
  applicantTaxId: 0,
  holderName: 0,
  description: 0,
  jurisdiction: 0,
  notes: 0,
} satisfies Record<keyof Details, 0>) as (keyof Details)[];
const differ = (one: Details, other: Details): boolean => FIELDS.some((field) => one[field] !== other[field]);

/** Fields left out stay as they are; empty notes clear them. While submitted, by the owner (contract rule 3). */
export function edit(state: Registration | null, asker: Asker, patch: DetailsPatch): Decided {
  const own = editableBy(state, asker);
  const old = own.details;
  const input: DetailsInput = {
    title: patch.title ?? old.title,
    applicantName: patch.applicantName ?? old.applicantName,
    applicantEmail: patch.applicantEmail ?? old.applicantEmail,
    applicantTaxId: patch.applicantTaxId ?? old.applicantTaxId,
    holderName: patch.holderName ?? old.holderName,
    description: patch.description ?? old.description,
    jurisdiction: patch.jurisdiction ?? old.jurisdiction,
    notes: patch.notes ?? old.notes ?? undefined,
  };
  // An older jurisdiction may stay, though it can no longer be chosen.
  const details = checked(input, old.jurisdiction);
  return { next: { ...own, details, ...corrected(own, differ(details, old)) }, facts: [] };
}
