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

/** The four jurisdictions that the wizard offers. Earlier ones are only displayed (spec §2). */
const OFFERED = new Set<string>(JURISDICTIONS);

/** @param kept an outdated jurisdiction, e-mail or tax id here stays valid @throws AppError invalid-input (spec §5) */
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

/** The owner edits while submitted (api-rules R3). Omitted fields stay, empty optional fields are cleared. */
export function editDetails(
  state: Registration | null,
  caller: Caller,
  patch: DetailsInput,
): RegistrationDecision {
  const own = editableBy(state, caller);
  const old = own.details;
  const details = checkDetails(
    detailsOf((name) => patch[name] ?? old[name]),
    old,
  );
  const differ = DETAIL_NAMES.some((name) => details[name] !== old[name]);
  return { next: { ...own, details, ...correctionMark(own, differ) }, facts: [] };
}
