/** Metrics in a PromQL expression, each with its label matchers, and the grouping labels. */
export type PromqlNames = {
  selectors: { metric: string; matchers: Matcher[] }[];
  labels: string[];
};

export type Matcher = { label: string; operator: '=' | '!=' | '=~' | '!~'; value: string };

const KEYWORDS = new Set(
  'by without on ignoring group_left group_right offset and or unless bool start end atan2'.split(' '),
);
const TOKEN =
  /\s+|"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[a-zA-Z_:][\w:]*|\d+(?:\.\d+)?(?:ms|[smhdwy])?|[=!]~|[<>=!]=|[-+*/%^<>=(){},@]/gy;

/** @throws Error on an unknown token or an unclosed bracket */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (!found) throw new Error(`not PromQL at "${text.slice(at, at + 20)}": ${text}`);
    if (found[0].trim() !== '') tokens.push(found[0]);
  }
  const depth = (open: string, close: string) =>
    tokens.filter((one) => one === open).length - tokens.filter((one) => one === close).length;
  if (depth('(', ')') !== 0 || depth('{', '}') !== 0) throw new Error(`an open bracket: ${text}`);
  return tokens;
}

/** Parses a PromQL expression, which may contain Grafana variables. */
export function parsePromql(expression: string): PromqlNames {
  const tokens = tokensOf(expression);
  const named: PromqlNames = { selectors: [], labels: [] };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? '';
    if (['by', 'without', 'on', 'ignoring'].includes(token) && tokens[i + 1] === '(') {
      const end = tokens.indexOf(')', i);
      named.labels.push(...tokens.slice(i + 2, end).filter((one) => one !== ','));
      i = end;
    } else if (/^[a-zA-Z_:]/.test(token) && !KEYWORDS.has(token)) {
      // A name before `(`, `by` or `without` is a function.
      const next = tokens[i + 1];
      if (next === '(' || next === 'by' || next === 'without') continue;
      const end = next === '{' ? tokens.indexOf('}', i) : i;
      named.selectors.push({ metric: token, matchers: matchersOf(tokens.slice(i + 2, end)) });
      i = end;
    }
  }
  return named;
}

function matchersOf(tokens: string[]): Matcher[] {
  const matchers: Matcher[] = [];
  for (let i = 0; i + 2 < tokens.length; i += 4) {
    const [label = '', operator = '', quoted = ''] = tokens.slice(i, i + 3);
    if (operator !== '=' && operator !== '!=' && operator !== '=~' && operator !== '!~') {
      throw new Error(`not a matcher: ${label} ${operator}`);
    }
    matchers.push({ label, operator, value: JSON.parse(quoted) as string });
  }
  return matchers;
}

export type Sample = { name: string; labels: Record<string, string>; value: number };

export function parseMetrics(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([\w:]+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [
        key,
        text,
      ]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
}
