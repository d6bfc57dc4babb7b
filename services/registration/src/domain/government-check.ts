import { cleanLine } from '@g2/terms/characters';
import { isCivilDay } from '@g2/terms/civil-days';
import {
  type Author,
  GOVERNMENT_LIMITS,
  type GovernmentData,
  HASH_ALGORITHMS,
  HASH_DIGITS,
  type HashAlgorithm,
} from '@g2/terms/government';
import { APPLICATION_FIELD_NAMES, PROGRAM_TYPE_NAMES } from '@g2/terms/inpi';
import { MAX_LENGTH } from '@g2/terms/limits';
import { checkFields, type FieldErrors, lineError } from '@g2/terms/text';

/** Unvalidated input; an omitted field is empty. */
export type GovernmentInput = {
  [Field in keyof GovernmentData]?:
    | (Field extends 'certificateAlgorithm' ? string : GovernmentData[Field])
    | null
    | undefined;
};

const BAD_DAY = 'Data inválida';
const LIMITS = GOVERNMENT_LIMITS;

/** Days that must not be in the future, unlike the due day. */
const PAST_DAYS = ['filedOn', 'gruDate', 'completedOn', 'createdOn', 'publishedOn'] as const;
type Day = (typeof PAST_DAYS)[number] | 'dueOn';

/** @param today civil day @throws AppError invalid-input with the errors of all fields */
export const checkGovernment = (given: GovernmentInput, today: string): GovernmentData =>
  checkFields((errors) => {
    const line = (field: 'protocol' | 'gruNumber' | 'derivedFrom', max: number) => {
      const text = cleanLine(given[field] ?? '');
      errors.add(field, lineError(text, max));
      return text || null;
    };
    return {
      protocol: line('protocol', LIMITS.number),
      gruNumber: line('gruNumber', LIMITS.number),
      gruCents: cents(errors, given.gruCents),
      remark: errors.optional('remark', given.remark ?? undefined, MAX_LENGTH.notes),
      derivedFrom: line('derivedFrom', LIMITS.derivedFrom),
      ...checkDays(errors, given, today),
      ...checkHash(errors, given.certificateHash ?? '', given.certificateAlgorithm ?? ''),
      languages: checkList(errors, 'languages', given.languages, LIMITS.languages, (name) =>
        lineError(name, LIMITS.language),
      ),
      applicationFields: codes(errors, given, 'applicationFields', APPLICATION_FIELD_NAMES),
      programTypes: codes(errors, given, 'programTypes', PROGRAM_TYPE_NAMES),
      authors: authors(errors, given.authors ?? []),
    };
  });

function checkDays(errors: FieldErrors, given: GovernmentInput, today: string): Pick<GovernmentData, Day> {
  const day = (field: Day): string | null => {
    const text = given[field] ?? '';
    if (text === '') return null;
    errors.add(field, isCivilDay(text) && text >= '1950' && text < '2100' ? undefined : BAD_DAY);
    return text;
  };
  const days = {
    filedOn: day('filedOn'),
    gruDate: day('gruDate'),
    dueOn: day('dueOn'),
    completedOn: day('completedOn'),
    createdOn: day('createdOn'),
    publishedOn: day('publishedOn'),
  };
  for (const field of PAST_DAYS) {
    if ((days[field] ?? today) > today) errors.add(field, 'A data não pode estar no futuro');
  }
  const ordered = (field: 'dueOn' | 'completedOn' | 'publishedOn', after: string | null, message: string) =>
    errors.add(field, (days[field] ?? after ?? '') < (after ?? '') ? message : undefined);
  ordered('dueOn', days.filedOn, 'O prazo não pode ser antes do protocolo');
  ordered('completedOn', days.filedOn, 'A conclusão não pode ser antes do protocolo');
  ordered('publishedOn', days.createdOn, 'A publicação não pode ser antes da criação');
  return days;
}

/** Accepts a hash with grouped or upper-case digits. Without an algorithm, its length determines one. */
function checkHash(
  errors: FieldErrors,
  typed: string,
  algorithm: string,
): Pick<GovernmentData, 'certificateHash' | 'certificateAlgorithm'> {
  const hash = typed.replaceAll(/[\s:.-]/g, '').toLowerCase();
  if (hash === '') return { certificateHash: null, certificateAlgorithm: null };
  const known: HashAlgorithm | undefined =
    algorithm === ''
      ? HASH_ALGORITHMS.find((one) => HASH_DIGITS[one] === hash.length)
      : HASH_ALGORITHMS.find((one) => one === algorithm);
  if (algorithm !== '' && known === undefined) errors.add('certificateAlgorithm', 'Algoritmo inválido');
  if (known === undefined || hash.length !== HASH_DIGITS[known] || !/^[0-9a-f]+$/.test(hash)) {
    const digits = known === undefined ? '64 (SHA-256) ou 128 (SHA-512)' : `${HASH_DIGITS[known]} (${known})`;
    errors.add('certificateHash', `O hash deve ter ${digits} dígitos hexadecimais`);
  }
  return { certificateHash: hash, certificateAlgorithm: known ?? null };
}

function cents(errors: FieldErrors, value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  const isAmount = Number.isSafeInteger(value) && value >= 0 && value <= LIMITS.cents;
  errors.add('gruCents', isAmount ? undefined : 'Valor inválido');
  return value;
}

/** Trims the values, and removes empty ones and duplicates. */
function checkList(
  errors: FieldErrors,
  field: string,
  values: readonly string[] | null | undefined,
  most: number,
  problem: (value: string) => string | undefined,
): string[] {
  const given = [...new Set((values ?? []).map(cleanLine))].filter((value) => value !== '');
  if (given.length > most) errors.add(field, `No máximo ${most}`);
  else for (const value of given) errors.add(field, problem(value));
  return given;
}

const codes = (
  errors: FieldErrors,
  given: GovernmentInput,
  field: 'applicationFields' | 'programTypes',
  names: ReadonlyMap<string, string>,
): string[] =>
  checkList(errors, field, given[field], LIMITS.codes, (code) =>
    names.has(code) ? undefined : 'Código fora da tabela do INPI',
  );

function authors(errors: FieldErrors, given: readonly Author[]): Author[] {
  if (given.length > LIMITS.authors) {
    errors.add('authors', `No máximo ${LIMITS.authors}`);
    return [];
  }
  return given.map(({ name, taxId }, at) => ({
    name: errors.line(`authors.${at}.name`, name, MAX_LENGTH.name, 'Nome é obrigatório'),
    taxId: errors.taxId(`authors.${at}.taxId`, taxId),
  }));
}
