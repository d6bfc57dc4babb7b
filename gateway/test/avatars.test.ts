import { AppError } from '@g2/terms/errors';
import { afterEach, expect, it } from 'vitest';
import { createStage, type Stage } from './test-gateway.ts';

const ADDRESS = '/api/users/0192f0c0-0000-7000-8000-000000000001/avatar';

let stage: Stage;
afterEach(() => stage.close());

it('sends a profile picture as private and sandboxed, and 304 for the same version', async () => {
  stage = await createStage({
    roles: {
      identity: {
        getPicture: async () => ({ content: Buffer.from('webp'), mediaType: 'image/webp', version: 'v1' }),
      },
    },
  });
  const client = stage.signIn();
  const response = await client.get(ADDRESS);
  expect([response.status, response.text]).toEqual([200, 'webp']);
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    etag: '"v1"',
    'cache-control': 'private, no-cache',
    vary: 'cookie',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect((await client.get(ADDRESS, { headers: { 'if-none-match': '"v1"' } })).status).toBe(304);
  client.cookie = undefined;
  expect((await client.get(ADDRESS)).status).toBe(401);
});

it('returns 404 when identity refuses the picture', async () => {
  const getPicture = async () => {
    throw new AppError('not-found');
  };
  stage = await createStage({ roles: { identity: { getPicture } } });
  expect((await stage.signIn().get(ADDRESS)).status).toBe(404);
});
