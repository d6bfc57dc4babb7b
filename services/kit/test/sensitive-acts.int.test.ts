import { CertificatesService } from '@g2/proto/certificate';
import { IdentityService } from '@g2/proto/identity';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';
import { StorageService } from '@g2/proto/storage';
import { SENSITIVE_ACTS, type SensitiveAct } from '@g2/terms/sensitive-acts';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeyRing, type KeyRing, type UserActor, userTokens } from '../src/actor.ts';
import { connectRpc } from '../src/grpc-client.ts';
import { type RpcServer, type RpcTable, serveRpc, signedIn } from '../src/grpc-server.ts';
import { generateKeys } from '../src/keys.ts';
import { createLogger } from '../src/log.ts';
import { serviceNames } from '../src/provision.ts';

const SERVICES = [
  ['identity', IdentityService],
  ['registration', RegistrationsService],
  ['payment-credit', PaymentsService],
  ['certificate', CertificatesService],
  ['storage-hashing', StorageService],
] as const satisfies [string, ServiceDefinition][];

const made = await generateKeys(serviceNames);
async function ringOf(service: string): Promise<KeyRing> {
  const key = made.private[service];
  if (!key) throw new Error(`no key of ${service}`);
  return createKeyRing(key, made.trusted);
}
const identity = await ringOf('identity');

const HOUR_MS = 3_600_000;
const asker = (more: Partial<UserActor>): UserActor => ({
  id: 'u',
  role: 'admin',
  sessionId: 's',
  confirmedAt: new Date(),
  lacksFactor: false,
  ...more,
});

const servers: RpcServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop(0))));

/** Each rpc of a service lets in everybody who is signed in, and does nothing: what is left is what the table asks. */
async function served(service: string, definition: ServiceDefinition) {
  const table: RpcTable<ServiceDefinition> = Object.fromEntries(
    Object.entries(definition).map(([name, { responseDeserialize }]) => [
      name,
      { allow: signedIn, run: async () => responseDeserialize(Buffer.alloc(0)) },
    ]),
  );
  const keys = await ringOf(service);
  const log = createLogger('test', 'silent');
  const server = await serveRpc({ definition, table, keys, host: '127.0.0.1', port: 0, log });
  servers.push(server);
  const rpc = connectRpc(definition, `127.0.0.1:${server.port}`);
  return async (name: string, fields: object, as: UserActor): Promise<string> => {
    const empty: object = definition[name]?.requestDeserialize(Buffer.alloc(0));
    const token = (await userTokens(identity, as))[service];
    const call = rpc[name] as (request: object, options: { token: string | undefined }) => Promise<unknown>;
    return call({ ...empty, ...fields }, { token }).then(
      () => 'in',
      (error: { code: string }) => error.code,
    );
  };
}

const acts: readonly SensitiveAct[] = SENSITIVE_ACTS;

it('names rpcs that exist, each once', () => {
  const known = new Set(
    SERVICES.flatMap(([, definition]) => Object.values(definition).map(({ path }) => path.slice(1))),
  );
  expect(acts.map(({ rpc }) => rpc).filter((rpc) => !known.has(rpc))).toEqual([]);
  expect(new Set(acts.map(({ rpc }) => rpc)).size).toBe(acts.length);
});

describe.each(SERVICES)('%s decides by the table itself', async (service, definition) => {
  const call = await served(service, definition);

  it.each(Object.entries(definition).map(([name, { path }]) => [name, path.slice(1)] as const))(
    '%s',
    async (name, rpc) => {
      const act = acts.find((one) => one.rpc === rpc);
      const late = new Date(Date.now() - 2 * HOUR_MS);
      for (const role of signedIn) {
        for (const hasFactor of [false, true]) {
          const answer = (confirmedAt: Date, fields: object = {}) =>
            call(name, fields, asker({ role, hasFactor, confirmedAt }));
          const asks = act?.proof === 'session' || (act?.proof === 'password' && hasFactor);
          expect(await answer(new Date(), act?.where)).toBe('in');
          expect(await answer(late, act?.where)).toBe(asks ? 'confirmation-needed' : 'in');
          // Other calls of the same rpc, which do not do the act.
          if (act?.where) expect(await answer(late)).toBe('in');
        }
      }
    },
  );
});
