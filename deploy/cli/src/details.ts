import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DETAIL_NAMES, DETAILS, type DetailName } from '@g2/terms/details';
import { JURISDICTIONS } from '@g2/terms/names';
import { ask, isTerminal } from './ask.ts';
import type { Options } from './options.ts';
import { Refused, say, Unable } from './out.ts';

export type Holder = { holderName: string; holderTaxId: string; ownershipPercentage: number };
export type Told = { details: Partial<Record<DetailName, string>>; holders: Holder[] };

const FILE = 'g2-registry.json';

const QUESTIONS: Record<DetailName, string> = {
  title: 'Título',
  applicantName: 'Nome do requerente',
  applicantEmail: 'E-mail do requerente',
  applicantTaxId: 'CPF ou CNPJ do requerente',
  holderName: 'Nome do titular',
  description: 'Descrição',
  jurisdiction: `Jurisdição (${JURISDICTIONS.join(', ')})`,
  notes: 'Observações',
};

const isMissing = (details: Told['details'], name: DetailName): boolean =>
  DETAILS[name].kind !== 'optional' && (details[name] ?? '').trim() === '';

/**
 * What is told of the registration: by flags first, then by the folder's g2-registry.json; what is missing is asked of a
 * person, where there is one.
 * @throws Unable naming what is missing
 */
export async function detailsFor(options: Options, folder: string | undefined): Promise<Told> {
  const { details: written, holders } = inFile(folder ?? process.cwd());
  // As the form has it before anybody chooses (spec §3).
  const details = { jurisdiction: JURISDICTIONS[0], ...written, ...options.details };
  const missing = DETAIL_NAMES.filter((name) => isMissing(details, name));
  if (missing.length > 0 && !isTerminal()) {
    throw new Unable(`Faltam: ${missing.join(', ')}. Diga por opções ou em ${FILE} (g2-registry --help).`);
  }
  for (const name of missing) {
    while (isMissing(details, name)) details[name] = await ask(`${QUESTIONS[name]}: `);
  }
  return { details, holders };
}

function inFile(folder: string): Told {
  let text: string;
  try {
    text = readFileSync(join(folder, FILE), 'utf8');
  } catch {
    return { details: {}, holders: [] };
  }
  say(`Dados de ${FILE}`);
  return told(text);
}

function told(text: string): Told {
  const value = parsed(text);
  const details: Told['details'] = {};
  for (const name of DETAIL_NAMES) {
    const given = value[name];
    if (given !== undefined && given !== null && typeof given !== 'string') {
      throw new Refused(`${FILE}: ${name} deve ser um texto.`);
    }
    if (given) details[name] = given;
  }
  const { holders = [] } = value;
  if (!Array.isArray(holders)) throw new Refused(`${FILE}: holders deve ser uma lista.`);
  return { details, holders: holders as Holder[] };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Told below.
  }
  throw new Refused(`${FILE} não é um JSON válido.`);
}
