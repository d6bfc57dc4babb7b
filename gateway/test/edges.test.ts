import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@g2/kit/env';
import { createLogger } from '@g2/kit/log';
import { serveMetrics } from '@g2/kit/metrics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ROUTES } from '../contract/routes/all.ts';
import { config } from '../src/config.ts';
import { type Gateway, start } from '../src/gateway.ts';
import { Client, sendRaw } from './http.ts';
import { ENV } from './test-gateway.ts';

// These tests run the gateway alone: all other services are unavailable.
let gateway: Gateway;
let client: Client;
let dist: string;
const lines: string[] = [];

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'g2-dist-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>G2</title>');
  await writeFile(join(dist, 'assets/app-1a2b.js'), 'export {};');
  const log = createLogger('gateway', 'info', { write: (line) => void lines.push(line) });
  gateway = await start(loadConfig(config, { ...ENV, WEB_DIST: dist }), { log });
  client = new Client(gateway.url);
});

afterAll(async () => {
  await gateway.stop();
  await rm(dist, { recursive: true });
});

describe('probes and metrics', () => {
  it('report the gateway as ready after its own start, whatever the state of its peers', async () => {
    expect((await client.get('/livez')).status).toBe(200);
    expect((await client.get('/readyz')).status).toBe(200);
  });

  it('are labelled by route template, without ids', async () => {
    await client.get('/api/registrations/0192f0c0-0000-7000-8000-000000000000');
    const metrics = await serveMetrics('127.0.0.1', 0);
    const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
    await metrics.stop();
    expect((await client.get('/metrics')).text).not.toContain('g2_http');
    expect(text).toContain(
      'g2_http_duration_seconds_count{route="/api/registrations/:id",method="GET",status="4xx"}',
    );
    expect(text).not.toContain('0192f0c0');
  });
});

