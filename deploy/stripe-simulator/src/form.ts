import { ApiError, invalidRequestError } from './errors.ts';

/** Parameter tree: `a[b]=1&c[]=2` → `{ a: { b: '1' }, c: { 0: '2' } }`. */
export interface Params {
  [name: string]: string | Params;
}

const MAX_INTEGER_DIGITS = 12;
const KEY_PARTS = /[^[\]]+|\[\]/g;

function emptyParams(): Params {
  return Object.create(null);
}

export function decodeForm(text: string): Params {
  const root = emptyParams();
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = name.match(KEY_PARTS) ?? [];
    let node = root;
    parts.forEach((part, index) => {
      const key = part === '[]' ? String(Object.keys(node).length) : part;
      if (index === parts.length - 1) {
        node[key] = value;
        return;
      }
      const child = node[key];
      const next = typeof child === 'object' ? child : emptyParams();
      node[key] = next;
      node = next;
    });
  }
  return root;
}

/** Parses a JSON body to parameters. Only the control API under /_sim accepts JSON. */
export function paramsFromJson(text: string): Params {
  const parsed: unknown = JSON.parse(text);
  const root = emptyParams();
  if (typeof parsed !== 'object' || parsed === null) return root;
  for (const [name, value] of Object.entries(parsed)) {
    if (value !== null && value !== undefined) root[name] = String(value);
  }
  return root;
}

/** Text of a parameter; null when absent. @throws ApiError 400 for an empty value, like Stripe */
export function optionalText(params: Params, name: string): string | null {
  const value = params[name];
  if (value === undefined) return null;
  if (typeof value !== 'string') throw invalidRequestError(`Invalid string: ${name}`, { param: name });
  if (value === '') {
    const message = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`;
    throw invalidRequestError(message, { param: name, code: 'parameter_invalid_empty' });
  }
  return value;
}

/** Text of a parameter. @throws ApiError 400 when it is absent or empty */
export function requiredText(params: Params, name: string): string {
  const value = optionalText(params, name);
  if (value === null) {
    throw invalidRequestError(`Missing required param: ${name}.`, { param: name, code: 'parameter_missing' });
  }
  return value;
}

/** Integer value of a parameter, such as an amount in cents; null when absent. */
export function optionalInteger(params: Params, name: string): number | null {
  const text = optionalText(params, name);
  if (text === null) return null;
  if (!/^-?\d+$/.test(text) || text.length > MAX_INTEGER_DIGITS) {
    throw invalidRequestError(`Invalid integer: ${text}`, { param: name, code: 'parameter_invalid_integer' });
  }
  return Number(text);
}

export function optionalBoolean(params: Params, name: string): boolean | null {
  const text = optionalText(params, name);
  if (text === null) return null;
  if (text !== 'true' && text !== 'false')
    throw invalidRequestError(`Invalid boolean: ${text}`, { param: name });
  return text === 'true';
}

/** One of the allowed values of a parameter; null when absent. */
export function optionalChoice<T extends string>(
  params: Params,
  name: string,
  choices: readonly T[],
): T | null {
  const text = optionalText(params, name);
  if (text === null) return null;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) {
    throw invalidRequestError(`Invalid ${name}: must be one of ${choices.join(', ')}`, { param: name });
  }
  return choice;
}

/** One of the allowed values of a parameter. @throws ApiError 400 when it is absent */
export function requiredChoice<T extends string>(params: Params, name: string, choices: readonly T[]): T {
  const choice = optionalChoice(params, name, choices);
  if (choice === null) throw invalidRequestError(`Missing required param: ${name}.`, { param: name });
  return choice;
}

/** Values of a list parameter, written as `name[]=a` or `name[0]=a`. */
export function textList(params: Params, name: string): string[] {
  const value = params[name];
  if (value === undefined) return [];
  if (typeof value === 'string') throw invalidRequestError('Invalid array', { param: name });
  return Object.values(value).filter((item) => typeof item === 'string');
}

export function optionalHash(params: Params, name: string): Params | null {
  const value = params[name];
  if (value === undefined) return null;
  if (typeof value === 'string') throw invalidRequestError('Invalid object', { param: name });
  return value;
}

/** Metadata within Stripe's limits: 50 keys, names of 40 characters, values of 500. */
export function metadataOf(params: Params): Record<string, string> {
  const metadata: Record<string, string> = {};
  const entries = Object.entries(optionalHash(params, 'metadata') ?? {});
  if (entries.length > 50) throw invalidRequestError('You can specify up to 50 keys.', { param: 'metadata' });
  for (const [key, value] of entries) {
    const param = `metadata[${key}]`;
    if (typeof value !== 'string') throw invalidRequestError('Metadata values must be strings', { param });
    if (key.length > 40) throw invalidRequestError('Metadata keys can be at most 40 characters', { param });
    if (value.length > 500)
      throw invalidRequestError('Metadata values can be at most 500 characters', { param });
    if (value !== '') metadata[key] = value;
  }
  return metadata;
}

/** Refuses parameters that the call does not know, like Stripe, so that misspelt names are found. */
export function refuseUnknown(params: Params, known: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw invalidRequestError(`Received unknown parameter: ${unknown}`, {
    param: unknown,
    code: 'parameter_unknown',
  });
}

/** Whether the error precedes the execution of a call. Stripe stores no such error under the idempotency key. */
export function isBeforeExecution(error: ApiError): boolean {
  return error instanceof ApiError && (error.detail.code ?? '').startsWith('parameter_');
}
