import { Evidence } from '@g2/proto/certificate';
import { AppError } from '@g2/terms/errors';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { NUMBERS, publicCertificates, SHA256 } from './certificate-mocks.ts';
import { createStage, type Roles, type Stage } from './test-gateway.ts';

let stage: Stage;
afterEach(() => stage.close());

const ID = '0192f0c0-0000-7000-8000-000000000001';
const AT = new Date('2026-05-04T12:30:00.000Z');

const open = async (certificates: Roles['certificates'], env: Record<string, string> = {}) => {
  stage = await createStage({ env, roles: { certificates: certificates ?? {} } });
  return stage;
};
const get = (path: string, headers: Record<string, string> = {}) => stage.signIn().get(path, { headers });

describe('the proof of a deposit', () => {
  it('is returned to its owner, with nulls for missing parts', async () => {
    await open({
      getEvidence: async () =>
        Evidence.fromPartial({ recordedAt: AT, stampsPending: 2, publicity: { title: true } }),
    });
    expect((await get(`/api/registrations/${ID}/evidence`)).json).toEqual({
      registrationId: ID,
      recordedAt: AT.toISOString(),
      provableSince: null,
      stamps: [],
      stampsPending: 2,
      log: null,
      number: null,
      status: null,
      publicity: { title: true, holders: false },
      contents: null,
    });
    const stranger = await request(`${stage.url}/api/registrations/${ID}/evidence`);
    expect(stranger.statusCode).toBe(401);
  });

  it('is a ZIP with the service’s file name', async () => {
    await open({ getProof: async () => ({ content: Buffer.from('PK'), fileName: 'prova é.zip' }) });
    const response = await get(`/api/registrations/${ID}/proof`);
    expect([response.status, response.text]).toEqual([200, 'PK']);
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining("filename*=UTF-8''prova%20%C3%A9.zip"),
    });
  });

  it('can be published in part by its owner', async () => {
    const requests: unknown[] = [];
    await open({
      setPublicity: async (publicity) => {
        requests.push(publicity);
        return publicity;
      },
    });
    const client = stage.signIn();
    const path = `/api/registrations/${ID}/publicity`;
    const response = await client.patch(path, { title: true, holders: false });
    expect([response.status, response.json]).toEqual([200, { title: true, holders: false }]);
    expect(requests).toEqual([{ registrationId: ID, title: true, holders: false }]);
    const half = await client.patch(path, { title: 'sim' });
    expect([half.status, Object.keys(half.json.fields ?? {})]).toEqual([400, ['title', 'holders']]);
    expect(requests).toHaveLength(1);
  });
});

describe('a revocation', () => {
  const path = `/api/admin/certificates/${NUMBERS.valid.toLowerCase()}/revoke`;

  it('needs an admin and a reason, and accepts any spelling of the number', async () => {
    const asked: unknown[] = [];
    const known = publicCertificates();
    await open({
      ...known,
      revokeCertificate: async (revocation) => {
        asked.push(revocation);
        const found = await known.getPublicCertificate?.({ number: NUMBERS.revoked });
        if (!found) throw new Error('the stage has lost a certificate');
        return found;
      },
    });
    for (const role of ['client', 'operator']) {
      expect((await stage.signIn({ role }).post(path, { reason: 'Fraude' })).status).toBe(403);
    }
    const admin = stage.signIn({ role: 'admin' });
    expect((await admin.post(path, { reason: ' ' })).json.fields).toEqual({ reason: 'Motivo é obrigatório' });
    expect(asked).toEqual([]);
    const response = await admin.post(path, { reason: 'Fraude' });
    expect([response.status, response.json.status, response.json.reason]).toEqual([
      200,
      'revoked',
      'Pedido do titular',
    ]);
    expect(asked).toEqual([{ number: NUMBERS.valid, reason: 'Fraude' }]);
  });

  it.each([
    ['not-found', 404, 'unknown-certificate'],
    ['already-revoked', 409, 'already-revoked'],
  ] as const)('that the service refuses with %s returns %s %s', async (code, status, text) => {
    await open({ revokeCertificate: () => Promise.reject(new AppError(code)) });
    const response = await stage.signIn({ role: 'admin' }).post(path, { reason: 'Fraude' });
    expect([response.status, response.json.code]).toEqual([status, text]);
  });
});

