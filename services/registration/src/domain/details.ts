import {
  DETAIL_NAMES,
  DETAILS,
  type DetailName,
  type Details,
  type DetailsInput,
  type DetailsMessage,
  detailsOf,
} from '@g2/terms/details';
import { JURISDICTIONS } from '@g2/terms/names';
import { FieldErrors } from '@g2/terms/text';
import type { Caller, Registration, RegistrationDecision } from './registration.ts';
import { correctionMark, editableBy } from './registration.ts';

/** The wizard's four; older ones are only displayed (spec §2). */
const OFFERED = new Set<string>(JURISDICTIONS);

/** @param kept the previous details: an outdated jurisdiction, e-mail or tax id in them stays valid */
function checked(input: DetailsInput, kept?: Details): Details {
  const problems = new FieldErrors();
  const check = (name: DetailName): string | null => {
    const value = input[name] ?? '';
    const detail = DETAILS[name];
    switch (detail.kind) {
      case 'line':
        return problems.line(name, value, detail.max, detail.missing);
      case 'text':
        return problems.text(name, value, detail.max, detail.missing);
      case 'optional':
        return problems.optional(name, value, detail.max);
      case 'email':
        return problems.email(name, value, kept?.[name] ?? undefined);
      case 'tax-id':
        return problems.taxId(name, value, kept?.[name] ?? undefined);
      case 'jurisdiction':
        problems.add(name, jurisdictionProblem(value, kept?.jurisdiction));
        return value;
    }
  };
  const details = detailsOf(check);
  problems.refuse();
  return details;
}

function jurisdictionProblem(value: string, kept?: string): string | undefined {
  if (value === '') return 'Jurisdição é obrigatória';
  return OFFERED.has(value) || value === kept ? undefined : 'Jurisdição inválida';
}

/** @throws AppError invalid-input with the texts of spec §5 by field */
export const checkDetails = (input: DetailsMessage): Details => checked(input);

/** Omitted fields stay, empty notes are cleared. Only while submitted, by the owner (api-rules R3). */
export function edit(state: Registration | null, asker: Caller, patch: DetailsInput): RegistrationDecision {
  const own = editableBy(state, asker);
  const old = own.details;
  const details = checked(
    detailsOf((name) => patch[name] ?? old[name]),
    old,
  );
  const differ = DETAIL_NAMES.some((name) => details[name] !== old[name]);
  return { next: { ...own, details, ...correctionMark(own, differ) }, facts: [] };
}
