import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { differences } from './check.ts';
import { coverage, type Sections } from './coverage.ts';
import { shown } from './sentence.ts';
import { partsOf } from './specification.ts';

const specification = readFileSync(join(import.meta.dirname, 'specification.md'), 'utf8');

const small = `# Header

A logo. A menu, in
two lines.

- Items: Perfil, Sair.
  - Deeper.

| Role | Can |
|---|---|
| client | pay |

## Empty
## Footer
The end.`;
const list: Sections = {
  Header: [
    shown('A logo.', 'a-b'),
    shown('A menu, in two lines.', 'a-b'),
    shown('Items: Perfil,', 'a-b'),
    shown('Sair.', 'a-b'),
    shown('Deeper.', 'a-b'),
    shown('| Role | Can |', 'a-b'),
    shown('| client | pay |', 'a-b'),
  ],
  Empty: [],
  Footer: [shown('The end.', 'a-b')],
};
const without = (section: string, index: number): Sections => ({
  ...list,
  [section]: (list[section] ?? []).filter((_one, at) => at !== index),
});

describe('a specification in parts', () => {
  test('has headings, paragraphs, items and rows, as they are written', () => {
    expect(partsOf(small)).toEqual([
      {
        section: 'Header',
        parts: [
          'A logo. A menu, in two lines.',
          'Items: Perfil, Sair.',
          'Deeper.',
          '| Role | Can |',
          '| client | pay |',
        ],
      },
      { section: 'Empty', parts: [] },
      { section: 'Footer', parts: ['The end.'] },
    ]);
    expect(partsOf('Text.\n# Header')[0]).toEqual({ section: '', parts: ['Text.'] });
  });

  test('holds every character of the file but marks of headings, items and rules', () => {
    const bare = (text: string) => text.replace(/^#+ |^- |^\|[-| ]+\|$/gm, '').replace(/\s+/g, '');
    const parts = partsOf(specification).flatMap(({ section, parts: texts }) => [section, ...texts]);
    expect(bare(parts.join('\n'))).toBe(bare(specification));
  });
});

describe('the list beside its specification', () => {
  test('agrees with it when each piece is one of its sentences', () => {
    expect(differences(small, list)).toEqual([]);
  });

  test.each([
    [
      'a word changed',
      small.replace('logo', 'picture'),
      /^Header: the specification says “A picture\. A menu/,
    ],
    [
      'a word added at an end',
      small.replace('pay |', 'pay, look |'),
      /^Header: .*“\| client \| pay, look \|”/,
    ],
    ['a letter added', small.replace('Sair.', 'Sair.x'), /^Header: .*“Sair\.x”/],
    [
      'a row added',
      small.replace('| pay |', '| pay |\n| admin | all |'),
      /^Header: “\| admin .* not in the list/,
    ],
    ['a row gone', small.replace('| client | pay |', ''), /^Header: “\| client .* not in the specification/],
    ['an item added', small.replace('\n\n|', '\n- Ajuda.\n\n|'), /^Header: .*“Ajuda\.”/],
    ['a sentence added', small.replace('A logo.', 'A logo. A toggle.'), /^Header: .*“A toggle\./],
    ['a sentence at the end', `${small} Really.`, /^Footer: “Really\.” is not in the list/],
    ['two sentences swapped', small.replace('A logo. A', 'A logo, a'), /^Header: /],
    ['a heading renamed', small.replace('Footer', 'Foot'), /^Foot: the list has no such section/],
    ['a heading without text renamed', small.replace('Empty', 'Void'), /^Void: the list has no such section/],
    ['a section gone', small.replace('## Footer\nThe end.', ''), /^Footer: the specification has no such/],
    [
      'a sentence under another heading',
      small.replace('The end.', '').replace('## Empty', '## Empty\nThe end.'),
      /^Empty: “The end\.” is not in the list/,
    ],
  ])('differs from it by %s', (_what, changed, says) => {
    expect(changed).not.toBe(small);
    expect(differences(changed, list)[0]).toMatch(says);
  });

  test('differs from it by any statement dropped, doubled, empty or out of its section', () => {
    for (const [section, sentences] of Object.entries(list)) {
      for (const [index, one] of sentences.entries()) {
        expect(differences(small, without(section, index)), one.says).not.toEqual([]);
        const doubled = { ...list, [section]: sentences.flatMap((it) => (it === one ? [it, it] : [it])) };
        expect(differences(small, doubled), one.says).not.toEqual([]);
        const moved = { ...without(section, index), Empty: [one] };
        expect(differences(small, moved), one.says).not.toEqual([]);
      }
    }
    const empty = { ...list, Empty: [shown('', 'a-b')] };
    expect(differences(small, empty)).toEqual(['Empty: “” is not in the specification']);
  });

  test('says so for any word of the whole specification', () => {
    const lines = specification.split('\n');
    for (const [at, line] of lines.entries()) {
      const words = line.split(' ');
      const last = words.findLastIndex((word) => /\w/.test(word));
      if (last < 0) continue;
      const changed = lines.with(at, words.with(last, `${words[last]}x`).join(' ')).join('\n');
      expect(differences(changed, coverage).length, `line ${at + 1}: ${line}`).toBeGreaterThan(0);
      const shorter = lines.toSpliced(at, 1).join('\n');
      expect(differences(shorter, coverage).length, `without line ${at + 1}: ${line}`).toBeGreaterThan(0);
    }
  });
});
