// Updates the table of values in helm/README.md from the comments of helm/values.yaml, and the users in
// helm/files/nats.conf from the NATS permissions in kit: node deploy/kubernetes/readme.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NatsUser, natsAuthorization } from '@g2/kit/nats-users';
import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml';

const BEGIN = '<!-- values: written by deploy/kubernetes/readme.ts from values.yaml -->';
const END = '<!-- end of values -->';

type Row = { path: string; fallback: string; about: string };

/** One row per settable value. A comment above a key applies to the key and to its children. */
export function valueRows(yaml: string): Row[] {
  const { contents } = parseDocument(yaml);
  if (!isMap(contents)) throw new Error('values.yaml is no map');
  return rowsOf(contents, '', '');
}

function rowsOf(map: YAMLMap, prefix: string, inherited: string): Row[] {
  return map.items.flatMap((pair, at) => {
    const path = `${prefix}${isScalar(pair.key) ? String(pair.key.value) : ''}`;
    const first = at === 0 && prefix !== '' ? inherited : '';
    const about = [first, commentOf(pair, map, at)].filter(Boolean).join(' ');
    const { value } = pair;
    // A map in braces is set as a whole, but each of its keys gets a row.
    if (isMap(value) && value.items.length > 0) return rowsOf(value, `${path}.`, about);
    return [{ path, fallback: JSON.stringify(value), about }];
  });
}

/** The YAML parser attaches the comment above a map's first key to the map. */
function commentOf(pair: Pair, map: YAMLMap, at: number): string {
  const own = isScalar(pair.key) ? pair.key.commentBefore : undefined;
  const above = at === 0 ? map.commentBefore : undefined;
  const text = (own ?? above ?? '').split('\n\n').at(-1) ?? '';
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}

/** Merges rows that differ only in the program: one common default, and the programs with another one. */
function perProgram(rows: Row[]): Row[] {
  const made = new Map<string, Row & { defaults: Map<string, string[]> }>();
  for (const row of rows) {
    const [, program = '', rest = ''] = /^programs\.([^.]+)\.(.*)$/.exec(row.path) ?? [];
    const path = program ? `programs.<program>.${rest}` : row.path;
    const one = made.get(path) ?? { ...row, path, defaults: new Map<string, string[]>() };
    one.defaults.set(row.fallback, [...(one.defaults.get(row.fallback) ?? []), program]);
    made.set(path, one);
  }
  return [...made.values()].map(({ path, about, defaults }) => {
    const each = [...defaults].map(([value, names]) => `\`${value}\` (${names.join(', ')})`);
    return { path, about, fallback: each.length === 1 ? `\`${[...defaults.keys()][0]}\`` : each.join(', ') };
  });
}

export function withValues(readme: string, yaml: string): string {
  const from = readme.indexOf(BEGIN);
  const to = readme.indexOf(END);
  if (from < 0 || to < from) throw new Error('helm/README.md lost the marks of its table');
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const lines = perProgram(valueRows(yaml)).map(
    ({ path, fallback, about }) => `| \`${path}\` | ${fallback} | ${cell(about)} |`,
  );
  const table = ['| Value | Default | About |', '|---|---|---|', ...lines].join('\n');
  return `${readme.slice(0, from)}${BEGIN}\n${table}\n${readme.slice(to)}`;
}

const USERS =
  '# Users and their rights: written by deploy/kubernetes/readme.ts from services/kit/src/nats-permissions.ts.';

export const passwordVariable = (user: NatsUser): string =>
  `NATS_PASSWORD_${user.replaceAll('-', '_').toUpperCase()}`;

export function withUsers(config: string): string {
  const at = config.indexOf(USERS);
  if (at < 0) throw new Error('helm/files/nats.conf lost the mark of its users');
  return `${config.slice(0, at)}${USERS}\n${natsAuthorization((user) => `$${passwordVariable(user)}`, 'g2')}`;
}

if (import.meta.main) {
  const chart = join(import.meta.dirname, '../../helm');
  const file = join(chart, 'README.md');
  const values = readFileSync(join(chart, 'values.yaml'), 'utf8');
  writeFileSync(file, withValues(readFileSync(file, 'utf8'), values));
  const nats = join(chart, 'files/nats.conf');
  writeFileSync(nats, withUsers(readFileSync(nats, 'utf8')));
}
