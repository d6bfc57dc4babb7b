/** Kind of a token of source code, which decides its colour. */
export type TokenKind = 'comment' | 'keyword' | 'string' | 'number' | 'title' | 'type' | 'name' | 'meta';
/** A part of a source text. The texts of all tokens, joined, are the source text. */
export type Token = readonly [kind: TokenKind | null, text: string];

/** The highlight.js scopes of each kind of token. Scopes with kind null are plain text. */
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

const KIND_BY_SCOPE = new Map(
  SCOPES.flatMap(([kind, scopes]) => scopes.split(' ').map((scope) => [scope, kind] as const)),
);

/** An opening span with its classes, a closing span, or text. */
const HTML_PART = /<span class="([^"]*)">|<\/span>|[^<]+/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Parses the HTML that highlight.js returns. For safety, the HTML itself is never inserted into the page. */
export function tokensOf(html: string): Token[] {
  const tokens: Token[] = [];
  const enclosingKinds: (TokenKind | null)[] = [];
  for (const [part, classNames] of html.matchAll(HTML_PART)) {
    const enclosingKind = enclosingKinds.at(-1) ?? null;
    if (classNames !== undefined) enclosingKinds.push(kindOfSpan(classNames, enclosingKind));
    else if (part === '</span>') enclosingKinds.pop();
    else tokens.push([enclosingKind, unescaped(part)]);
  }
  return tokens;
}

const unescaped = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);

function kindOfSpan(classNames: string, enclosingKind: TokenKind | null): TokenKind | null {
  const scope = (classNames.split(' ')[0] ?? '').replace('hljs-', '');
  const kind = KIND_BY_SCOPE.get(scope);
  // An unknown scope inherits the kind of the enclosing span.
  return kind === undefined ? enclosingKind : kind;
}

/** Splits tokens into blocks of `linesPerBlock` lines. The last block can be shorter. */
export function blocksOf(tokens: readonly Token[], linesPerBlock: number): Token[][] {
  const blocks: Token[][] = [];
  let block: Token[] = [];
  let lineCount = 0;
  for (const [kind, text] of tokens) {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
      lineCount++;
      if (lineCount < linesPerBlock) continue;
      block.push([kind, text.slice(start, end + 1)]);
      blocks.push(block);
      block = [];
      lineCount = 0;
      start = end + 1;
    }
    if (start < text.length) block.push([kind, text.slice(start)]);
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}
