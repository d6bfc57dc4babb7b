/** What a piece of code is, as far as its colour goes. */
type TokenKind = 'comment' | 'keyword' | 'string' | 'number' | 'title' | 'type' | 'name' | 'meta';
/** A piece of a text; the pieces in their order are the text again. */
export type Token = readonly [kind: TokenKind | null, text: string];

/** Of highlight.js's scopes; a scope that is not here takes the colour around it. */
const KINDS: Readonly<Record<string, TokenKind | null>> = {
  comment: 'comment',
  quote: 'comment',
  keyword: 'keyword',
  'selector-tag': 'keyword',
  'template-tag': 'keyword',
  deletion: 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  code: 'string',
  addition: 'string',
  link: 'string',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  title: 'title',
  section: 'title',
  type: 'type',
  class: 'type',
  built_in: 'type',
  name: 'type',
  'selector-class': 'type',
  'selector-id': 'type',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  variable: 'name',
  'template-variable': 'name',
  params: null,
  subst: null,
  meta: 'meta',
  doctag: 'meta',
};

const PART = /<span class="([^"]*)">|<\/span>|[^<]+/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/**
 * The pieces of what highlight.js answers: nothing but spans and escaped text, which so never becomes markup of the
 * page.
 */
export function tokensOf(answer: string): Token[] {
  const tokens: Token[] = [];
  const around: (TokenKind | null)[] = [];
  for (const [part, names] of answer.matchAll(PART)) {
    if (names !== undefined) around.push(kindOfScope(names, around.at(-1) ?? null));
    else if (part === '</span>') around.pop();
    else
      tokens.push([
        around.at(-1) ?? null,
        part.replace(/&(?:amp|lt|gt|quot|#x27);/g, (one) => ENTITIES[one] ?? one),
      ]);
  }
  return tokens;
}

function kindOfScope(names: string, around: TokenKind | null): TokenKind | null {
  const scope = (names.split(' ')[0] ?? '').replace('hljs-', '');
  return scope in KINDS ? (KINDS[scope] ?? null) : around;
}

/** The pieces cut into blocks of so many lines, the last of any number; a line feed stays with its line. */
export function blocksOf(tokens: readonly Token[], linesEach: number): Token[][] {
  const blocks: Token[][] = [];
  let block: Token[] = [];
  let lines = 0;
  for (const [kind, text] of tokens) {
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      lines++;
      if (lines < linesEach) continue;
      block.push([kind, text.slice(from, at + 1)]);
      blocks.push(block);
      block = [];
      lines = 0;
      from = at + 1;
    }
    if (from < text.length) block.push([kind, text.slice(from)]);
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}
