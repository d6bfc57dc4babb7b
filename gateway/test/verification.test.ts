import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE, NUMBERS, publicCertificates } from './certificate-mocks.ts';
import { createStage, type Roles, type Stage } from './test-gateway.ts';

let stage: Stage;
let dist: string;
afterEach(() => stage.close());
afterAll(() => rm(dist, { recursive: true }));

const HEAD = '<!--page--><title>in development</title><!--/page-->';
const page = (root: string) =>
  `<html lang="pt-BR"><head>${HEAD}</head><body><div id="root">${root}</div>\n<noscript>still</noscript></body></html>`;
/** Replaces the renderer of the build: prints its arguments, and throws for one number. */
const RENDERER = `export async function renderCertificatePage(path, { number, verdict }, anonymous) {
  if (number.includes('000003')) throw new Error('broken');
  return '<h1>' + path + ' ' + verdict.kind + ' ' + anonymous + '</h1><div></div>';
}`;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'g2-verify-'));
  await mkdir(join(dist, 'server'));
  await writeFile(join(dist, 'index.html'), page(''));
  await writeFile(join(dist, 'verificar-numero.html'), page('<p>prerendered</p>'));
  await writeFile(join(dist, 'en-verify-number.html'), page('').replace('still', 'quiet'));
  await writeFile(join(dist, 'server/prerender-1a2B_-.js'), RENDERER);
});

const open = async (certificates: Roles['certificates'] = publicCertificates(), env = {}) => {
  stage = await createStage({
    env: { WEB_DIST: dist, PUBLIC_URL: 'https://g2.example.com', LOOKUPS_PER_MINUTE: '20', ...env },
    roles: { certificates: certificates ?? {} },
  });
};
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await request(`${stage.url}${path}`, { headers: { accept: 'text/html', ...headers } });
  const body = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, body, text: body.toString() };
};
const seenIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="g2-seen">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');
const MISTYPED = NUMBERS.valid.replace('000001', '000007');

describe('the page of a certificate number', () => {
  it.each([
    [NUMBERS.valid, 200, 'found', `Certificado válido: ${NUMBERS.valid}`],
    [NUMBERS.superseded, 200, 'found', `Certificado substituído: ${NUMBERS.superseded}`],
    [NUMBERS.revoked, 200, 'found', `Certificado revogado: ${NUMBERS.revoked}`],
    [NUMBERS.unknown, 404, 'unknown', 'Certificado inexistente'],
    [MISTYPED, 404, 'mistyped', 'Número com erro de digitação'],
    ['banana', 404, 'none', 'Isto não é um número de certificado'],
  ])('%s returns %s with the verdict %s', async (number, status, kind, title) => {
    await open();
    const response = await get(`/verificar/${number}`);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-encoding, cookie',
    });
    const address = `https://g2.example.com/verificar/${number}`;
    for (const tag of [
      `<title>${title} · G2 Software Registry</title>`,
      `<meta property="og:title" content="${title}" />`,
      `<meta property="og:url" content="${address}" />`,
      `<link rel="canonical" href="${address}" />`,
      '<meta name="robots" content="noindex" />',
      '<meta name="g2-session" content="none" />',
    ])
      expect(response.text).toContain(tag);
    expect(response.text).toMatch(/property="og:description" content="[^"]{30,}"/);
    expect(seenIn(response.text)).toMatchObject({ number, verdict: { kind } });
  });

  it.each([
    [NUMBERS.valid, 200, `Certificate valid: ${NUMBERS.valid}`],
    [NUMBERS.revoked, 200, `Certificate revoked: ${NUMBERS.revoked}`],
    [NUMBERS.unknown, 404, 'No such certificate'],
    [MISTYPED, 404, 'Typing error in the number'],
    ['banana', 404, 'This is not a certificate number'],
  ])('%s returns %s in English below /en', async (number, status, title) => {
    await open();
    const response = await get(`/en/verify/${number}`);
    expect(response.status).toBe(status);
    const address = `https://g2.example.com/en/verify/${number}`;
    for (const tag of [
      '<html lang="en">',
      `<title>${title} · G2 Software Registry</title>`,
      `<link rel="canonical" href="${address}" />`,
      `<link rel="alternate" hreflang="en" href="${address}" />`,
      `<link rel="alternate" hreflang="pt-BR" href="https://g2.example.com/verificar/${number}" />`,
      '<meta name="robots" content="noindex" />',
    ])
      expect(response.text).toContain(tag);
    // The renderer fails for one number, whose page the browser renders.
    if (number !== NUMBERS.revoked) expect(response.text).toContain(`<h1>/en/verify/${number} `);
    expect(response.text).toContain('<noscript>quiet</noscript>');
  });

  it('replaces the prerendered content, with and without a session', async () => {
    await open();
    const path = `/verificar/${NUMBERS.valid}`;
    const visitor = await get(`${path}?utm=1`);
    expect(visitor.text).toContain(
      `<div id="root"><h1>${path} found true</h1><div></div></div>\n    <script`,
    );
    expect(visitor.text).not.toMatch(/prerendered|in development/);
    expect(visitor.text).toContain('<noscript>still</noscript>');
    const known = await get(path, { cookie: 'g2_session=x' });
    expect(known.text).toContain('found false');
    expect(known.text).not.toContain('g2-session');
  });

  it('is rendered by the browser when rendering on the server fails', async () => {
    await open();
    const response = await get(`/verificar/${NUMBERS.revoked}`);
    expect(response.status).toBe(200);
    expect(response.text).toContain('<div id="root"></div>');
    expect(seenIn(response.text).verdict.certificate.status).toBe('revoked');
    expect(stage.lines.join()).toContain('a page was not rendered');
  });

  it('states while the service is down that it is unavailable, not that the number is unknown', async () => {
    await open({});
    const response = await get(`/verificar/${NUMBERS.valid}`);
    expect([response.status, seenIn(response.text).verdict]).toEqual([503, { kind: 'away' }]);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.text).toContain('Não foi possível conferir agora');
    // The gateway recognises a malformed number without the service.
    expect((await get(`/verificar/${MISTYPED}`)).status).toBe(404);
  });

  it('returns 429 as a page above the limit', async () => {
    await open(undefined, { LOOKUPS_PER_MINUTE: '1' });
    const path = `/verificar/${NUMBERS.valid}`;
    expect((await get(path)).status).toBe(200);
    const response = await get(path);
    expect([response.status, response.headers['retry-after']]).toEqual([429, '60']);
    expect(response.text).toContain('<title>Conferências demais em um minuto');
  });

  it('escapes texts of certificates and addresses', async () => {
    await open();
    const reported = await get(`/verificar/${NUMBERS.hostile}`);
    expect(reported.text.match(/<script/g)).toHaveLength(1);
    expect(reported.text).not.toContain('<!--"');
    expect(seenIn(reported.text).verdict.certificate.title).toBe(HOSTILE);
    const typed = await get(`/verificar/${encodeURIComponent('"><script>alert(1)//</script>')}`);
    expect(typed.status).toBe(404);
    expect(typed.text.match(/<script/g)).toHaveLength(1);
    expect(typed.text).not.toContain('"><s');
  });

  it('is compressed on request, and has no body for HEAD', async () => {
    await open();
    const path = `/verificar/${NUMBERS.valid}`;
    const small = await get(path, { 'accept-encoding': 'gzip, br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(small.body).toString()).toBe((await get(path)).text);
    const head = await request(`${stage.url}${path}`, { method: 'HEAD' });
    expect([head.statusCode, await head.body.text()]).toEqual([200, '']);
  });

  it('asks the service for the normalised number', async () => {
    const requests: string[] = [];
    await open(publicCertificates(requests));
    expect((await get(`/verificar/${NUMBERS.valid.toLowerCase()}`)).status).toBe(200);
    expect(requests).toEqual([NUMBERS.valid]);
  });
});

