import { CertificatesService } from '@g2/proto/certificate';
import { IdentityService } from '@g2/proto/identity';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';
import { StorageService } from '@g2/proto/storage';
import { SENSITIVE_ACTS, type SensitiveAct } from '@g2/terms/sensitive-acts';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeyRing, type KeyRing, type UserActor, userTokens } from '../src/actor.ts';
import { type Approval, signApproval } from '../src/approval.ts';
import { connectRpc } from '../src/grpc-client.ts';
import { type RpcServer, type RpcTable, serveRpc, signedIn } from '../src/grpc-server.ts';
import { hashOf } from '../src/idempotency.ts';
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
const caller = (more: Partial<UserActor>): UserActor => ({
  id: 'u',
  role: 'admin',
  sessionId: 's',
  confirmedAt: new Date(),
  lacksFactor: false,
  ...more,
});

const acts: readonly SensitiveAct[] = SENSITIVE_ACTS;

const servers: RpcServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop(0))));

type Options = { token: string | undefined; approval?: string | undefined };

/**
 * Serves rpcs that admit every signed-in user and do nothing, so that only the table of sensitive acts is tested. Where
 * the table leaves the decision to the service (`decides`), the rpc always requires a second admin.
 */
async function served(service: string, definition: ServiceDefinition, secondPerson = false) {
  const table: RpcTable<ServiceDefinition> = Object.fromEntries(
    Object.entries(definition).map(([name, { path, responseDeserialize }]) => [
      name,
      {
        allow: signedIn,
        run: async (_request, call) => {
          const act = acts.find(({ rpc }) => rpc === path.slice(1));
          if (act?.second === 'decides') call.requireApproval();
          return responseDeserialize(Buffer.alloc(0));
        },
      },
    ]),
  );
  const keys = await ringOf(service);
  const log = createLogger('test', 'silent');
  const server = await serveRpc({ definition, table, keys, host: '127.0.0.1', port: 0, log, secondPerson });
  servers.push(server);
  const rpc = connectRpc(definition, `127.0.0.1:${server.port}`);
  return async (name: string, fields: object, as: UserActor, approval?: string): Promise<string> => {
    const empty: object = definition[name]?.requestDeserialize(Buffer.alloc(0));
    const token = (await userTokens(identity, as))[service];
    const call = rpc[name] as (request: object, options: Options) => Promise<unknown>;
    return call({ ...empty, ...fields }, { token, approval }).then(
      () => 'in',
      (error: { code: string }) => error.code,
    );
  };
}

it('the table of sensitive acts names only existing rpcs, each once', () => {
  const known = new Set(
    SERVICES.flatMap(([, definition]) => Object.values(definition).map(({ path }) => path.slice(1))),
  );
  expect(acts.map(({ rpc }) => rpc).filter((rpc) => !known.has(rpc))).toEqual([]);
  expect(new Set(acts.map(({ rpc }) => rpc)).size).toBe(acts.length);
});

describe.each(SERVICES)('the recent confirmation for rpcs of %s', async (service, definition) => {
  const call = await served(service, definition);

  it.each(Object.entries(definition).map(([name, { path }]) => [name, path.slice(1)] as const))(
    'is required for %s as the table of sensitive acts states',
    async (name, rpc) => {
      const act = acts.find((one) => one.rpc === rpc);
      const late = new Date(Date.now() - 2 * HOUR_MS);
      for (const role of signedIn) {
        for (const hasFactor of [false, true]) {
          const answer = (confirmedAt: Date, fields: object = {}) =>
            call(name, fields, caller({ role, hasFactor, confirmedAt }));
          const asks = act?.proof === 'session' || (act?.proof === 'password' && hasFactor);
          expect(await answer(new Date(), act?.where)).toBe('in');
          expect(await answer(late, act?.where)).toBe(asks ? 'confirmation-needed' : 'in');
          // Calls of the same rpc that do not match `where` are not sensitive.
          if (act?.where) expect(await answer(late)).toBe('in');
        }
      }
    },
  );
});

describe.each(SERVICES)(
  'the approval of a second admin for rpcs of %s',
  async (service, definition: ServiceDefinition) => {
    const call = await served(service, definition, true);
    const named = Object.entries(definition).map(([name, { path }]) => [name, path.slice(1)] as const);
    const approval: Approval = { id: 'a', requestedBy: 'other' };

    it.each(named)('is required for %s as the table of sensitive acts states', async (name, rpc) => {
      const act = acts.find((one) => one.rpc === rpc);
      const method = (definition as ServiceDefinition)[name];
      if (!method) throw new Error(`no rpc ${name}`);
      const request: object = { ...method.requestDeserialize(Buffer.alloc(0)), ...act?.where };
      const of = { rpc, requestHash: hashOf(method.requestSerialize(request)) };
      const answer = (token?: string) => call(name, { ...act?.where }, caller({}), token);
      expect(await answer()).toBe(act?.second ? 'approval-needed' : 'in');
      expect(await answer(await signApproval(identity, approval, of, 'u'))).toBe('in');
      if (!act?.second) return;
      const others = await Promise.all([
        signApproval(identity, approval, { ...of, rpc: 'g2.other.Service/Rpc' }, 'u'),
        signApproval(identity, approval, { ...of, requestHash: hashOf(Buffer.from('other')) }, 'u'),
        signApproval(identity, approval, of, 'another-request'),
        signApproval(identity, { id: 'a', requestedBy: 'u' }, of, 'u'),
      ]);
      for (const token of others) expect(await answer(token)).toBe('approval-needed');
      const forged = await signApproval(await ringOf('payment-credit'), approval, of, 'u');
      expect(await answer(forged)).toBe('unauthenticated');
      // A call of the rpc that does not match `where` needs no approval.
      if (act.where) expect(await call(name, {}, caller({}))).toBe('in');
    });
  },
);
