/** Kind of a code token; decides its colour. */
type TokenKind = 'comment' | 'keyword' | 'string' | 'number' | 'title' | 'type' | 'name' | 'meta';
/** A token of a source text; all tokens in order add up to the text. */
export type Token = readonly [kind: TokenKind | null, text: string];

/** Token kind by highlight.js scope; an unknown scope inherits the kind of the enclosing span. */
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
 * Parses the HTML that highlight.js returns, which has only spans and escaped text, into tokens. The HTML itself is
 * never inserted into the page.
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

/** Splits tokens into blocks of `linesEach` lines; the last block may be shorter. A line feed ends its line. */
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
