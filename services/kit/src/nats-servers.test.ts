import { expect, it } from 'vitest';
import { readNatsServers } from './nats-servers.ts';

it.each([
  ['nats://localhost:4222', { servers: ['localhost:4222'] }],
  ['nats://a:4222,b:4222', { servers: ['a:4222', 'b:4222'] }],
  ['nats://u:p%40@a:4222, b:4223', { servers: ['a:4222', 'b:4223'], user: 'u', pass: 'p@' }],
  ['tls://u:p@a:4222,tls://u:p@b:4222', { servers: ['a:4222', 'b:4222'], user: 'u', pass: 'p', tls: {} }],
  ['nats://u:p@a:4222,nats://b:4222', { servers: ['a:4222', 'b:4222'], user: 'u', pass: 'p' }],
  ['nats://u:p,q@a:4222', { servers: ['a:4222'], user: 'u', pass: 'p,q' }],
])('parses the servers of %s', (text, servers) => {
  expect(readNatsServers(text)).toEqual(servers);
});

it.each([
  ['http://a', 'must begin with nats:// or tls://'],
  ['nats://a:4222,', 'entry 2: must be nats:// or tls:// with host:port'],
  ['nats://a:4222,b:port', 'entry 2: must be nats:// or tls:// with host:port'],
  ['nats://a:4222/path', 'entry 1: must be nats:// or tls:// with host:port'],
  ['nats://a:4222,tls://b:4222', 'entry 2: nats:// and tls:// together'],
  ['nats://u:p@a:4222,nats://u:hunter2@b:4222', 'entry 2: another user or password than of entry 1'],
  ['nats://a:4222,b:4222,a:4222', 'entry 3: is there already, in entry 1'],
])('refuses the servers %s', (text, says) => {
  expect(() => readNatsServers(text)).toThrow(says);
  expect(() => readNatsServers(text)).not.toThrow('hunter2');
});
