import { optional } from '@g2/kit/setting-parsers';
import { z } from 'zod';
import { areSimulatorKeys } from './keys.ts';
import type { SimulatorOptions } from './server.ts';

const environment = z.object({
  G2_DEMO: z.literal('1', { error: 'refused without G2_DEMO=1: this program takes no real payment' }),
  PORT: z.coerce.number({ error: 'PORT must be a number' }).int().min(0).max(65535).default(0),
  HOST: optional(z.string()),
  STRIPE_SECRET_KEY: z.string({ error: 'STRIPE_SECRET_KEY is missing' }),
  STRIPE_PUBLISHABLE_KEY: z.string({ error: 'STRIPE_PUBLISHABLE_KEY is missing' }),
  STRIPE_WEBHOOK_SECRET: z.string({ error: 'STRIPE_WEBHOOK_SECRET is missing' }).min(1),
  WEBHOOK_URL: optional(z.string()),
  DATA_FILE: optional(z.string()),
  PUBLIC_BASE: optional(z.string()),
});

/** Reads the options from the environment. @returns a one-line error message when it is invalid */
export function readConfig(env: Record<string, string | undefined>): SimulatorOptions | string {
  const parsed = environment.safeParse(env);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'wrong configuration';
  const { data } = parsed;
  const keys = { secretKey: data.STRIPE_SECRET_KEY, publishableKey: data.STRIPE_PUBLISHABLE_KEY };
  if (!areSimulatorKeys(keys))
    return 'refused: only sk_sim_… and pk_sim_… keys, never those of a Stripe account';
  return {
    ...keys,
    webhookSecret: data.STRIPE_WEBHOOK_SECRET,
    port: data.PORT,
    host: data.HOST,
    webhookUrl: data.WEBHOOK_URL,
    dataFile: data.DATA_FILE,
    publicBase: data.PUBLIC_BASE,
  };
}
