import { randomBytes } from 'node:crypto';
import { userTokens } from '@g2/kit/actor';
import { connectRpc } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { CertificatesService } from '@g2/proto/certificate';
import { IdentityService } from '@g2/proto/identity';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';
import { StorageService } from '@g2/proto/storage';
import { SCOPE_NAMES, type Scope } from '@g2/terms/api-tokens';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { Client } from './http.ts';
import { DETAILS, ownWorld, registered, zipOf } from './world.ts';

const world = await ownWorld();
const owner = await world.signUpClient();
const other = await world.startReplica();

async function tokenOf(client: Client, scopes: readonly Scope[]): Promise<{ id: string; token: string }> {
  const response = await client.post('/api/auth/tokens', { name: 'CI', scopes, expiresInDays: 30 });
  expect([response.status, response.headers['cache-control']]).toEqual([201, 'no-store']);
  return { id: String(response.json.id), token: String(response.json.token) };
}

/** Client that sends an API token to one of the gateways. */
function program(token: string, url = world.gateway.url) {
  const client = new Client(url);
  const headers = { authorization: `Bearer ${token}` };
  return {
    send: (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      client.send(method, path, {
        headers: { ...headers, ...more },
        ...(body === undefined ? {} : { body }),
      }),
  };
}

const tus = (name: string, size: number) => ({
  'tus-resumable': '1.0.0',
  'upload-length': String(size),
  'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
});

describe('an API token, with the real services', () => {
  it('allows exactly what each scope describes, from the draft to the stored file', async () => {
    const [reads, writes, sends, proves] = await Promise.all(
      SCOPE_NAMES.map(async (scope) => program((await tokenOf(owner, [scope])).token)),
    );
    if (!reads || !writes || !sends || !proves) throw new Error('a token is missing');
    const created = await writes.send('POST', '/api/registrations', DETAILS);
    expect(created.status, created.text).toBe(201);
    const path = `/api/registrations/${String(created.json.id)}`;
    expect(await writes.send('PATCH', path, { title: 'Outro nome' })).toMatchObject({
      status: 200,
      json: { title: 'Outro nome' },
    });
    const holder = { holderName: 'Ana', holderTaxId: '11144477735', ownershipPercentage: 40 };
    const added = await writes.send('POST', `${path}/holders`, holder);
    expect(added.status).toBe(201);
    const held = `${path}/holders/${String(added.json.id)}`;
    expect((await writes.send('PATCH', held, { ownershipPercentage: 50 })).status).toBe(200);
    expect((await writes.send('DELETE', held)).status).toBe(204);
    const next = await writes.send('POST', `${path}/versions`, { whatIsNew: 'Relatórios' });
    expect([next.status, next.json.code]).toEqual([400, 'certificate-not-available']);

    const zip = zipOf(randomBytes(4_000));
    const begun = await sends.send('POST', `${path}/uploads`, undefined, tus('fonte.zip', zip.length));
    expect(begun.status, begun.text).toBe(201);
    const upload = String(begun.headers.location);
    expect((await sends.send('HEAD', upload)).headers['upload-offset']).toBe('0');
    const { statusCode } = await request(`${world.gateway.url}${upload}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${(await tokenOf(owner, ['files:write'])).token}`,
        'content-type': 'application/offset+octet-stream',
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
      },
      body: zip,
    });
    expect(statusCode).toBe(204);
    expect((await sends.send('GET', `${path}/upload`)).json.state).toBe('stored');
    // Upload errors are reported even without `registrations:read`.
    expect((await sends.send('POST', `${path}/uploads`, undefined, tus('fonte.tar', 10))).json.code).toBe(
      'not-a-zip',
    );

    for (const part of ['', '/history', '/holders', '/versions', '/stats']) {
      const read = await reads.send('GET', part === '/stats' ? '/api/registrations/stats' : `${path}${part}`);
      expect([part, read.status]).toEqual([part, 200]);
    }
    expect((await reads.send('GET', '/api/registrations')).json.total).toBe(1);
    expect((await proves.send('GET', `${path}/evidence`)).status).toBe(200);
    // The proof exists from the deposit on.
    await expect.poll(async () => (await proves.send('GET', `${path}/proof`)).status).toBe(200);
    for (const [part, code] of [
      ['certificate', 'certificate-not-available'],
      ['receipt', 'receipt-not-available'],
    ] as const) {
      const { status, json } = await proves.send('GET', `${path}/${part}`);
      expect([part, status, json.code]).toEqual([part, 400, code]);
    }
    expect((await sends.send('DELETE', upload)).status).toBe(409);
    expect((await writes.send('DELETE', path)).status).toBe(204);
    expect(world.warnings).toEqual([]);
  });

  it('of a staff member sees only the member’s own data', async () => {
    const admin = await world.signInAs('admin');
    const { token } = await tokenOf(admin, SCOPE_NAMES);
    const id = await registered(owner);
    const { send } = program(token);
    for (const part of ['', '/history', '/holders', '/evidence', '/certificate', '/receipt']) {
      expect([part, (await send('GET', `/api/registrations/${id}${part}`)).status]).toEqual([part, 404]);
    }
    expect((await admin.get(`/api/registrations/${id}`)).status).toBe(200);
    const own = await send('POST', '/api/registrations', DETAILS);
    expect([own.status, 'internalNotes' in own.json]).toEqual([201, false]);
    expect((await admin.get(`/api/registrations/${String(own.json.id)}`)).json).toHaveProperty(
      'internalNotes',
    );
  });

  it('is refused by every gateway on its next request after a revocation', async () => {
    for (const _ of [1, 2, 3]) {
      const { id, token } = await tokenOf(owner, SCOPE_NAMES);
      const there = program(token, other.url);
      expect((await there.send('GET', '/api/registrations')).status).toBe(200);
      expect((await owner.delete(`/api/auth/tokens/${id}`)).status).toBe(204);
      expect((await there.send('POST', '/api/registrations', DETAILS)).status).toBe(401);
      await expect
        .poll(async () => (await there.send('GET', '/api/registrations')).status, {
          interval: 5,
          timeout: 2_000,
        })
        .toBe(401);
      expect((await owner.delete(`/api/auth/tokens/${id}`)).status).toBe(404);
    }
  });

  it('of a deactivated account is refused at once', async () => {
    const client = await world.signUpClient();
    const { token } = await tokenOf(client, SCOPE_NAMES);
    const { send } = program(token);
    expect((await send('GET', '/api/registrations')).status).toBe(200);
    const admin = await world.signInAs('admin');
    expect((await admin.patch(`/api/admin/users/${client.id}/deactivate`)).status).toBe(200);
    expect((await send('GET', '/api/registrations')).status).toBe(401);
    expect((await admin.patch(`/api/admin/users/${client.id}/reactivate`)).status).toBe(200);
    expect((await send('GET', '/api/registrations')).status).toBe(401);
  });
});

