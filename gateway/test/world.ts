import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { crc32 } from 'node:zlib';
import { loadConfig } from '@g2/kit/env';
import { createLogger } from '@g2/kit/log';
import {
  closeAfterTests,
  createTestEnvironment,
  eventually,
  type Peer,
  type TestEnvironment,
} from '@g2/kit/testing';
import { freePort } from '@g2/kit/testing-ports';
import { request } from 'undici';
import { inject } from 'vitest';
import { config } from '../src/config.ts';
import { type Gateway, start } from '../src/gateway.ts';
import { Client } from './http.ts';

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_sim_test',
  STRIPE_PUBLISHABLE_KEY: 'pk_sim_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_sim_test',
};

/** The real gateway with the real services, each in its own process. */
export type World = {
  testEnv: TestEnvironment;
  gateway: Gateway;
  /** Environment of the gateway, for starting another replica. */
  env: Record<string, string>;
  /** Log lines of the gateway at warn and above. */
  warnings: string[];
  peers: Record<'identity' | 'registration' | 'storage' | 'payment' | 'certificate', Peer>;
  /** Starts another gateway for the same services. */
  startReplica(): Promise<Gateway>;
  anonymousClient(): Client;
  signInAs(who: 'cliente' | 'operador' | 'admin'): Promise<Client>;
  /** Creates an account with a verified e-mail and signs it in. */
  signUpClient(): Promise<Client & { id: string }>;
  close(): Promise<void>;
};

const PASSWORDS = { cliente: 'Cliente-2026!', operador: 'Operador-2026!', admin: 'Admin-2026!' };

async function startSimulator(): Promise<{ url: string; child: ChildProcess }> {
  const main = new URL('../../deploy/stripe-simulator/src/main.ts', import.meta.url).pathname;
  const env = { ...inject('infra').compiled, G2_DEMO: '1', PORT: '0', ...STRIPE };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^stripe-simulator ready: (\S+)$/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  return { url, child };
}

async function startPeers(
  testEnv: TestEnvironment,
  simulatorUrl: string,
  storageDir: string,
  maxUpload: string,
  given: { OIDC_PROVIDERS: string; SECOND_PERSON: string },
): Promise<World['peers']> {
  // Each service needs addresses of others, so their ports are chosen before the start.
  const [identityPort, registrationPort, paymentPort] = [
    String(await freePort()),
    String(await freePort()),
    String(await freePort()),
  ];
  const IDENTITY_GRPC = `127.0.0.1:${identityPort}`;
  const { OIDC_PROVIDERS, SECOND_PERSON } = given;
  const REGISTRATION_GRPC = `127.0.0.1:${registrationPort}`;
  const PAYMENT_GRPC = `127.0.0.1:${paymentPort}`;
  const started = await Promise.allSettled([
    testEnv.startPeer('identity', {
      GRPC_PORT: identityPort,
      SEED_DEMO: '1',
      REGISTRATION_GRPC,
      PAYMENT_GRPC,
      OIDC_PROVIDERS,
      SECOND_PERSON,
    }),
    testEnv.startPeer('registration', { GRPC_PORT: registrationPort, IDENTITY_GRPC, SECOND_PERSON }),
    testEnv.startPeer('storage-hashing', {
      REGISTRATION_GRPC,
      STORAGE_DIR: storageDir,
      MAX_UPLOAD_BYTES: maxUpload,
    }),
    testEnv.startPeer('payment-credit', {
      GRPC_PORT: paymentPort,
      REGISTRATION_GRPC,
      STRIPE_API_BASE: simulatorUrl,
      SECOND_PERSON,
      ...STRIPE,
    }),
    testEnv.startPeer('certificate', { REGISTRATION_GRPC, SECOND_PERSON }),
  ]);
  const [identity, registration, storage, payment, certificate] = started.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  if (!identity || !registration || !storage || !payment || !certificate)
    throw new Error('a peer is missing');
  return { identity, registration, storage, payment, certificate };
}

