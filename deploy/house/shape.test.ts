import { describe, expect, it } from 'vitest';
import { findImportViolations } from './imports.ts';
import { findLayoutViolations } from './shape.ts';

const top = ['main', 'service', 'config', 'deps', 'rpc', 'events', 'peers', 'metrics', 'store', 'announce'];
const files = (service: string, more: string[] = []) =>
  [...top.map((name) => `src/${name}.ts`), 'src/domain/user.ts', 'test/a.int.test.ts', ...more].map(
    (name) => `services/${service}/${name}`,
  );
const rooms = ['ledger', 'payers', 'purchases', 'payments', 'stripe'].flatMap((room) =>
  ['rpc.ts', 'store.ts', 'domain/rule.ts'].map((name) => `src/${room}/${name}`),
);
const payment = files('payment-credit', rooms);

const shapeOf = (names: string[], sources: Record<string, string> = {}) =>
  findLayoutViolations(
    new Map([...names.map((name): [string, string] => [name, '']), ...Object.entries(sources)]),
  );

describe('the shape of a service', () => {
  it('accepts a service that has every required file', () => {
    expect(shapeOf([...files('identity'), ...payment])).toEqual([]);
    const elsewhere = {
      'services/kit/src/any.ts': 'new Date()',
      'services/identity/src/any.test.ts': 'openStore',
    };
    expect(shapeOf(files('identity'), elsewhere)).toEqual([]);
  });

  it.each([...top.slice(0, -1).map((name) => `src/${name}.ts`), 'src/domain/user.ts', 'test/a.int.test.ts'])(
    'reports a missing %s',
    (name) => {
      const left = files('identity').filter((file) => file !== `services/identity/${name}`);
      expect(shapeOf(left)).toEqual([expect.stringMatching(/^services\/identity: \S+ is missing/)]);
    },
  );

  it.each(rooms.filter((name) => !name.includes('/domain/')))('reports a missing %s', (name) => {
    const left = payment.filter((file) => file !== `services/payment-credit/${name}`);
    expect(shapeOf(left)).toEqual([expect.stringMatching(/^services\/payment-credit: \S+ is missing/)]);
  });

  it('refuses more than 16 files directly in src/, not counting tests', () => {
    const more = (count: number) => Array.from({ length: count }, (_, n) => `src/more-${n}.ts`);
    expect(shapeOf([...files('identity', more(6)), 'services/identity/src/config.test.ts'])).toEqual([]);
    expect(shapeOf(files('identity', more(7)))).toEqual([expect.stringContaining('17 files at the top')]);
  });

  it.each([
    ['payment-credit', 'src/ledger/peers.ts', '', 'a folder has none'],
    ['identity', 'src/main.ts', 'await run();\n'.repeat(31), 'at most 30 lines'],
    ['identity', 'src/domain/user.ts', 'const now = new Date();', 'time, chance and ids'],
    ['identity', 'src/domain/user.ts', 'const at = Date.now();', 'time, chance and ids'],
    ['identity', 'src/domain/user.ts', 'const id = randomUUID();', 'time, chance and ids'],
    ['identity', 'src/rpc/users.ts', "import { openStore } from '../store.ts';", 'only service.ts opens'],
  ])('refuses a wrong place or content of a file in %s: %s', (service, name, source, says) => {
    const all = service === 'identity' ? files(service) : payment;
    const lines = shapeOf(all, { [`services/${service}/${name}`]: source });
    expect(lines).toEqual([expect.stringContaining(says)]);
  });
});

const REFUSED: [file: string, source: string, says: string][] = [
  ['src/rpc/users.ts', "import { connectRpc } from '@g2/kit/grpc-client';", 'only peers.ts makes'],
  ['src/rpc/users.ts', "import { emit } from '@g2/kit/outbox';", 'only a store writes the outbox'],
  ['src/rpc/users.ts', "import { firstTime } from '@g2/kit/inbox';", 'ask the inbox'],
  ['src/store-users.ts', "import { facts } from '@g2/proto/facts';", 'only announce.ts makes events'],
  ['src/rpc/users.ts', "import { announce } from '../announce.ts';", 'only stores import announce.ts'],
  ['src/rpc/users.ts', "import { start } from '../service.ts';", 'start a service'],
  ['src/main.ts', "import { openStore } from './store.ts';", 'main.ts imports only'],
  ['src/main.ts', "import pino from 'pino';", 'main.ts imports only'],
  ['src/announce.ts', "import { same } from './store.ts';", 'announce.ts is pure'],
  ['src/announce.ts', "import { sql } from 'node:fs';", 'announce.ts is pure'],
  ['src/peers.ts', "import type { Deps } from './deps.ts';", 'nothing of their service'],
  ['src/config.ts', "import { observe } from './metrics.ts';", 'nothing of their service'],
];

const TAKEN: [file: string, source: string][] = [
  [
    'src/peers.ts',
    "import { connectRpc } from '@g2/kit/grpc-client';\nimport type { Hold } from './domain/hold.ts';",
  ],
  ['src/store-users.ts', "import { emit } from '@g2/kit/outbox';\nimport { announce } from './announce.ts';"],
  [
    'src/ledger/store.ts',
    "import { emit } from '@g2/kit/outbox';\nimport { announce } from '../announce.ts';",
  ],
  ['src/events.ts', "import { firstTime } from '@g2/kit/inbox';\nimport { facts } from '@g2/proto/facts';"],
  ['src/announce.ts', "import { event } from '@g2/kit/events';\nimport { facts } from '@g2/proto/facts';"],
  ['src/main.ts', "import { run } from '@g2/kit/run';\nimport { config } from './config.ts';"],
  ['src/config.ts', "import { z } from 'zod';\nimport { optional } from '@g2/kit/env';"],
  [
    'test/world.ts',
    "import { start } from '../src/service.ts';\nimport { connectRpc } from '@g2/kit/grpc-client';",
  ],
];

describe('imports inside a service', () => {
  it.each(REFUSED)('%s may not contain: %s', (file, source, says) => {
    expect(findImportViolations(`services/identity/${file}`, source).join('\n')).toContain(says);
  });

  it.each(TAKEN)('%s may contain: %s', (file, source) => {
    expect(findImportViolations(`services/identity/${file}`, source)).toEqual([]);
  });
});
