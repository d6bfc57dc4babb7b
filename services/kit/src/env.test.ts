import { describe, expect, it } from 'vitest';
import { ConfigError, commonConfig, loadConfig, serviceConfig } from './env.ts';

const good = { HTTP_PORT: '0', NATS_URL: 'nats://127.0.0.1:4222', PUBLIC_URL: 'https://g2.example/' };

describe('loadConfig', () => {
  it('reads, coerces and defaults', () => {
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

  it('names every wrong variable and tells no value', () => {
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
