import { describe, expect, it } from 'vitest';
import { reference as written } from '../../contract/gen/reference.ts';
import type { ReferenceType } from '../../contract/reference.ts';
import { ALL_ROUTES } from '../../contract/routes/all.ts';
import { referenceOf } from './reference.ts';
import { fieldsOf, typeOf } from './reference-types.ts';
import type { JsonSchema } from './schemas.ts';

const reference = referenceOf();
const calls = reference.groups.flatMap((group) => group.calls);
const call = (id: string) => {
  const found = calls.find((one) => one.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
const namesIn = (type: ReferenceType) =>
  type.flatMap((part) => (typeof part === 'string' ? [] : [part.schema]));

describe('the API reference', () => {
  it('lists the routes open to tokens with their scope, and the public ones', () => {
    const wanted = ALL_ROUTES.flatMap(([id, { scope, path }]) =>
      scope !== undefined || path.startsWith('/api/public/') ? [[id, scope ?? null]] : [],
    );
    expect(new Map(calls.map(({ id, scope }) => [id, scope]))).toEqual(new Map(wanted as [string, string][]));
    expect(calls).toHaveLength(wanted.length);
    expect(wanted.length).toBeGreaterThan(20);
  });

  it('equals the generated file', () => {
    expect(written).toEqual(reference);
  });

  it('describes the owner’s view of a registration, without staff fields', () => {
    expect(call('getRegistration').successes).toMatchObject([
      { status: 200, body: { type: [{ schema: 'Registration' }] } },
    ]);
    expect(JSON.stringify(reference)).not.toMatch(/internalNote|StaffRegistration|x-g2-user/);
  });

  it('contains every schema that it names', () => {
    const bodies = calls.flatMap((one) => [
      ...one.bodies,
      ...one.successes.flatMap(({ body }) => body ?? []),
    ]);
    const fields = [
      ...bodies.flatMap((body) => body.fields),
      ...reference.schemas.flatMap((schema) => schema.fields),
    ];
    const named = [...bodies, ...fields].flatMap(({ type }) => namesIn(type));
    const known = reference.schemas.map(({ name }) => name);
    expect(known.toSorted()).toEqual([...new Set([...named, 'Error'])].toSorted());
    for (const { fields: own, name } of reference.schemas) expect(own, name).not.toEqual([]);
  });

  it('describes parameters, bodies and responses', () => {
    expect(call('createRegistration')).toMatchObject({
      method: 'POST',
      path: '/api/registrations',
      scope: 'registrations:write',
      parameters: [{ place: 'header', name: 'idempotency-key', required: false }],
    });
    expect(call('createRegistration').bodies[0]?.fields).toContainEqual({
      name: 'title',
      required: true,
      type: ['texto, até 200 caracteres'],
      note: null,
    });
    expect(call('uploadFile').bodies.map(({ media }) => media)).toEqual([
      'multipart/form-data',
      'application/zip',
    ]);
    expect(call('endUpload').successes).toEqual([{ status: 204, body: null }]);
    expect(call('getPublicCertificate').refusals).toEqual([404, 429, 503]);
  });
});

it('describes JSON Schema types as text', () => {
  expect(typeOf({ type: 'array', items: { type: 'string', format: 'uuid' } })).toEqual(['lista de ', 'UUID']);
  expect(typeOf({ anyOf: [{ $ref: '#/components/schemas/Stamp' }, { type: 'null' }] })).toEqual([
    { schema: 'Stamp' },
    ' ou ',
    'null',
  ]);
  expect(typeOf({ type: 'integer', minimum: 1, maximum: 100 })).toEqual(['inteiro, de 1 até 100']);
  expect(typeOf({ enum: ['a', 'b', ''] })).toEqual(['"a" | "b"']);
  expect(typeOf(true)).toEqual(['qualquer valor']);
  const file = {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
  } satisfies JsonSchema;
  expect(fieldsOf({ properties: { files: { type: 'array', items: file } } }).map(({ name }) => name)).toEqual(
    ['files', 'files[].name'],
  );
});
