import { ARCHIVE_WARNINGS, type ArchiveFile } from '@g2/gateway/contract/archive';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../lib/words.ts';
import { lineCount } from './code-view.tsx';
import { binaryKindOf, grammarOf } from './kinds.ts';
import { formatShare, languageShares } from './languages.ts';
import { matchingFiles, shownPageCount } from './search.ts';
import { texts } from './texts.ts';
import { blocksOf, type Token, tokensOf } from './tokens.ts';
import { findRowByPrefix, rowsOf, treeKeyEffect, treeOf } from './tree.ts';
import { sortBySeverity } from './weights.ts';

const file = (path: string, warning: ArchiveFile['warning'] = null): ArchiveFile => ({
  path,
  size: 10,
  sha256: 'a'.repeat(64),
  language: null,
  warning,
  isText: true,
});

describe('the search in the files of a deposit', () => {
  const files = [file('src/Início.ts'), file('src/.env', 'env-file'), file('docs/inicio.md')];
  const paths = files.map(({ path }) => foldText(path));
  const foundPaths = (text: string, onlyWithWarning = false) =>
    matchingFiles(files, paths, { text, onlyWithWarning }).map(({ path }) => path);

  it('finds files by the words of their path, ignoring case, accents and order', () => {
    expect(foundPaths('INÍCIO')).toEqual(['src/Início.ts', 'docs/inicio.md']);
    expect(foundPaths('ts inicio')).toEqual(['src/Início.ts']);
    expect(foundPaths('nada')).toEqual([]);
  });

  it('finds only files with a warning if `onlyWithWarning` is set', () => {
    expect(foundPaths('', true)).toEqual(['src/.env']);
    expect(foundPaths('docs', true)).toEqual([]);
  });

  it('returns the given array of files if there is no search text', () => {
    expect(matchingFiles(files, [], { text: '  ', onlyWithWarning: false })).toBe(files);
  });

  it('shownPageCount returns a power of two until all pages are loaded', () => {
    expect([0, 1, 2, 3, 4, 7, 8, 100].map((loadedCount) => shownPageCount(loadedCount, false))).toEqual([
      0, 1, 2, 2, 4, 4, 8, 64,
    ]);
    expect(shownPageCount(100, true)).toBe(100);
  });
});

describe('keyboard navigation in the file tree', () => {
  const tree = treeOf(['a/x.ts', 'a/y.ts', 'b.ts', 'ábaco.ts'].map((path) => file(path)));
  const rows = rowsOf(tree, new Set(['a/']));
  const closedRows = rowsOf(tree, new Set());

  it('arrow, page, Home and End keys move the focus, but not beyond the first and the last row', () => {
    expect(treeKeyEffect('ArrowDown', rows, 0)).toEqual({ kind: 'focus-row', index: 1 });
    expect(treeKeyEffect('ArrowUp', rows, 0)).toEqual({ kind: 'focus-row', index: 0 });
    expect(treeKeyEffect('End', rows, 0)).toEqual({ kind: 'focus-row', index: 4 });
    expect(treeKeyEffect('PageDown', rows, 1)).toEqual({ kind: 'focus-row', index: 4 });
    expect(treeKeyEffect('Home', rows, 3)).toEqual({ kind: 'focus-row', index: 0 });
  });

  it('arrow keys and Enter open and close folders, and move between a folder and its content', () => {
    const openFolder = { kind: 'toggle-folder', path: 'a/', isOpen: true };
    expect(treeKeyEffect('ArrowRight', closedRows, 0)).toEqual(openFolder);
    expect(treeKeyEffect('ArrowRight', rows, 0)).toEqual({ kind: 'focus-row', index: 1 });
    expect(treeKeyEffect('ArrowRight', rows, 1)).toBeNull();
    expect(treeKeyEffect('ArrowLeft', rows, 2)).toEqual({ kind: 'focus-row', index: 0 });
    expect(treeKeyEffect('ArrowLeft', rows, 0)).toEqual({ kind: 'toggle-folder', path: 'a/', isOpen: false });
    expect(treeKeyEffect('ArrowLeft', rows, 3)).toBeNull();
    expect(treeKeyEffect('Enter', rows, 0)).toEqual({ kind: 'toggle-folder', path: 'a/', isOpen: false });
    expect(treeKeyEffect('Enter', rows, 1)).toEqual({ kind: 'show-file', file: file('a/x.ts') });
    expect(treeKeyEffect('x', rows, 1)).toBeNull();
    expect(treeKeyEffect('Enter', [], 0)).toBeNull();
  });

  it('findRowByPrefix finds the next row with a name that starts with the typed letters', () => {
    // The rows are a/, x.ts, y.ts, ábaco.ts and b.ts.
    expect(findRowByPrefix(rows, 0, 'A')).toBe(3);
    expect(findRowByPrefix(rows, 3, 'a')).toBe(0);
    expect(findRowByPrefix(rows, 3, 'ab')).toBe(3);
    expect(findRowByPrefix(rows, 0, 'q')).toBe(-1);
  });
});

