import { loadConfig } from '@g2/kit/env';
import { expect, it } from 'vitest';
import { config } from './config.ts';

const env = {
  HTTP_PORT: '0',
  GRPC_PORT: '0',
  NATS_URL: 'nats://localhost:4222',
  PUBLIC_URL: 'http://localhost:8080',
  DATABASE_URL: 'postgres://localhost/g2',
  SERVICE_KEY: '{"kty":"OKP","kid":"payment-credit","d":"x"}',
  TRUSTED_KEYS: '{"keys":[]}',
  REGISTRATION_GRPC: 'localhost:1',
  IDENTITY_GRPC: 'localhost:1',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};
const simulator = {
  ...env,
  STRIPE_SECRET_KEY: 'sk_sim_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_sim_x',
  STRIPE_API_BASE: 'http://localhost:9/',
  G2_DEMO: '1',
};
const real = { ...env, STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' };

it('accepts simulator keys with G2_DEMO=1 and real Stripe keys without it', () => {
  expect(loadConfig(config, simulator)).toMatchObject({
    STRIPE_API_BASE: 'http://localhost:9',
    G2_DEMO: true,
  });
  expect(loadConfig(config, real)).toMatchObject({ RECONCILE_EVERY_MS: 30_000, G2_DEMO: false });
});

it.each([
  [{ ...simulator, G2_DEMO: '' }, 'STRIPE_SECRET_KEY: simulator keys are refused without G2_DEMO=1'],
  [{ ...simulator, STRIPE_API_BASE: '' }, 'STRIPE_API_BASE is missing'],
  [{ ...real, STRIPE_API_BASE: 'http://localhost:9' }, 'STRIPE_API_BASE: refused with real Stripe keys'],
  [{ ...real, STRIPE_PUBLISHABLE_KEY: 'pk_sim_x' }, 'STRIPE_PUBLISHABLE_KEY: must be of the same kind'],
  [{ ...real, STRIPE_SECRET_KEY: 'rubbish' }, 'STRIPE_SECRET_KEY: must be a secret key'],
])('refuses invalid Stripe variables with a message that names the variable (%#)', (variables, message) => {
  expect(() => loadConfig(config, variables)).toThrow(message);
});
