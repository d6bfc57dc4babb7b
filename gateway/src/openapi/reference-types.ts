import type { ReferenceField, ReferenceType } from '../../contract/reference.ts';
import type { JsonSchema } from './schemas.ts';

type Part = JsonSchema | boolean;
const COMPONENT = '#/components/schemas/';

/** Names of string formats, pt-BR. */
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'data e hora (ISO 8601, UTC)',
  date: 'data (AAAA-MM-DD)',
  email: 'e-mail',
  binary: 'bytes',
};
const WORDS: Readonly<Record<string, string>> = {
  string: 'texto',
  integer: 'inteiro',
  number: 'número',
  boolean: 'true ou false',
  null: 'null',
  object: 'objeto',
};
/** An enumeration with more values shows only its type. */
const MOST_WORDS = 12;

export function typeOf(schema: Part | undefined): ReferenceType {
  if (schema === undefined || typeof schema === 'boolean') return ['qualquer valor'];
  const { $ref, anyOf, allOf, type } = schema;
  if ($ref !== undefined) return [{ schema: $ref.replace(COMPONENT, '') }];
  if (anyOf) return between(anyOf.map(typeOf));
  // An `allOf` with one element is a reference that has its own description.
  if (allOf?.length === 1) return typeOf(allOf[0]);
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum && schema.enum.length <= MOST_WORDS) {
    return [
      schema.enum
        .filter((one) => one !== '')
        .map((one) => JSON.stringify(one))
        .join(' | '),
    ];
  }
  if (Array.isArray(type)) return between(type.map((one) => [WORDS[one] ?? one]));
  if (type === 'array')
    return ['lista de ', ...typeOf(Array.isArray(schema.items) ? schema.items[0] : schema.items)];
  if (type === undefined) return ['qualquer valor'];
  const format = schema.format === undefined ? undefined : FORMATS[schema.format];
  return [`${format ?? WORDS[type] ?? type}${boundsOf(schema)}`];
}

const between = (types: readonly ReferenceType[]): ReferenceType =>
  types.flatMap((type, index) => (index === 0 ? type : [' ou ', ...type]));

/** Omits the bounds of safe integers, which zod gives to every integer. */
function boundsOf({ minLength, maxLength, minimum, maximum }: JsonSchema): string {
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  const least = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const parts = [
    minLength !== undefined && minLength > 1 && `de ${minLength} caracteres ou mais`,
    maxLength !== undefined && `até ${maxLength} caracteres`,
    least !== undefined && least !== 0 && `de ${least}`,
    most !== undefined && `até ${most}`,
  ].filter((one) => one !== false);
  return parts.length === 0 ? '' : `, ${parts.join(' ')}`;
}

export const noteOf = (schema: Part): string | null =>
  typeof schema === 'boolean'
    ? null
    : [schema.description, defaultOf(schema)].filter(Boolean).join('; ') || null;

const defaultOf = (schema: JsonSchema): string | null =>
  schema.default === undefined ? null : `padrão: ${JSON.stringify(schema.default)}`;

/** Fields of an object schema. Nested fields have a path such as `file.name`. Empty for any other schema. */
export function fieldsOf(schema: JsonSchema, before = ''): ReferenceField[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, one]) => {
    const field = {
      name: before + name,
      required: required.includes(name),
      type: typeOf(one),
      note: noteOf(one),
    };
    return [field, ...nestedFields(one, field.name)];
  });
}

/** Fields of a nested object, or of the objects in a list, if their schema has no name. */
function nestedFields(schema: Part, name: string): ReferenceField[] {
  if (typeof schema === 'boolean') return [];
  if (schema.type === 'array') {
    const item = Array.isArray(schema.items) ? schema.items[0] : schema.items;
    return item === undefined || typeof item === 'boolean' ? [] : fieldsOf(item, `${name}[].`);
  }
  const objects = [schema, ...(schema.anyOf ?? [])].filter((one) => typeof one !== 'boolean');
  return objects.flatMap((one) => fieldsOf(one, `${name}.`));
}
