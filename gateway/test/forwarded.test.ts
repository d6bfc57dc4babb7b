import { Registration } from '@g2/proto/registration';
import { afterEach, describe, expect, it } from 'vitest';
import { createStage, type Stage } from './test-gateway.ts';

const ID = '0192f0c0-0000-7000-8000-000000000001';
const OTHER = '0192f0c0-0000-7000-8000-000000000999';

let stage: Stage | undefined;
afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

describe('a forwarded route', () => {
  it.each([
    ['takeRegistration', 'POST', `/api/registrations/${ID}/take`, { from: OTHER }, { id: ID, from: OTHER }],
    ['takeRegistration', 'POST', `/api/registrations/${ID}/take`, { from: null }, { id: ID }],
    ['takeRegistration', 'POST', `/api/registrations/${ID}/take`, { id: OTHER, from: null }, { id: ID }],
    [
      'unassignOperator',
      'DELETE',
      `/api/admin/registrations/${ID}/assign-operator?from=${OTHER}`,
      undefined,
      { id: ID, from: OTHER },
    ],
    ['unassignOperator', 'DELETE', `/api/admin/registrations/${ID}/assign-operator`, undefined, { id: ID }],
  ] as const)('%s by %s %s with %j sends %j', async (rpc, method, path, body, sent) => {
    const requests: unknown[] = [];
    const answer = async (request: object) => {
      requests.push({ ...request });
      return Registration.fromPartial({
        id: ID,
        userId: OTHER,
        status: 'paid',
        statusUpdatedAt: new Date(0),
        createdAt: new Date(0),
      });
    };
    stage = await createStage({
      roles: { registrations: { [rpc]: answer }, identity: { getPeople: async () => ({ items: [] }) } },
    });
    const response = await stage.signIn({ role: 'admin' }).send(method, path, { body });
    expect([response.status, requests]).toEqual([200, [sent]]);
  });
});
