/** Kind of a code token; decides its colour. */
export type TokenKind = 'comment' | 'keyword' | 'string' | 'number' | 'title' | 'type' | 'name' | 'meta';
/** A token of a source text; all tokens in order add up to the text. */
export type Token = readonly [kind: TokenKind | null, text: string];

/** The highlight.js scopes of each kind of token; without a kind: plain text. */
const SCOPES: readonly (readonly [kind: TokenKind | null, scopes: string])[] = [
  ['comment', 'comment quote'],
  ['keyword', 'keyword selector-tag template-tag deletion'],
  ['string', 'string regexp char code addition link'],
  ['number', 'number literal symbol bullet'],
  ['title', 'title section'],
  ['type', 'type class built_in name selector-class selector-id'],
  ['name', 'attr attribute property variable template-variable'],
  ['meta', 'meta doctag'],
  [null, 'params subst'],
];

const KINDS = new Map(
  SCOPES.flatMap(([kind, scopes]) => scopes.split(' ').map((scope) => [scope, kind] as const)),
);

const PART = /<span class="([^"]*)">|<\/span>|[^<]+/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Parses the spans and escaped text that highlight.js returns; its HTML is never inserted into the page. */
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
  const kind = KINDS.get(scope);
  // An unknown scope inherits the kind of the enclosing span.
  return kind === undefined ? around : kind;
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