async function createWorld(extra: Record<string, string> = {}): Promise<World> {
  const testEnv = await createTestEnvironment();
  const storageDir = await mkdtemp(join(tmpdir(), 'g2-gateway-'));
  const { url: simulatorUrl, child } = await startSimulator();
  const { OIDC_PROVIDERS = '', SECOND_PERSON = '' } = extra;
  const given = { OIDC_PROVIDERS, SECOND_PERSON };
  const maxUpload = extra.MAX_UPLOAD_BYTES ?? '5000000';
  const starting = startPeers(testEnv, simulatorUrl, storageDir, maxUpload, given);
  const peers = await starting.catch(async (error: unknown) => {
    child.kill('SIGKILL');
    await testEnv.close();
    throw error;
  });
  const env = {
    ...testEnv.env('identity'),
    NATS_URL: inject('infra').natsUrls.gateway,
    IDENTITY_GRPC: peers.identity.grpc,
    REGISTRATION_GRPC: peers.registration.grpc,
    STORAGE_HTTP: peers.storage.http,
    PAYMENT_GRPC: peers.payment.grpc,
    CERTIFICATE_GRPC: peers.certificate.grpc,
    STORAGE_GRPC: peers.storage.grpc,
    PAYMENT_BROWSER_ORIGIN: simulatorUrl,
    ...extra,
  };
  const warnings: string[] = [];
  const log = createLogger('gateway', 'warn', { write: (line) => void warnings.push(line) });
  const gateways: Gateway[] = [];
  const startReplica = async (): Promise<Gateway> => {
    const one = await start(loadConfig(config, env), { log });
    gateways.push(one);
    return one;
  };
  const gateway = await startReplica();

  return {
    startReplica,
    testEnv,
    gateway,
    env,
    warnings,
    peers,
    anonymousClient: () => new Client(gateway.url),
    async signInAs(who) {
      const client = new Client(gateway.url);
      const response = await client.post('/api/login', {
        email: `${who}@g2.local`,
        password: PASSWORDS[who],
      });
      if (response.status !== 200) throw new Error(`${who} cannot sign in: ${response.text}`);
      return client;
    },
    async signUpClient() {
      const client = new Client(gateway.url);
      const email = `n${randomBytes(6).toString('hex')}@example.com`;
      const body = { email, password: 'Senha-Boa-1', firstName: 'Nova', lastName: 'Pessoa' };
      const response = await client.post('/api/register', body);
      if (response.status !== 201) throw new Error(`cannot sign up: ${response.text}`);
      await proveAddress(gateway.url, email);
      return Object.assign(client, { id: String(response.json.id) });
    },
    async close() {
      await Promise.all(gateways.map((one) => one.stop()));
      await testEnv.close();
      child.kill('SIGKILL');
      await rm(storageDir, { recursive: true, force: true });
    },
  };
}

async function proveAddress(url: string, email: string): Promise<void> {
  const reader = new Client(url);
  const token = await eventually('the confirmation is mailed', async () => {
    const { json } = await reader.get('/dev/mail', { headers: { accept: 'application/json' } });
    const mails = json.items as { to: string; text: string }[];
    return /token=([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1];
  });
  const proven = await reader.post('/api/auth/verify-email', { token });
  if (proven.status !== 204) throw new Error(`cannot confirm: ${proven.text}`);
}

/** Starts one world per test file, and closes it after the tests. */
export const ownWorld = (extra?: Record<string, string>): Promise<World> =>
  closeAfterTests(createWorld(extra));

export const DETAILS = {
  title: 'Sistema de Estoque',
  applicantName: 'Maria da Silva',
  applicantEmail: 'maria@example.com',
  applicantTaxId: '529.982.247-25',
  holderName: 'Maria da Silva',
  description: 'Controla o estoque de uma loja',
  jurisdiction: 'brasil',
  notes: 'minhas notas',
};

export function zipOf(content: Buffer, path = 'a.bin'): Buffer {
  const name = Buffer.from(path);
  const crc = crc32(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt32LE(crc, 14);
  local.writeUInt32LE(content.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt32LE(crc, 16);
  central.writeUInt32LE(content.length, 20);
  central.writeUInt32LE(content.length, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + content.length, 16);
  return Buffer.concat([local, name, content, central, name, end]);
}

export async function registered(client: Client): Promise<string> {
  const response = await client.post('/api/registrations', { ...DETAILS, sha256: 'x', fileName: 'pending' });
  if (response.status !== 201) throw new Error(`cannot register: ${response.text}`);
  return String(response.json.id);
}

/** Uploads a small ZIP with random content. */
export async function upload({ gateway }: World, client: Client, id: string): Promise<void> {
  const response = await request(`${gateway.url}/api/registrations/${id}/upload`, {
    method: 'POST',
    headers: { cookie: client.cookie ?? '', 'content-type': 'application/zip', 'x-file-name': 'fonte.zip' },
    body: zipOf(randomBytes(2_000)),
  });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`cannot upload: ${text}`);
}
