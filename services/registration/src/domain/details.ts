import {
  DETAIL_NAMES,
  DETAILS,
  type Detail,
  type DetailName,
  type Details,
  type DetailsInput,
  detailsOf,
} from '@g2/terms/details';
import { JURISDICTIONS } from '@g2/terms/names';
import { checkFields } from '@g2/terms/text';
import type { Caller, Registration, RegistrationDecision } from './registration.ts';
import { correctionMark, editableBy } from './registration.ts';

/** The wizard's four; older ones are only displayed (spec §2). */
const OFFERED = new Set<string>(JURISDICTIONS);

/**
 * @param kept the previous details: an outdated jurisdiction, e-mail or tax id in them stays valid
 * @throws AppError invalid-input with the texts of spec §5 by field
 */
export const checkDetails = (input: DetailsInput, kept?: Details): Details =>
  checkFields((errors) => {
    const check = (name: DetailName): string | null => {
      const value = input[name] ?? '';
      const detail: Detail = DETAILS[name];
      switch (detail.kind) {
        case 'line':
          return errors.line(name, value, detail.max, detail.missing);
        case 'text':
          return errors.text(name, value, detail.max, detail.missing);
        case 'optional':
          return errors.optional(name, value, detail.max, detail.format);
        case 'email':
          return errors.email(name, value, kept?.[name] ?? undefined);
        case 'tax-id':
          return errors.taxId(name, value, kept?.[name] ?? undefined);
        case 'jurisdiction':
          errors.add(name, jurisdictionProblem(value, kept?.jurisdiction));
          return value;
      }
    };
    return detailsOf(check);
  });

function jurisdictionProblem(value: string, kept?: string): string | undefined {
  if (value === '') return 'Jurisdição é obrigatória';
  return OFFERED.has(value) || value === kept ? undefined : 'Jurisdição inválida';
}

/** Omitted fields stay, empty optional ones are cleared. Only while submitted, by the owner (api-rules R3). */
export function edit(state: Registration | null, asker: Caller, patch: DetailsInput): RegistrationDecision {
  const own = editableBy(state, asker);
  const old = own.details;
  const details = checkDetails(
    detailsOf((name) => patch[name] ?? old[name]),
    old,
  );
  const differ = DETAIL_NAMES.some((name) => details[name] !== old[name]);
  return { next: { ...own, details, ...correctionMark(own, differ) }, facts: [] };
}
