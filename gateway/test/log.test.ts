import { gunzipSync } from 'node:zlib';
import { AppError } from '@g2/terms/errors';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { createStage, type Roles, type Stage } from './test-gateway.ts';

let stage: Stage;
afterEach(() => stage.close());

const open = async (certificates: NonNullable<Roles['certificates']>) => {
  stage = await createStage({ roles: { certificates } });
};

describe('the public log', () => {
  const requests: string[] = [];
  const readLog = async ({ path }: { path: string }) => {
    requests.push(path);
    if (path === 'tile/0/999') throw new AppError('not-found');
    return { content: Buffer.from(`of ${path}`), final: path.startsWith('tile/') && !path.includes('.p/') };
  };
  const piece = async (path: string, headers: Record<string, string> = {}) => {
    const response = await request(`${stage.url}/log/${path}`, { headers });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: Buffer.from(await response.body.arrayBuffer()),
    };
  };

  it.each([
    ['checkpoint', 'text/plain; charset=utf-8', 'no-store'],
    ['key', 'text/plain; charset=utf-8', 'no-cache'],
    ['tile/0/000', 'application/octet-stream', 'public, max-age=31536000, immutable'],
    ['tile/1/x001/234.p/17', 'application/octet-stream', 'no-cache'],
    ['tile/entries/x001/x234/067', 'application/octet-stream', 'public, max-age=31536000, immutable'],
  ])('serves %s as %s with cache-control %s, from any origin', async (path, type, cache) => {
    await open({ readLog });
    const response = await piece(path);
    expect([response.status, response.body.toString()]).toEqual([200, `of ${path}`]);
    expect(response.headers).toMatchObject({
      'content-type': type,
      'cache-control': cache,
      'access-control-allow-origin': '*',
    });
  });

  it('compresses entries on request, but never hash tiles', async () => {
    await open({ readLog });
    const small = await piece('tile/entries/000', { 'accept-encoding': 'gzip' });
    expect([small.headers['content-encoding'], gunzipSync(small.body).toString()]).toEqual([
      'gzip',
      'of tile/entries/000',
    ]);
    expect((await piece('tile/0/000', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      undefined,
    );
  });

  it('returns a plain 404 for malformed paths without calling the service', async () => {
    await open({ readLog });
    requests.length = 0;
    const none = [
      '',
      'tile/0/1',
      'tile/0/000/x',
      'tile/x/000',
      'tile/entries/000.p/',
      'tile/100/000',
      '..%2fkey',
      'x',
    ];
    for (const path of [...none, 'tile/0/999']) {
      const response = await piece(path, { accept: 'text/html' });
      expect([response.status, response.body.toString()], path).toEqual([404, 'not found\n']);
      expect(response.headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'access-control-allow-origin': '*',
      });
    }
    expect(requests).toEqual(['tile/0/999']);
  });

  it('returns 503 while the service is unavailable', async () => {
    await open({});
    const response = await piece('checkpoint');
    expect([response.status, response.body.toString()]).toEqual([503, 'unavailable\n']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });
});
