import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { loadConfig } from './env.ts';
import {
  count,
  hostPort,
  httpUrl,
  json,
  listOf,
  milliseconds,
  optional,
  port,
  readHttpUrl,
} from './setting-parsers.ts';

const schema = z.object({
  WAIT_MS: milliseconds(5_000),
  LIMIT: count(3, 1, 100),
  PORT: optional(port),
  PEER: optional(hostPort),
  PAGE: optional(httpUrl),
  DATA: optional(json),
  HOSTS: listOf(',', readHttpUrl, (url) => [url]),
  LINES: listOf('\n', readHttpUrl, (url) => [url]),
});

it('parses settings, and treats blank ones as absent', () => {
  const env = {
    WAIT_MS: '1e3',
    LIMIT: '',
    PEER: '[::1]:50051',
    PAGE: 'https://g2.example/x//',
    DATA: '[1]',
    HOSTS: 'http://a.example/, https://b.example',
    LINES: '\n  http://a.example \n\nhttp://b.example\n',
  };
  expect(loadConfig(schema, env)).toEqual({
    WAIT_MS: 1_000,
    LIMIT: 3,
    PORT: undefined,
    PEER: '[::1]:50051',
    PAGE: 'https://g2.example/x',
    DATA: [1],
    HOSTS: ['http://a.example', 'https://b.example'],
    LINES: ['http://a.example', 'http://b.example'],
  });
});

describe('a wrong setting is named with place and reason, but without its value', () => {
  it.each([
    [{ WAIT_MS: '30s' }, 'WAIT_MS: must be a whole number from 10 to 1000000000 (milliseconds)'],
    [{ WAIT_MS: '3000000000' }, 'WAIT_MS: must be a whole number from 10 to 1000000000 (milliseconds)'],
    [{ WAIT_MS: '0.5' }, 'WAIT_MS: must be a whole number from 10 to 1000000000 (milliseconds)'],
    [{ LIMIT: '-1' }, 'LIMIT: must be a whole number from 1 to 100'],
    [{ PORT: '70000' }, 'PORT: must be a whole number from 0 to 65535 (a port)'],
    [{ PEER: 'http://peer' }, 'PEER: must be host:port'],
    [{ PEER: 'peer:70000' }, 'PEER: must be host:port'],
    [{ PAGE: 'localhost:8080' }, 'PAGE: must be an http or https address'],
    [{ PAGE: 'https://' }, 'PAGE: must be an http or https address'],
    [{ DATA: '{"a":1,\n"b":}' }, 'DATA: is no JSON'],
    [{ HOSTS: 'http://a.example,b' }, 'HOSTS: entry 2: is no http or https address'],
    [{ HOSTS: 'http://a.example,' }, 'HOSTS: entry 2: is no http or https address'],
    [{ HOSTS: 'http://a.example,http://a.example/' }, 'HOSTS: entry 2: is there already, in entry 1'],
    [
      { LINES: 'http://a.example\n\nhunter2\nhttp://a.example' },
      'LINES: line 3: is no http or https address; LINES: line 4: is there already, in line 1',
    ],
  ])('%o', (env, says) => {
    expect(() => loadConfig(schema, env)).toThrow(new ConfigError(`configuration: ${says}`));
  });

  it('reports where JSON becomes invalid', () => {
    expect(() => loadConfig(schema, { DATA: '[\n1 2]' })).toThrow('DATA: is no JSON (line 2, column 3)');
  });
});