describe('a document requested without a session', () => {
  const id = '0192f0c0-0000-7000-8000-00000000000a';
  const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const kinds = [
    ['certificate', 'certificado'],
    ['receipt', 'recibo'],
    ['download', 'arquivo'],
  ] as const;

  it.each(kinds)(
    'redirects a browser from /%s to sign-in, and from there to the document',
    async (path, document) => {
      const response = await client.get(`/api/registrations/${id.toUpperCase()}/${path}`, {
        headers: { accept: html },
      });
      expect(response.status).toBe(302);
      const next = encodeURIComponent(`/registros/${id}?documento=${document}`);
      expect(response.headers.location).toBe(`/auth?next=${next}`);
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  it.each(kinds)('returns 401 to a program at /%s', async (path) => {
    for (const accept of ['*/*', 'application/json', 'application/pdf']) {
      const response = await client.get(`/api/registrations/${id}/${path}`, { headers: { accept } });
      expect([response.status, response.json.code]).toEqual([401, 'unauthenticated']);
    }
  });

  it('is not redirected for a malformed id or on other routes', async () => {
    for (const path of ['x/certificate', `${id}/history`, id]) {
      const response = await client.get(`/api/registrations/${path}`, { headers: { accept: html } });
      expect([path, response.status]).toEqual([path, 401]);
    }
  });
});

describe('errors', () => {
  it('returns the contract’s error with the request id for an unknown route', async () => {
    const response = await client.get('/api/nothing', { headers: { 'x-request-id': 'from-the-caller-1' } });
    expect(response.status).toBe(404);
    expect(response.json).toEqual({
      message: 'Não encontrado.',
      code: 'not-found',
      requestId: 'from-the-caller-1',
    });
    expect(response.headers['x-request-id']).toBe('from-the-caller-1');
    const insane = await client.get('/api/nothing', { headers: { 'x-request-id': '<script>' } });
    expect(insane.json.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['PUT', '/api/registrations'],
    ['PROPFIND', '/api/registrations'],
    ['TRACE', '/api/registrations'],
    ['POST', '/'],
    ['GET', '/dev/mail'],
    ['POST', '/webhooks/stripe'],
    ['GET', '/.env'],
    ['GET', '/.git/config'],
    ['GET', '/a/.htaccess'],
    ['GET', '/metrics'],
  ])('%s %s returns 404 not-found', async (method, path) => {
    const response = await client.send(method, path);
    expect(response.status).toBe(404);
    expect(response.json.code).toBe('not-found');
  });

  it.each(['/%zz', '/api/registrations/%E0%A4%A', '/assets/%00', '/assets/..%2f..%2fetc/passwd'])(
    'never returns a 5xx for %s',
    async (path) => {
      const response = await client.get(path);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(response.json.message).toEqual(expect.any(String));
    },
  );

  it('returns 400 for malformed HTTP and 431 for oversized headers', async () => {
    const nonsense = await sendRaw(gateway.url, 'GARBAGE / HTTP/1.1\r\n\r\n');
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 /);
    expect(nonsense).toContain('"code":"invalid-input"');
    const huge = await sendRaw(gateway.url, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`);
    expect(huge).toMatch(/^HTTP\/1\.1 431 /);
    expect(huge).toContain('"requestId":"');
  });

  it('refuses bodies that are malformed, too large or of another type', async () => {
    const malformed = await client.post('/api/login', '{"email":');
    expect([malformed.status, malformed.json.code]).toEqual([400, 'invalid-input']);
    expect(malformed.json.message).toBe('O corpo da requisição não é um JSON válido.');
    const poisoned = await client.post('/api/login', '{"__proto__":{"role":"admin"}}');
    expect(poisoned.status).toBe(400);
    const large = await client.post('/api/login', JSON.stringify({ email: 'a'.repeat(1_100_000) }));
    expect([large.status, large.json.code]).toEqual([413, 'payload-too-large']);
    const text = await client.post('/api/login', 'email=a', { 'content-type': 'text/plain' });
    expect([text.status, text.json.code]).toEqual([415, 'unsupported-media-type']);
    const empty = await client.post('/api/login', '');
    expect([empty.status, empty.json.message]).toEqual([400, 'Corpo da requisição inválido']);
  });

  it('names the invalid fields with the messages of the specification', async () => {
    const response = await client.post('/api/register', {
      email: 'no-address',
      password: 'short',
      firstName: 'A',
      lastName: 'Silva',
      role: 'admin',
    });
    expect(response.status).toBe(400);
    expect(response.json).toMatchObject({
      code: 'invalid-input',
      message: 'Email inválido',
      fields: {
        email: 'Email inválido',
        password: 'A senha deve ter pelo menos 8 caracteres',
        firstName: 'Nome deve ter pelo menos 2 caracteres',
      },
    });
  });

  it('returns 503 with Retry-After while a peer is unavailable, without details', async () => {
    const response = await client.post('/api/login', { email: 'a@b.co', password: 'x' });
    expect(response.status).toBe(503);
    expect(response.json.code).toBe('unavailable');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.text).not.toContain('127.0.0.1');
  });

  it('keeps personal data out of the log', async () => {
    await client.post('/api/login', { email: 'maria.da.silva@example.com', password: 'Segredo-123' });
    const log = lines.join('');
    expect(log).toContain('/api/login');
    expect(log).not.toMatch(/maria\.da\.silva|Segredo-123/);
  });
});

describe('routes that need a session', () => {
  const calls = ALL_ROUTES.filter(([, { roles }]) => roles).map(([, it]) => [it.method, it.path] as const);

  it.each(calls)('refuse %s %s without one', async (method, path) => {
    const url = path.replaceAll(/:\w+/g, '0192f0c0-0000-7000-8000-000000000000');
    const response = await client.send(method, url);
    // A HEAD response has no body.
    const code = method === 'HEAD' ? undefined : 'unauthenticated';
    expect([response.status, response.json.code]).toEqual([401, code]);
  });

  it('refuse a malformed cookie without calling identity', async () => {
    const response = await client.get('/api/auth/user', { headers: { cookie: 'g2_session="; DROP TABLE"' } });
    expect(response.status).toBe(401);
  });

  it('do not include logout, which succeeds without one', async () => {
    expect((await client.post('/api/logout')).status).toBe(204);
  });
});

describe('configuration', () => {
  it('refuses TRUST_PROXY=true in one line, because clients could forge X-Forwarded-For', () => {
    const load = (value: string) => () => loadConfig(config, { ...ENV, TRUST_PROXY: value });
    expect(load('true')).toThrow(
      /^configuration: TRUST_PROXY: 'true' [^\n]+ X-Forwarded-For by itself: say how many proxies [^\n]+$/,
    );
    expect(load('TRUE')).toThrow('TRUST_PROXY');
    expect(load('10.0.0.0/8, 192.168.0.1')().TRUST_PROXY).toEqual(['10.0.0.0/8', '192.168.0.1']);
    expect(load('')().TRUST_PROXY).toBe(false);
  });

  it.each(['10.0.0.0/33', '10.0.0', 'proxy.example', '10.0.0.1/8/8', ''])(
    'names the invalid entry of TRUST_PROXY: %s',
    (entry) => {
      expect(() => loadConfig(config, { ...ENV, TRUST_PROXY: `loopback,fd00::/8,${entry}` })).toThrow(
        'configuration: TRUST_PROXY: entry 3: must be an address or a network, such as 10.0.0.0/8',
      );
    },
  );
});

describe('the origin check', () => {
  const post = (headers: Record<string, string>) => client.send('POST', '/api/logout', { headers });

  it.each(['https://evil.example', 'null', 'http://localhost:8081', 'https://localhost:8080'])(
    'refuses the origin %s',
    async (origin) => {
      const answer = await post({ origin });
      expect([answer.status, answer.json.code]).toEqual([403, 'foreign-origin']);
    },
  );

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080'])('accepts the origin %s', async (origin) => {
    expect((await post({ origin })).status).toBe(204);
  });

  it('falls back to Sec-Fetch-Site without an Origin header', async () => {
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(204);
    expect((await post({})).status).toBe(204);
  });

  it('does not apply to reads', async () => {
    const response = await client.get('/api/auth/user', { headers: { origin: 'https://evil.example' } });
    expect(response.status).toBe(401);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the OpenAPI document', () => {
  it('[access-routes] lists every route with its roles', async () => {
    const { json } = await client.get('/api/openapi.json');
    expect(json.openapi).toMatch(/^3\.1/);
    const listed: string[] = [];
    for (const [path, methods] of Object.entries(json.paths ?? {})) {
      for (const [method, operation] of Object.entries<Record<string, unknown>>(methods)) {
        const roles = Array.isArray(operation['x-roles']) ? operation['x-roles'].join(' ') : '*';
        listed.push(`${method.toUpperCase()} ${path}: ${roles}`);
        expect(operation.tags, path).toHaveLength(1);
        expect(operation.summary, path).toBeTruthy();
      }
    }
    const expected = ALL_ROUTES.map(
      ([, { method, path, roles = ['*'] }]) =>
        `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}: ${roles.join(' ')}`,
    );
    expect(listed.sort()).toEqual(expected.sort());
  });

  it('lists the error codes, and the known values of open enumerations', async () => {
    const { text } = await client.get('/api/openapi.json');
    for (const code of ['unavailable', 'outcome-unknown', 'request-timeout']) expect(text).toContain(code);
    expect(text).toContain('"examples":["submitted","paid"');
  });

  it('describes bodies and responses by shared schemas', async () => {
    const { text, json } = await client.get('/api/openapi.json');
    expect(json).toHaveProperty(['components', 'schemas', 'Registration']);
    const names = new Set(text.match(/#\/components\/schemas\/\w+/g));
    const schemas = Object.keys((json.components as { schemas: object }).schemas);
    for (const name of names) expect(schemas).toContain(name.split('/').at(-1));
  });
});

describe('the web application', () => {
  it('is served for every page and revalidated on each request', async () => {
    for (const path of ['/', '/admin?tab=users', '/help']) {
      const response = await client.get(path, { headers: { accept: 'text/html' } });
      expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(response.text).toContain('<title>G2</title>');
    }
  });

  it('serves hashed files as immutable, and 404 for missing ones', async () => {
    const found = await client.get('/assets/app-1a2b.js');
    expect(found.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await client.get('/assets/app-0000.js')).status).toBe(404);
    expect((await client.get('/assets/')).status).toBe(404);
  });

  it('may load only from its own origin and the card provider', async () => {
    const csp = String((await client.get('/')).headers['content-security-policy']);
    expect(csp).toContain("default-src 'self'");
    expect(csp).toContain("script-src 'self' 'wasm-unsafe-eval' https://js.stripe.com;");
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).not.toContain('upgrade-insecure-requests');
  });
});
