import { parseArgs } from 'node:util';
import { DETAIL_NAMES, type DetailName } from '@g2/terms/details';
import { Unable } from './output.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** Converts a field name to its flag: `applicantTaxId` → `applicant-tax-id`. */
export const flagOf = (name: DetailName): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const COMMON = { url: text, json: flag };
const OF_ZIP = { ref: text, compress: flag };
const KNOWN = {
  login: { ...COMMON, token: text },
  logout: COMMON,
  register: {
    ...COMMON,
    ...OF_ZIP,
    out: text,
    'dry-run': flag,
    ...Object.fromEntries(DETAIL_NAMES.map((name) => [flagOf(name), text])),
  },
  status: { ...COMMON, wait: text, timeout: text },
  verify: { ...COMMON, ...OF_ZIP },
} as const;
const MOST = { login: 0, logout: 0, register: 1, status: 1, verify: 1 } as const;

export type Options = {
  /** The positional argument: a path, a registration id or a certificate number. */
  subject: string | undefined;
  text(name: string): string | undefined;
  flag(name: string): boolean;
  details: Partial<Record<DetailName, string>>;
};

/** @throws Unable for unknown options or arguments */
export function optionsOf(command: keyof typeof KNOWN, args: readonly string[]): Options {
  const { values, positionals } = parse(command, args);
  if (positionals.length > MOST[command])
    throw new Unable(`Demais: ${positionals.slice(MOST[command]).join(' ')}`);
  const given = new Map(Object.entries(values));
  const textOf = (name: string): string | undefined => {
    const value = given.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const details: Options['details'] = {};
  for (const name of DETAIL_NAMES) {
    const value = textOf(flagOf(name));
    if (value !== undefined) details[name] = value;
  }
  return { subject: positionals[0], text: textOf, flag: (name) => given.get(name) === true, details };
}

function parse(command: keyof typeof KNOWN, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: KNOWN[command] });
  } catch (error) {
    throw new Unable(
      `${error instanceof Error ? error.message.split('.')[0] : ''}. Veja: g2-registry --help`,
    );
  }
}