describe('a public certificate look-up', () => {
  it('finds a number in any spelling, with null for private data', async () => {
    const requests: string[] = [];
    await open(publicCertificates(requests));
    const typed = ` ${NUMBERS.revoked.toLowerCase().replaceAll('-', ' – ')} `;
    const response = await get(`/api/public/certificates/${encodeURIComponent(typed)}`);
    expect([response.status, response.json]).toMatchObject([
      200,
      { number: NUMBERS.revoked, status: 'revoked', title: null, holders: null, reason: 'Pedido do titular' },
    ]);
    expect(requests).toEqual([NUMBERS.revoked]);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
  });

  it('returns unknown-certificate, without calling the service for malformed numbers', async () => {
    const asked: string[] = [];
    await open(publicCertificates(asked));
    const wrong = NUMBERS.valid.replace('000001', '000007');
    const messages = new Set<unknown>();
    for (const number of [NUMBERS.unknown, wrong, 'banana', '%3Cb%3E', 'x'.repeat(250)]) {
      const response = await get(`/api/public/certificates/${number}`);
      expect([response.status, response.json.code]).toEqual([404, 'unknown-certificate']);
      expect(response.headers['access-control-allow-origin']).toBe('*');
      messages.add(response.json.message);
    }
    expect(messages.size).toBe(3);
    expect(asked).toEqual([NUMBERS.unknown]);
  });

  it('returns 503, not unknown, while the service is unavailable', async () => {
    await open({});
    const response = await get(`/api/public/certificates/${NUMBERS.valid}`);
    expect([response.status, response.json.code]).toEqual([503, 'unavailable']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('finds a file’s hash in any case, and refuses other text', async () => {
    await open({
      findByFile: async ({ sha256 }) => ({
        items:
          sha256 === SHA256 ? [{ number: NUMBERS.valid, status: 'valid', issuedAt: AT, of: 'file' }] : [],
      }),
    });
    expect((await get(`/api/public/files/${SHA256.toUpperCase()}`)).json).toEqual({
      items: [
        { number: NUMBERS.valid, status: 'valid', issuedAt: AT.toISOString(), of: 'file', payment: null },
      ],
    });
    expect((await get(`/api/public/files/${'0'.repeat(64)}`)).json).toEqual({ items: [] });
    expect((await get('/api/public/files/abc')).status).toBe(404);
  });
});

describe('limits per address and minute', () => {
  const env = { LOOKUPS_PER_MINUTE: '2', LOG_READS_PER_MINUTE: '3', TRUST_PROXY: '1' };
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const statuses = async (path: string, addresses: string[]) => {
    const seen: number[] = [];
    for (const address of addresses) {
      const response = await request(`${stage.url}${path}`, { headers: from(address) });
      await response.body.dump();
      seen.push(response.statusCode);
      if (response.statusCode === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    return seen;
  };

  it('count IPv6 addresses by /64 network and IPv4 addresses separately', async () => {
    await open(publicCertificates(), env);
    const path = `/api/public/certificates/${NUMBERS.valid}`;
    expect(await statuses(path, ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'])).toEqual([
      200, 200, 429, 200,
    ]);
    expect(await statuses(path, ['203.0.113.1', '203.0.113.1', '203.0.113.2', '203.0.113.1'])).toEqual([
      200, 200, 200, 429,
    ]);
  });

  it('are shared by look-ups of numbers and files, pages and badges', async () => {
    await open({ ...publicCertificates(), findByFile: async () => ({ items: [] }) }, env);
    const paths = [
      `/api/public/files/${SHA256}`,
      `/verificar/${NUMBERS.valid}/selo.svg`,
      `/verificar/${NUMBERS.valid}`,
      `/api/public/certificates/${NUMBERS.valid}`,
      `/verificar/${NUMBERS.valid}/selo.svg`,
    ];
    const seen: number[] = [];
    for (const path of paths) seen.push(...(await statuses(path, ['203.0.113.9'])));
    expect(seen).toEqual([200, 200, 429, 429, 429]);
  });

  it('are counted separately for the public log', async () => {
    await open({ readLog: async () => ({ content: Buffer.from('x'), final: true }) }, env);
    expect(await statuses('/log/tile/0/000', Array(4).fill('203.0.113.5'))).toEqual([200, 200, 200, 429]);
  });
});
