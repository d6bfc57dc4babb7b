import { describe, expect, it } from 'vitest';
import { ALL_ROUTES } from '../../contract/routes/all.ts';
import { openApiDocument } from './document.ts';

const document = openApiDocument({ SESSION_COOKIE: 'g2_session' });
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const operation = (id: string) => {
  const found = operations.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
const statuses = (id: string) => Object.keys(operation(id).responses).map(Number);
const parameter = (id: string, wanted: string) =>
  operation(id).parameters.find(({ name }) => name === wanted);

describe('the OpenAPI document', () => {
  it('lists every route by its operationId', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      ALL_ROUTES.map(([id]) => id).toSorted(),
    );
  });

  it('declares its tags and describes each response', () => {
    const declared = document.tags.map(({ name }) => name);
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(declared));
    for (const { responses } of operations) {
      for (const { description } of Object.values(responses)) expect(description).toMatch(/\p{Lu}/u);
    }
  });

  it('has no unused and no missing component', () => {
    const used = new Set(JSON.stringify(document).match(/(?<="#\/components\/schemas\/)\w+/g));
    expect(Object.keys(document.components.schemas).toSorted()).toEqual([...used].toSorted());
  });

  it('describes both forms of an upload and their refusals', () => {
    const { requestBody } = operation('uploadFile');
    expect(requestBody?.content).toMatchObject({
      'multipart/form-data': { schema: { properties: { file: { format: 'binary' } }, required: ['file'] } },
      'application/zip': { schema: { format: 'binary' } },
    });
    expect(parameter('uploadFile', 'x-file-name')).toMatchObject({ in: 'header', required: false });
    expect(statuses('uploadFile')).toEqual(expect.arrayContaining([200, 400, 413, 415, 429]));
  });

  it('lists the statuses with which a route can respond', () => {
    expect(statuses('logIn')).toEqual([200, 400, 401, 403, 408, 413, 415, 429, 503]);
    expect(statuses('getPaymentConfig')).toEqual([200, 401, 403, 409, 503]);
    expect(statuses('downloadFile')).toEqual([200, 206, 302, 304, 401, 403, 404, 409, 416, 429, 503]);
    // 403 is for a program with a token. Browsers are redirected to a page for every other refusal.
    expect(statuses('finishExternalLogin')).toEqual([302, 403]);
  });

  it('lists the scope of each route open to tokens', () => {
    expect(operation('beginUpload').security).toEqual([{ session: [] }, { token: ['files:write'] }]);
    expect(operation('createPaymentIntent').security).toEqual([{ session: [] }]);
    expect(operation('getPublicCertificate').security).toEqual([]);
    expect(document.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it('documents Retry-After for 429 and 503', () => {
    const { responses } = operation('logIn');
    for (const status of [429, 503]) expect(responses[status]?.headers).toHaveProperty('Retry-After');
  });

  it('describes list parameters, alternative bodies and an amount that must not be zero', () => {
    expect(parameter('listRegistrations', 'status')).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { enum: expect.arrayContaining(['submitted']) } },
    });
    expect(operation('createPurchaseIntent').requestBody?.content).toMatchObject({
      'application/json': {
        schema: { oneOf: [{ required: ['packageId'] }, { required: ['customAmount'] }] },
      },
    });
    expect(operation('adjustCredits').requestBody?.content).toMatchObject({
      'application/json': { schema: { properties: { delta: { not: { const: 0 } } } } },
    });
  });
});
