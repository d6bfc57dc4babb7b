import fc from 'fast-check';
import type { Document, JsonSchema, Route } from './routes.ts';
import { resolve } from './routes.ts';

/** Hostile values: wrong types, injection text, boundary numbers. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    "'; DROP TABLE users; --",
    '%',
    '_\\%',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '💥'.repeat(300),
    'x'.repeat(20_000),
    -1,
    0,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    -2_147_483_649,
    4_294_967_296,
    true,
    [],
    {},
    [[[[]]]],
    { __proto__: { role: 'admin' } },
    { constructor: { prototype: {} } },
    'NaN',
    '00000000-0000-0000-0000-000000000000',
    '2026-02-30T25:61:00Z',
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.double(),
  fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
  fc.array(fc.jsonValue(), { maxLength: 3 }),
);

/** A roughly valid value, so that a request passes the first check and reaches the other fields. */
function plausibleValue(document: Document, given: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolve(document, given);
  const choice = schema.properties ? undefined : (schema.anyOf ?? schema.oneOf)?.[0];
  if (choice && depth < 4) return plausibleValue(document, choice, depth + 1);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties) {
    const fields = Object.entries(schema.properties ?? {});
    return fc.record(
      Object.fromEntries(
        fields.map(([name, inner]) => [
          name,
          fc.oneof(
            { weight: 4, arbitrary: plausibleValue(document, inner, depth + 1) },
            { weight: 1, arbitrary: hostile },
          ),
        ]),
      ),
      { requiredKeys: [] },
    );
  }
  if (type === 'integer' || type === 'number') return fc.oneof(fc.integer(), fc.double());
  if (type === 'boolean') return fc.boolean();
  if (type === 'array')
    return fc.array(plausibleValue(document, schema.items ?? {}, depth + 1), { maxLength: 3 });
  return fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('ana@example.com', '11144477735', 'global', 'paid'),
  );
}

export type Malformed = {
  route: Route;
  path: string;
  query: string;
  body: { text: string; type: string } | undefined;
  headers: Record<string, string>;
};

const encoded = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80'; // a lone surrogate, as a broken encoder sends it
  }
};

const contentTypes = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/zip',
  '',
];

/** Malformed requests to a route. @param ids existing ids, so that some requests pass the lookup */
export function malformedRequests(document: Document, route: Route, ids: string[]): fc.Arbitrary<Malformed> {
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: hostile.map(encoded) },
  );
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const path = fc.tuple(...names.map(() => id)).map((values) => {
    let at = 0;
    return route.path.replace(/\{\w+\}/g, () => String(values[at++]) || '%00');
  });
  const known = (route.operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name);
  const pair = fc
    .tuple(fc.constantFrom(...known, 'page', 'limit', 'search', 'status', 'x'), hostile)
    .map(([name, value]) => `${name}=${encoded(value)}`);
  const query = fc
    .array(pair, { maxLength: 3 })
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
  const schema = route.operation.requestBody?.content?.['application/json']?.schema;
  const json = fc
    .oneof(
      { weight: 3, arbitrary: schema ? plausibleValue(document, schema) : hostile },
      { weight: 1, arbitrary: hostile },
    )
    .map((value) => ({ text: JSON.stringify(value) ?? '', type: 'application/json' }));
  const broken = fc
    .tuple(
      fc.constantFrom('{', '{"a":', 'null', '[]', '"x"', '\u0000', '--x\r\n\r\n', 'PK\u0003\u0004'),
      fc.constantFrom(...contentTypes),
    )
    .map(([text, type]) => ({ text, type }));
  const body =
    route.method === 'GET'
      ? fc.constant(undefined)
      : fc.oneof({ weight: 3, arbitrary: json }, { weight: 1, arbitrary: broken });
  const headers = fc.constantFrom<Record<string, string>>(
    {},
    {},
    { 'idempotency-key': 'k'.repeat(300) },
    { 'x-file-name': '%E0%A4%A' },
    { range: 'bytes=9-1' },
    { 'x-request-id': 'a'.repeat(5_000) },
    { accept: '*/*;q=zzz' },
    { cookie: 'g2_session=%00%ff; a=b; ;;=' },
    { 'content-length-hint': '-1' },
  );
  return fc.record({ route: fc.constant(route), path, query, body, headers });
}
