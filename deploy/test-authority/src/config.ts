import { optional } from '@g2/kit/setting-parsers';
import { z } from 'zod';
import type { AuthorityOptions } from './server.ts';

const environment = z.object({
  G2_DEMO: z.literal('1', { error: 'refused without G2_DEMO=1: what this program signs proves nothing' }),
  FOLDER: z.string({ error: 'FOLDER is missing' }).min(1, 'FOLDER is missing'),
  PORT: z.coerce.number({ error: 'PORT must be a number' }).int().min(0).max(65535).default(0),
  HOST: optional(z.string()),
  BASE_URL: optional(z.string()),
  AUTHORITY_SEED: optional(z.string()),
  SIGNING_P12_PASSWORD: optional(z.string()),
});

/** Reads the options from the environment. @returns an error message when it is invalid */
export function readConfig(env: Record<string, string | undefined>): AuthorityOptions | string {
  const parsed = environment.safeParse(env);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'wrong configuration';
  const { data } = parsed;
  return {
    folder: data.FOLDER,
    port: data.PORT,
    seed: data.AUTHORITY_SEED,
    password: data.SIGNING_P12_PASSWORD,
    host: data.HOST,
    baseUrl: data.BASE_URL,
  };
}
