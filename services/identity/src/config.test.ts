import { loadConfig } from '@g2/kit/env';
import { describe, expect, it } from 'vitest';
import { config, configuredProviders } from './config.ts';

const good = {
  HTTP_PORT: '0',
  GRPC_PORT: '0',
  NATS_URL: 'nats://127.0.0.1:4222',
  PUBLIC_URL: 'https://g2.example',
  DATABASE_URL: 'postgres://g2@127.0.0.1/g2',
  SERVICE_KEY: '{"kty":"OKP","kid":"identity","d":"x"}',
  TRUSTED_KEYS: '{"keys":[]}',
  CERTIFICATE_GRPC: 'certificate:5000',
  PAYMENT_GRPC: 'payment:5000',
  REGISTRATION_GRPC: 'registration:5000',
  STORAGE_GRPC: 'storage:5000',
  SMTP_URL: 'smtp://mail.example:587',
};

describe('config', () => {
  it('uses a default for every limit that is blank or absent', () => {
    const env = { ...good, LOGIN_FAILURES: '', OIDC_ISSUER: '', SEED_DEMO: '' };
    expect(loadConfig(config, env)).toMatchObject({
      LOGIN_ATTEMPTS_PER_MINUTE: 120,
      LOGIN_ATTEMPTS_PER_ADDRESS: 600,
      LOGIN_FAILURES: 10,
      LOGIN_FAILURES_PER_ADDRESS: 300,
      LOGIN_FAILURES_PER_ACCOUNT: 100,
      SIGN_UP_PER_HOUR: 300,
      MAIL_RETRY_MS: 30_000,
      ASSIGNMENT_DIGEST_MS: 120_000,
      SEED_DEMO: false,
    });
  });

  it('requires SMTP_URL outside a demo', () => {
    const { SMTP_URL: _, ...without } = good;
    expect(() => loadConfig(config, without)).toThrow('configuration: SMTP_URL is missing');
    const demo = { ...without, G2_DEMO: '1', PUBLIC_URL: 'http://localhost:8080' };
    expect(loadConfig(config, demo).SMTP_URL).toBeUndefined();
  });

  it('lists the provider of OIDC_ISSUER before those of OIDC_PROVIDERS', () => {
    const one = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'g2', OIDC_CLIENT_SECRET: 'x' };
    const list = JSON.stringify([{ id: 'github', name: 'GitHub', kind: 'github', clientId: 'a' }]);
    const shown = (env: Record<string, string>) =>
      configuredProviders(loadConfig(config, { ...good, ...env })).map(({ id, name, clientSecret }) => [
        id,
        name,
        clientSecret,
      ]);
    const secret = { OIDC_GITHUB_CLIENT_SECRET: 'y' };
    expect(shown({ OIDC_PROVIDERS: '' })).toEqual([]);
    expect(shown(one)).toEqual([['oidc', 'provedor de identidade', 'x']]);
    expect(shown({ ...one, OIDC_NAME: 'Empresa', OIDC_PROVIDERS: list, ...secret })).toEqual([
      ['oidc', 'Empresa', 'x'],
      ['github', 'GitHub', 'y'],
    ]);
    expect(() => shown({ OIDC_PROVIDERS: list })).toThrow(
      'OIDC_PROVIDERS: provider 1: clientSecret is missing, there or as OIDC_GITHUB_CLIENT_SECRET',
    );
  });

  it.each([
    [{ OIDC_PROVIDERS: 'google' }, 'OIDC_PROVIDERS: is no JSON'],
    [{ OIDC_PROVIDERS: '{}' }, 'OIDC_PROVIDERS: must be a JSON list'],
    [{ MAIL_RETRY_MS: '5000000000' }, 'MAIL_RETRY_MS: must be a whole number from 1 to 1000000000'],
    [{ MAIL_FROM: 'G2 <registro@g2>' }, 'MAIL_FROM: must be an address'],
    [{ SMTP_URL: 'smtp://user:50%@mail:port' }, 'SMTP_URL: must be an smtp:// or smtps:// address'],
    [
      {
        OIDC_ISSUER: 'https://id.example',
        OIDC_CLIENT_ID: 'g2',
        OIDC_CLIENT_SECRET: 'x',
        OIDC_PROVIDERS:
          '[{"id":"b","name":"B","kind":"oidc","issuer":"https://id.example/","clientId":"b","clientSecret":"x"}]',
      },
      'OIDC_PROVIDERS: two providers have one issuer',
    ],
    [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID is missing; OIDC_CLIENT_SECRET is missing'],
    [{ BOOTSTRAP_ADMIN_EMAIL: 'boss@g2.example' }, 'BOOTSTRAP_ADMIN_PASSWORD is missing'],
    [{ SEED_DEMO: '1' }, 'SEED_DEMO: allowed only with G2_DEMO=1'],
    [
      { BOOTSTRAP_ADMIN_EMAIL: 'boss', BOOTSTRAP_ADMIN_PASSWORD: 'Uma-Senha-1' },
      'BOOTSTRAP_ADMIN_EMAIL: not an e-mail address',
    ],
    [
      { BOOTSTRAP_ADMIN_EMAIL: 'chefia@g2.example', BOOTSTRAP_ADMIN_PASSWORD: 'Chefia@2026' },
      'BOOTSTRAP_ADMIN_PASSWORD: easy to guess',
    ],
    [{ PAYMENT_GRPC: 'http://payment' }, 'PAYMENT_GRPC: must be host:port'],
    [{ LOGIN_FAILURES: '0' }, 'LOGIN_FAILURES'],
  ])('refuses the settings %o', (more, says) => {
    expect(() => loadConfig(config, { ...good, ...more })).toThrow(says);
  });
});
