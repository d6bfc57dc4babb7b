import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { commonVariables, loadConfig, serviceConfig, serviceVariables, withSecretFiles } from './env.ts';

const commonConfig = z.object(commonVariables);

const good = {
  HTTP_PORT: '0',
  NATS_URL: 'nats://127.0.0.1:4222',
  TRUSTED_KEYS: '{"keys":[]}',
  PUBLIC_URL: 'https://g2.example/',
};

describe('loadConfig', () => {
  it('parses variables and applies defaults', () => {
    const config = loadConfig(commonConfig, good);
    expect(config).toMatchObject({
      HTTP_PORT: 0,
      PUBLIC_URL: 'https://g2.example',
      G2_DEMO: false,
      NATS_PREFIX: 'g2',
    });
  });

  it.each(Object.keys(good))('names %s when it is missing, in one line', (name) => {
    expect(() => loadConfig(commonConfig, { ...good, [name]: '' })).toThrow(
      new ConfigError(`configuration: ${name} is missing`),
    );
  });

  it('names every wrong variable and discloses no value', () => {
    const secret = 'mysql://user:hunter2@db';
    try {
      loadConfig(serviceConfig, {
        ...good,
        GRPC_PORT: '70000',
        DATABASE_URL: secret,
        SERVICE_KEY: '{',
        TRUSTED_KEYS: '[]',
      });
      expect.unreachable();
    } catch (error) {
      const line = String(error);
      for (const name of ['GRPC_PORT', 'DATABASE_URL', 'SERVICE_KEY', 'TRUSTED_KEYS'])
        expect(line).toContain(name);
      expect(line).not.toContain('hunter2');
      expect(line).not.toContain('\n');
    }
  });
});

describe('DATABASE_URL', () => {
  it.each([
    ['postgres://g2:50%@db/g2?sslmode=full', 'sslmode is none of disable, no-verify, prefer, require'],
    ['postgres://g2@db/g2?sslmode=verify-full&sslrootcert=/none', 'sslrootcert: the file /none can'],
    [
      'postgres://g2:hunter2#1@db:port/g2',
      'is not an address: write special characters of the password as %XX',
    ],
  ])('is refused when invalid: %s', (DATABASE_URL, says) => {
    expect(() =>
      loadConfig(z.object({ DATABASE_URL: serviceVariables.DATABASE_URL }), { DATABASE_URL }),
    ).toThrow(`configuration: DATABASE_URL: ${says}`);
  });
});

describe('withSecretFiles', () => {
  it('reads a secret from its file without the last line break and prefers a directly set value', () => {
    const folder = mkdtempSync(join(tmpdir(), 'g2-env-'));
    const file = join(folder, 'url');
    writeFileSync(file, 'smtp://mail.example\n');
    const env = {
      SMTP_URL_FILE: file,
      DATABASE_URL_FILE: file,
      DATABASE_URL: 'postgres://here',
      LANG_FILE: '/none',
      OIDC_GIT_HUB_CLIENT_SECRET_FILE: file,
    };
    const value = 'smtp://mail.example';
    expect(withSecretFiles(env)).toEqual({ ...env, SMTP_URL: value, OIDC_GIT_HUB_CLIENT_SECRET: value });
    rmSync(folder, { recursive: true });
  });

  it('names the variable of a missing file', () => {
    expect(() => withSecretFiles({ SERVICE_KEY_FILE: '/nowhere/key' })).toThrow(
      new ConfigError("configuration: SERVICE_KEY_FILE can't be read (ENOENT)"),
    );
  });
});

describe('G2_DEMO', () => {
  const demo = (PUBLIC_URL: string) => loadConfig(commonConfig, { ...good, PUBLIC_URL, G2_DEMO: '1' });

  it.each([
    'http://localhost:8080',
    'http://127.0.0.1',
    'http://127.1.2.3:80',
    'http://[::1]:8080',
    'http://g2.localhost',
  ])('is allowed on localhost: %s', (url) => {
    expect(demo(url).G2_DEMO).toBe(true);
  });

  it.each([
    'https://registro.example.com',
    'http://10.0.0.7',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://notlocalhost',
  ])('is refused at the public address %s', (url) => {
    expect(() => demo(url)).toThrow(/G2_DEMO=1 is refused at a public address/);
  });
});