describe('the language shares of a deposit', () => {
  const languages = (...bytes: number[]) =>
    bytes.map((size, index) => ({ name: `L${index}`, files: 1, bytes: size }));

  it('returns the five languages with the most bytes, then the sum of the others', () => {
    const shares = languageShares(languages(1, 50, 20, 10, 10, 5, 4));
    expect(shares.map(({ name, percent }) => [name, percent])).toEqual([
      ['L1', 50],
      ['L2', 20],
      ['L3', 10],
      ['L4', 10],
      ['L5', 5],
      [null, 5],
    ]);
  });

  it('returns an empty list if no language has any bytes', () => {
    expect(languageShares(languages(0))).toEqual([]);
  });

  it('formatShare does not show a share below 0.1% as zero', () => {
    expect([62.34, 0.04, 100].map(formatShare)).toEqual(['62,3%', 'menos de 0,1%', '100%']);
  });
});

describe('syntax highlighting', () => {
  const html =
    '<span class="hljs-keyword">if</span> (a &lt; <span class="hljs-string">&quot;<span class="hljs-subst">#{x &amp;&amp; y}</span>&lt;b&gt;&quot;</span>)\n';

  it('tokensOf splits the HTML of highlight.js into tokens of the kind of the innermost known span', () => {
    const tokens = tokensOf(html);
    expect(tokens).toEqual([
      ['keyword', 'if'],
      [null, ' (a < '],
      ['string', '"'],
      [null, '#{x && y}'],
      ['string', '<b>"'],
      [null, ')\n'],
    ]);
  });

  it('tokensOf decodes HTML entities only once', () => {
    expect(tokensOf('&amp;lt;')).toEqual([[null, '&lt;']]);
  });

  it('blocksOf splits tokens into blocks of lines, even within a token', () => {
    const tokens: Token[] = [
      [null, 'a\n'],
      ['comment', 'b\nc\nd'],
      [null, '\ne'],
    ];
    expect(blocksOf(tokens, 2)).toEqual([
      [
        [null, 'a\n'],
        ['comment', 'b\n'],
      ],
      [
        ['comment', 'c\nd'],
        [null, '\n'],
      ],
      [[null, 'e']],
    ]);
    expect(blocksOf([], 2)).toEqual([]);
  });

  it.each([
    ['', 1],
    ['a', 1],
    ['a\n', 1],
    ['a\n\n', 2],
    ['a\nb', 2],
  ])('lineCount(%j) is %i', (text, lines) => {
    expect(lineCount(text)).toBe(lines);
  });
});

it('binaryKindOf returns the kind of a file by extension; grammarOf the grammar of a language', () => {
  expect(['img/a.PNG', 'lib/x.jar', 'b/app', 'a.b/c'].map(binaryKindOf)).toEqual([
    'Imagem PNG',
    'Arquivo compactado JAR',
    'Arquivo binário',
    'Arquivo binário',
  ]);
  expect([grammarOf('C#'), grammarOf('TSX'), grammarOf('COBOL'), grammarOf(null)]).toEqual([
    'csharp',
    'typescript',
    null,
    null,
  ]);
});

describe('warnings about a deposit', () => {
  it('every warning has texts for the owner and for staff', () => {
    for (const code of ARCHIVE_WARNINGS) {
      const { name, what, owner, staff } = texts.warning(code);
      expect(name, code).not.toBe('Aviso');
      expect(owner, code).toMatch(/^Confira /);
      for (const sentence of [what, owner, staff]) expect(sentence, code).toMatch(/\.$/);
    }
  });

  it('the text for an unknown warning contains its code', () => {
    expect(texts.warning('novo-aviso').what).toContain('“novo-aviso”');
  });

  it('sortBySeverity sorts the most severe warning first', () => {
    expect(sortBySeverity(['name-guessed', 'dependencies', 'private-key', 'novo-aviso'])).toEqual([
      'private-key',
      'dependencies',
      'novo-aviso',
      'name-guessed',
    ]);
  });
});
