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
import { FieldErrors, lineError } from '@g2/terms/text';

/** Unvalidated input; an omitted field is empty. */
export type GovernmentInput = {
  [Field in keyof GovernmentData]?:
    | (Field extends 'certificateAlgorithm' ? string : GovernmentData[Field])
    | null
    | undefined;
};

const BAD_DAY = 'Data inválida';
const LIMITS = GOVERNMENT_LIMITS;

type Days = Pick<
  GovernmentData,
  'filedOn' | 'gruDate' | 'dueOn' | 'completedOn' | 'createdOn' | 'publishedOn'
>;

/** @param today civil day @throws AppError invalid-input with the errors of all fields */
export function checkGovernment(given: GovernmentInput, today: string): GovernmentData {
  const problems = new FieldErrors();
  const line = (field: keyof GovernmentData, value: string | null | undefined, max: number) => {
    const text = cleanLine(value ?? '');
    problems.add(field, lineError(text, max));
    return text || null;
  };
  const data: GovernmentData = {
    protocol: line('protocol', given.protocol, LIMITS.number),
    gruNumber: line('gruNumber', given.gruNumber, LIMITS.number),
    gruCents: cents(problems, given.gruCents),
    remark: problems.optional('remark', given.remark ?? undefined, MAX_LENGTH.notes),
    derivedFrom: line('derivedFrom', given.derivedFrom, LIMITS.derivedFrom),
    ...checkDays(problems, given, today),
    ...checkHash(problems, given.certificateHash ?? '', given.certificateAlgorithm ?? ''),
    languages: checkList(problems, 'languages', given.languages, LIMITS.languages, (name) =>
      lineError(name, LIMITS.language),
    ),
    applicationFields: codes(problems, 'applicationFields', given.applicationFields, APPLICATION_FIELD_NAMES),
    programTypes: codes(problems, 'programTypes', given.programTypes, PROGRAM_TYPE_NAMES),
    authors: authors(problems, given.authors ?? []),
  };
  problems.refuse();
  return data;
}

function checkDays(problems: FieldErrors, given: GovernmentInput, today: string): Days {
  const day = (field: keyof Days): string | null => {
    const text = given[field] ?? '';
    if (text === '') return null;
    problems.add(field, isCivilDay(text) && text >= '1950' && text < '2100' ? undefined : BAD_DAY);
    return text;
  };
  const days: Days = {
    filedOn: day('filedOn'),
    gruDate: day('gruDate'),
    dueOn: day('dueOn'),
    completedOn: day('completedOn'),
    createdOn: day('createdOn'),
    publishedOn: day('publishedOn'),
  };
  for (const field of ['filedOn', 'gruDate', 'completedOn', 'createdOn', 'publishedOn'] as const) {
    if ((days[field] ?? today) > today) problems.add(field, 'A data não pode estar no futuro');
  }
  const ordered = (field: 'dueOn' | 'completedOn' | 'publishedOn', after: string | null, message: string) =>
    problems.add(field, (days[field] ?? after ?? '') < (after ?? '') ? message : undefined);
  ordered('dueOn', days.filedOn, 'O prazo não pode ser antes do protocolo');
  ordered('completedOn', days.filedOn, 'A conclusão não pode ser antes do protocolo');
  ordered('publishedOn', days.createdOn, 'A publicação não pode ser antes da criação');
  return days;
}

/** Accepts grouped or upper-case digits; without an algorithm, the length decides. */
function checkHash(
  problems: FieldErrors,
  typed: string,
  algorithm: string,
): Pick<GovernmentData, 'certificateHash' | 'certificateAlgorithm'> {
  const hash = typed.replaceAll(/[\s:.-]/g, '').toLowerCase();
  if (hash === '') return { certificateHash: null, certificateAlgorithm: null };
  const known: HashAlgorithm | undefined =
    algorithm === ''
      ? HASH_ALGORITHMS.find((one) => HASH_DIGITS[one] === hash.length)
      : HASH_ALGORITHMS.find((one) => one === algorithm);
  if (algorithm !== '' && known === undefined) problems.add('certificateAlgorithm', 'Algoritmo inválido');
  if (known === undefined || hash.length !== HASH_DIGITS[known] || !/^[0-9a-f]+$/.test(hash)) {
    const digits = known === undefined ? '64 (SHA-256) ou 128 (SHA-512)' : `${HASH_DIGITS[known]} (${known})`;
    problems.add('certificateHash', `O hash deve ter ${digits} dígitos hexadecimais`);
  }
  return { certificateHash: hash, certificateAlgorithm: known ?? null };
}

function cents(problems: FieldErrors, value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  const isAmount = Number.isSafeInteger(value) && value >= 0 && value <= LIMITS.cents;
  problems.add('gruCents', isAmount ? undefined : 'Valor inválido');
  return value;
}

/** Trimmed, without duplicates. */
function checkList(
  problems: FieldErrors,
  field: string,
  values: readonly string[] | null | undefined,
  most: number,
  problem: (value: string) => string | undefined,
): string[] {
  const given = [...new Set((values ?? []).map(cleanLine))].filter((value) => value !== '');
  if (given.length > most) problems.add(field, `No máximo ${most}`);
  else for (const value of given) problems.add(field, problem(value));
  return given;
}

const codes = (
  problems: FieldErrors,
  field: string,
  values: readonly string[] | null | undefined,
  names: ReadonlyMap<string, string>,
): string[] =>
  checkList(problems, field, values, LIMITS.codes, (code) =>
    names.has(code) ? undefined : 'Código fora da tabela do INPI',
  );

function authors(problems: FieldErrors, given: readonly Author[]): Author[] {
  if (given.length > LIMITS.authors) {
    problems.add('authors', `No máximo ${LIMITS.authors}`);
    return [];
  }
  return given.map(({ name, taxId }, at) => ({
    name: problems.line(`authors.${at}.name`, name, MAX_LENGTH.name, 'Nome é obrigatório'),
    taxId: problems.taxId(`authors.${at}.taxId`, taxId),
  }));
}
