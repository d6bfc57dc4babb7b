import { ARCHIVE_WARNINGS, type ArchiveFile } from '@g2/gateway/contract/archive';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../lib/words.ts';
import { lineCount } from './code-view.tsx';
import { grammarOf, kindOf } from './kinds.ts';
import { formatShare, languageShares } from './languages.ts';
import { matchingFiles, pagesShown } from './search.ts';
import { texts } from './texts.ts';
import { blocksOf, type Token, tokensOf } from './tokens.ts';
import { rowsOf, treeOf, treeStep, typedRow } from './tree.ts';
import { byWeight } from './weights.ts';

const file = (path: string, warning: ArchiveFile['warning'] = null): ArchiveFile => ({
  path,
  size: 10,
  sha256: 'a'.repeat(64),
  language: null,
  warning,
  isText: true,
});

describe('the search for files', () => {
  const files = [file('src/Início.ts'), file('src/.env', 'env-file'), file('docs/inicio.md')];
  const paths = files.map(({ path }) => foldText(path));
  const found = (text: string, onlyWarned = false) =>
    matchingFiles(files, paths, { text, onlyWarned }).map(({ path }) => path);

  it('finds files by words of the path, whatever their case, accents and order', () => {
    expect(found('INÍCIO')).toEqual(['src/Início.ts', 'docs/inicio.md']);
    expect(found('ts inicio')).toEqual(['src/Início.ts']);
    expect(found('nada')).toEqual([]);
  });

  it('restricts the search to files with a warning when asked to', () => {
    expect(found('', true)).toEqual(['src/.env']);
    expect(found('docs', true)).toEqual([]);
  });

  it('returns the same array of files when there is no search text', () => {
    expect(matchingFiles(files, [], { text: '  ', onlyWarned: false })).toBe(files);
  });

  it('pagesShown shows the first page at once, more at each doubling, and finally all', () => {
    expect([0, 1, 2, 3, 4, 7, 8, 100].map((loaded) => pagesShown(loaded, false))).toEqual([
      0, 1, 2, 2, 4, 4, 8, 64,
    ]);
    expect(pagesShown(100, true)).toBe(100);
  });
});

describe('keyboard navigation in the file tree', () => {
  const tree = treeOf(['a/x.ts', 'a/y.ts', 'b.ts', 'ábaco.ts'].map((path) => file(path)));
  const rows = rowsOf(tree, new Set(['a/']));
  const closedRows = rowsOf(tree, new Set());

  it('keys move in the file tree by row, by page and to both ends, and stop there', () => {
    expect(treeStep('ArrowDown', rows, 0)).toEqual({ do: 'go', to: 1 });
    expect(treeStep('ArrowUp', rows, 0)).toEqual({ do: 'go', to: 0 });
    expect(treeStep('End', rows, 0)).toEqual({ do: 'go', to: 4 });
    expect(treeStep('PageDown', rows, 1)).toEqual({ do: 'go', to: 4 });
    expect(treeStep('Home', rows, 3)).toEqual({ do: 'go', to: 0 });
  });

  it('arrow keys and Enter open and close folders and move between folder and content', () => {
    expect(treeStep('ArrowRight', closedRows, 0)).toEqual({ do: 'fold', path: 'a/', open: true });
    expect(treeStep('ArrowRight', rows, 0)).toEqual({ do: 'go', to: 1 });
    expect(treeStep('ArrowRight', rows, 1)).toBeNull();
    expect(treeStep('ArrowLeft', rows, 2)).toEqual({ do: 'go', to: 0 });
    expect(treeStep('ArrowLeft', rows, 0)).toEqual({ do: 'fold', path: 'a/', open: false });
    expect(treeStep('ArrowLeft', rows, 3)).toBeNull();
    expect(treeStep('Enter', rows, 0)).toEqual({ do: 'fold', path: 'a/', open: false });
    expect(treeStep('Enter', rows, 1)).toEqual({ do: 'show', file: file('a/x.ts') });
    expect(treeStep('x', rows, 1)).toBeNull();
    expect(treeStep('Enter', [], 0)).toBeNull();
  });

  it('finds the next row of the file tree with a name that starts with the typed letters', () => {
    // Rows of the tree: a/, x.ts, y.ts, ábaco.ts, b.ts
    expect(typedRow(rows, 0, 'A')).toBe(3);
    expect(typedRow(rows, 3, 'a')).toBe(0);
    expect(typedRow(rows, 3, 'ab')).toBe(3);
    expect(typedRow(rows, 0, 'q')).toBe(-1);
  });
});

describe('the language shares of a deposit', () => {
  const languages = (...bytes: number[]) =>
    bytes.map((size, index) => ({ name: `L${index}`, files: 1, bytes: size }));

  it('lists the five languages with the most bytes in order, then the sum of the others', () => {
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

  it('lists no language when none has any bytes', () => {
    expect(languageShares(languages(0))).toEqual([]);
  });

  it('does not show a share below 0.1% as zero', () => {
    expect([62.34, 0.04, 100].map(formatShare)).toEqual(['62,3%', 'menos de 0,1%', '100%']);
  });
});

describe('the HTML that highlight.js returns', () => {
  const answer =
    '<span class="hljs-keyword">if</span> (a &lt; <span class="hljs-string">&quot;<span class="hljs-subst">#{x &amp;&amp; y}</span>&lt;b&gt;&quot;</span>)\n';

  it('turns HTML into tokens of the source text, each of the kind of its innermost known span', () => {
    const tokens = tokensOf(answer);
    expect(tokens).toEqual([
      ['keyword', 'if'],
      [null, ' (a < '],
      ['string', '"'],
      [null, '#{x && y}'],
      ['string', '<b>"'],
      [null, ')\n'],
    ]);
  });

  it('decodes HTML entities of highlighted code only once', () => {
    expect(tokensOf('&amp;lt;')).toEqual([[null, '&lt;']]);
  });

  it('splits highlighted code into blocks of lines, even in the middle of a token', () => {
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

it('names the kind of a binary file by its extension, and the grammar of a language', () => {
  expect(['img/a.PNG', 'lib/x.jar', 'b/app', 'a.b/c'].map(kindOf)).toEqual([
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
  it('has texts for the owner and for staff for every warning', () => {
    for (const code of ARCHIVE_WARNINGS) {
      const { name, what, owner, staff } = texts.warning(code);
      expect(name, code).not.toBe('Aviso');
      expect(owner, code).toMatch(/^Confira /);
      for (const sentence of [what, owner, staff]) expect(sentence, code).toMatch(/\.$/);
    }
  });

  it('shows the code of an unknown warning in its text', () => {
    expect(texts.warning('novo-aviso').what).toContain('“novo-aviso”');
  });

  it('sorts warnings by severity', () => {
    expect(byWeight(['name-guessed', 'dependencies', 'private-key', 'novo-aviso'])).toEqual([
      'private-key',
      'dependencies',
      'novo-aviso',
      'name-guessed',
    ]);
  });
});
