import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DETAIL_LABELS, DETAIL_NAMES, DETAILS, type DetailName } from '@g2/terms/details';
import { JURISDICTIONS } from '@g2/terms/names';
import type { Options } from './options.ts';
import { log, Refused, Unable } from './output.ts';
import { ask, isTerminal } from './prompt.ts';

export type Holder = { holderName: string; holderTaxId: string; ownershipPercentage: number };
/** What the user entered. `holders` is undefined when the input names none. */
export type RegistrationInput = {
  details: Partial<Record<DetailName, string>>;
  holders: Holder[] | undefined;
};

const FILE = 'g2-registry.json';

export const PROMPTS: Record<DetailName, string> = {
  ...DETAIL_LABELS,
  title: 'Título',
  applicantTaxId: 'CPF ou CNPJ do requerente',
  jurisdiction: `${DETAIL_LABELS.jurisdiction} (${JURISDICTIONS.join(', ')})`,
};

const isMissing = (details: RegistrationInput['details'], name: DetailName): boolean =>
  DETAILS[name].kind !== 'optional' && (details[name] ?? '').trim() === '';

/** Reads the input from the flags and from g2-registry.json in `folder`; flags win. Does not prompt. */
export function givenInput(options: Options, folder: string | undefined): RegistrationInput {
  const { details, holders } = inFile(folder ?? process.cwd());
  return { details: { ...details, ...options.details }, holders };
}

/** Like `givenInput`, but prompts for missing values on a terminal. @throws Unable naming what is missing */
export async function detailsFor(options: Options, folder: string | undefined): Promise<RegistrationInput> {
  const { details: now, holders } = givenInput(options, folder);
  // The same default as the web form (spec §3).
  const details = { jurisdiction: JURISDICTIONS[0], ...now };
  const missing = DETAIL_NAMES.filter((name) => isMissing(details, name));
  if (missing.length > 0 && !isTerminal()) {
    throw new Unable(`Faltam: ${missing.join(', ')}. Diga por opções ou em ${FILE} (g2-registry --help).`);
  }
  for (const name of missing) {
    while (isMissing(details, name)) details[name] = await ask(`${PROMPTS[name]}: `);
  }
  return { details, holders };
}

function inFile(folder: string): RegistrationInput {
  let text: string;
  try {
    text = readFileSync(join(folder, FILE), 'utf8');
  } catch {
    return { details: {}, holders: undefined };
  }
  log(`Dados de ${FILE}`);
  return parseInput(text);
}

function parseInput(text: string): RegistrationInput {
  const value = parsed(text);
  const details: RegistrationInput['details'] = {};
  for (const name of DETAIL_NAMES) {
    const given = value[name];
    if (given !== undefined && given !== null && typeof given !== 'string') {
      throw new Refused(`${FILE}: ${name} deve ser um texto.`);
    }
    if (given) details[name] = given;
  }
  const { holders } = value;
  if (holders !== undefined && !Array.isArray(holders))
    throw new Refused(`${FILE}: holders deve ser uma lista.`);
  return { details, holders: holders as Holder[] | undefined };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Invalid JSON: the `throw` below reports it.
  }
  throw new Refused(`${FILE} não é um JSON válido.`);
}
