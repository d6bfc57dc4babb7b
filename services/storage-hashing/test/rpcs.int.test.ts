import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallOptions } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { StorageService } from '@g2/proto/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, uploadOne, type World } from './world.ts';

let world: World;
let operator: string;

beforeAll(async () => {
  const found = await openWorld('fs');
  if (!found) throw new Error('the file-system driver is always there');
  world = found;
  operator = await world.testEnv.userToken({ id: newId(), role: 'operator' });
});
afterAll(() => world?.close());

describe('rpc', () => {
  const tested = new Set<string>();
  afterAll(() => expect([...tested].sort()).toEqual(Object.keys(StorageService).sort()));

  it('opens deposits only for signed-in users with a ticket of registration', async () => {
    const [ticket, path, page] = ['x', 'a', { page: 1, limit: 1 }];
    const calls = {
      listFiles: (options?: CallOptions) => world.rpc.listFiles({ ticket, prefix: '', page }, options),
      compareFiles: (options?: CallOptions) =>
        world.rpc.compareFiles({ ticket, earlierTicket: ticket, change: '', page }, options),
      compareVersions: (options?: CallOptions) =>
        world.rpc.compareVersions({ ticket, earlierTicket: ticket, change: '', page }, options),
      readFile: (options?: CallOptions) => world.rpc.readFile({ ticket, path }, options),
      proveFile: (options?: CallOptions) => world.rpc.proveFile({ ticket, path }, options),
    };
    const service = await world.testEnv.serviceToken('certificate');
    for (const [name, call] of Object.entries(calls)) {
      tested.add(name);
      for (const options of [undefined, { token: operator }]) {
        await expect(call(options), name).rejects.toMatchObject({ code: 'unauthenticated' });
      }
      await expect(call({ token: service }), name).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  it('GetObject returns the stored data to staff, registration and certificate', async () => {
    tested.add('getObject');
    const object = await uploadOne(world);
    const tokens = [
      operator,
      await world.testEnv.serviceToken('registration'),
      await world.testEnv.serviceToken('certificate'),
    ];
    for (const token of tokens) {
      expect(await world.rpc.getObject({ objectKey: object.key }, { token })).toMatchObject({
        objectKey: object.key,
        sha256: object.sha256,
        size: object.size,
        zipEntries: 1,
        zipUnpackedSize: 2_000,
        state: 'stored',
      });
    }
    for (const objectKey of ['', 'x', 'a\0b', `ab/${newId()}.zip`]) {
      await expect(world.rpc.getObject({ objectKey }, { token: operator })).rejects.toMatchObject({
        code: 'not-found',
      });
    }
  });

  it('VerifyObject reads every byte again', async () => {
    tested.add('verifyObject');
    const object = await uploadOne(world);
    const verify = () => world.rpc.verifyObject({ objectKey: object.key }, { token: operator });
    expect(await verify()).toEqual({
      intact: true,
      expectedSha256: object.sha256,
      foundSha256: object.sha256,
    });
    await rm(join(world.config.STORAGE_DIR ?? '', object.key));
    await writeFile(join(world.config.STORAGE_DIR ?? '', object.key), 'PK tampered');
    expect(await verify()).toMatchObject({ intact: false, expectedSha256: object.sha256 });
    await world.objects.remove(object.key);
    expect(await verify()).toMatchObject({ intact: false, foundSha256: '' });
    await expect(world.rpc.verifyObject({ objectKey: 'x' }, { token: operator })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  // Responses are tested in inspections.long.int.test.ts.
  it('ListFiles, ReadFile and ProveFile require a ticket of registration', async () => {
    const client = await world.testEnv.userToken({ id: newId(), role: 'client' });
    for (const name of ['listFiles', 'readFile', 'proveFile'] as const) {
      tested.add(name);
      const ask = (token: string | undefined) =>
        world.rpc[name]({ ticket: 'x', path: 'a', prefix: '', page: undefined }, { token });
      for (const token of [undefined, client, operator])
        await expect(ask(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('CountChanges requires the certificate service and finished inspections', async () => {
    tested.add('countChanges');
    const { key: objectKey } = await uploadOne(world);
    const ask = (token?: string) =>
      world.rpc.countChanges({ objectKey, earlierObjectKey: objectKey }, { token });
    await expect(ask()).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(ask(operator)).rejects.toMatchObject({ code: 'forbidden' });
    const registration = await world.testEnv.serviceToken('registration');
    await expect(ask(registration)).rejects.toMatchObject({ code: 'forbidden' });
    const certificate = await world.testEnv.serviceToken('certificate');
    await expect(ask(certificate)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('GetObject and VerifyObject refuse clients, anonymous callers and other services', async () => {
    const client = await world.testEnv.userToken({ id: newId(), role: 'client' });
    const refused = { getObject: 'identity', verifyObject: 'registration' } as const;
    for (const name of ['getObject', 'verifyObject'] as const) {
      const ask = (token?: string) => world.rpc[name]({ objectKey: 'x' }, { token });
      await expect(ask()).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect(ask(client)).rejects.toMatchObject({ code: 'forbidden' });
      const peer = await world.testEnv.serviceToken(refused[name]);
      await expect(ask(peer)).rejects.toMatchObject({ code: 'forbidden' });
    }
  });
});