describe('addresses that redirect to a certificate’s page', () => {
  it.each([
    [
      `/verificar?numero=${NUMBERS.valid.toLowerCase().replaceAll('-', '+')}`,
      303,
      `/verificar/${NUMBERS.valid}`,
    ],
    ['/verificar?numero=%3Cb%3E/x', 303, '/verificar/%3Cb%3E%2Fx'],
    [`/?certificado=${NUMBERS.valid.toLowerCase()}`, 301, `/verificar/${NUMBERS.valid}`],
    [`/VERIFICAR/${NUMBERS.valid}/`, 301, `/verificar/${NUMBERS.valid}`],
    [`/en/verify?numero=${NUMBERS.valid.toLowerCase()}`, 303, `/en/verify/${NUMBERS.valid}`],
    [`/EN/Verify/${NUMBERS.valid}/`, 301, `/en/verify/${NUMBERS.valid}`],
  ])('%s returns %s to %s', async (path, status, to) => {
    await open();
    const answer = await get(path);
    expect([answer.status, answer.headers.location]).toEqual([status, to]);
  });

  it.each(['/verificar', '/en/verify', '/verificar?numero=', '/verificar?numero=++', '/?certificado='])(
    '%s returns a page without a redirect',
    async (path) => {
      await open();
      expect((await get(path)).status).toBe(200);
    },
  );

  it('do not include the renderer’s module, which is not served', async () => {
    await open();
    expect((await get('/server/prerender-1a2B_-.js')).status).toBe(404);
  });
});

describe('a badge', () => {
  it.each([
    [NUMBERS.valid, 200, `registrado · ${NUMBERS.valid}`, '#0b6b4f'],
    [NUMBERS.superseded, 200, `substituído · ${NUMBERS.superseded}`, '#8a4b00'],
    [NUMBERS.revoked, 200, `revogado · ${NUMBERS.revoked}`, '#b3261e'],
    [NUMBERS.unknown, 404, 'certificado não encontrado', '#55605a'],
  ])('of %s returns %s with the text "%s"', async (number, status, says, colour) => {
    await open();
    const response = await get(`/verificar/${number}/selo.svg`, { accept: 'image/*' });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(response.text).toContain(`>${says}</text>`);
    expect(response.text).toContain(colour);
  });

  it('is not cached while the service is unavailable', async () => {
    await open({});
    const response = await get(`/verificar/${NUMBERS.valid}/selo.svg`);
    expect([response.status, response.headers['cache-control']]).toEqual([503, 'no-store']);
    expect(response.text).toContain('conferência indisponível');
  });
});
