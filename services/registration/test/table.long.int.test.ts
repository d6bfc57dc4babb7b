import { type CallOptions, connectRpc } from '@g2/kit/grpc-client';
import { serviceNames } from '@g2/kit/provision';
import { forFile } from '@g2/kit/testing';
import { IdentityService } from '@g2/proto/identity';
import { RegistrationsService } from '@g2/proto/registration';
import { describe, expect, it } from 'vitest';
import { callsIn, type RpcName } from './calls.ts';
import { codeOf, createWorld, logIn, someone, startIdentity, type User } from './world.ts';

const names = Object.keys(RegistrationsService) as RpcName[];
const CALLERS = [
  'client',
  'operator',
  'admin',
  'service:identity',
  'service:certificate',
  'service:payment-credit',
  'service:storage-hashing',
];

let operator: User | undefined;
const world = await forFile(
  createWorld({
    async identity(bed) {
      const address = await startIdentity(bed);
      const client = connectRpc(IdentityService, address);
      operator = await logIn(client, 'operador@g2.local', 'Operador-2026!');
      client.close();
      return address;
    },
  }),
);
if (!operator) throw new Error('identity was not started');
const rows = callsIn(world, operator);

async function tokenOf(caller: string): Promise<string> {
  const [kind, name] = caller.split(':');
  if (kind === 'client' || kind === 'operator' || kind === 'admin') return world.bed.userToken(someone(kind));
  const service = serviceNames.find((one) => one === name);
  if (service) return world.bed.serviceToken(service);
  throw new Error(`no such caller: ${caller}`);
}

describe('the table', () => {
  it('has every rpc of the definition', () => {
    expect(Object.keys(rows).sort()).toEqual([...names].sort());
  });

  it.each(names)('%s does its work', async (name) => {
    await expect(rows[name].done()).resolves.toBeDefined();
  });

  it.each(names)('%s refuses what it must', async (name) => {
    const [code, call] = rows[name].refused;
    expect(await codeOf(call())).toBe(code);
  });

  it.each(names)('%s is for those who may call it alone', async (name) => {
    const { callers } = rows[name];
    if (callers.includes('anyone')) return;
    const method = RegistrationsService[name];
    const empty = method.requestDeserialize(Buffer.alloc(0));
    const call = world.client[name] as (request: unknown, options?: CallOptions) => Promise<unknown>;
    expect(await codeOf(call(empty))).toBe('unauthenticated');
    for (const caller of CALLERS) {
      const token = await tokenOf(caller);
      const outcome = await call(empty, { token }).then(
        () => 'done',
        (error) => error.code,
      );
      if (callers.includes(caller)) expect(['forbidden', 'unauthenticated']).not.toContain(outcome);
      else expect([caller, outcome]).toEqual([caller, 'forbidden']);
    }
  });
});