/** RPCs open to a token with all scopes. Listed by hand, so that changes show in a review. */
const LET_IN: Record<string, string[]> = {
  identity: ['getPeople'],
  registration: [
    'addHolder',
    'createRegistration',
    'createVersion',
    'deleteRegistration',
    'endUpload',
    'getCertificateFacts',
    'getCorrectionChanges',
    'getHistory',
    'getOwnStats',
    'getRegistration',
    'getUpload',
    'listHolders',
    'listOwn',
    'listVersions',
    'noteCertificateTaken',
    'removeHolder',
    'resumeUpload',
    'startUpload',
    'updateHolder',
    'updateRegistration',
  ],
  'payment-credit': ['getReceipt'],
  certificate: ['getCertificate', 'getEvidence', 'getProof'],
  'storage-hashing': [],
};

const SERVICES: [string, Parameters<typeof connectRpc>[0], string][] = [
  ['identity', IdentityService, world.peers.identity.grpc],
  ['registration', RegistrationsService, world.peers.registration.grpc],
  ['payment-credit', PaymentsService, world.peers.payment.grpc],
  ['certificate', CertificatesService, world.peers.certificate.grpc],
  ['storage-hashing', StorageService, world.peers.storage.grpc],
];

it.each(SERVICES)('%s refuses tokens on RPCs without a scope', async (name, definition, address) => {
  const tokens = await userTokens(world.testEnv.keys('identity'), {
    id: owner.id,
    role: 'client',
    sessionId: newId(),
    confirmedAt: new Date(),
    lacksFactor: false,
    scopes: SCOPE_NAMES,
  });
  const rpc = connectRpc(definition, address);
  const letIn: string[] = [];
  for (const [method, { requestDeserialize }] of Object.entries(definition)) {
    const call = rpc[method] as (request: unknown, options: object) => Promise<unknown>;
    const code = await call(requestDeserialize(Buffer.alloc(0)), { token: tokens }).then(
      () => 'in',
      (error: { code: string }) => error.code,
    );
    if (code !== 'token-scope') letIn.push(method);
  }
  rpc.close();
  expect(letIn.toSorted()).toEqual(LET_IN[name]);
});
