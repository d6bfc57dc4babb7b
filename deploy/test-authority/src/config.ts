import { z } from 'zod';

// Empty counts as absent: compose and charts pass empty variables for unset ones.
const optional = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional());

const environment = z.object({
  G2_DEMO: z.literal('1', { error: 'refused without G2_DEMO=1: what this program signs proves nothing' }),
  FOLDER: z.string({ error: 'FOLDER is missing' }).min(1, 'FOLDER is missing'),
  PORT: z.coerce.number({ error: 'PORT must be a number' }).int().min(0).max(65535).default(0),
  HOST: optional,
  BASE_URL: optional,
  AUTHORITY_SEED: optional,
  SIGNING_P12_PASSWORD: optional,
});

type Config = {
  folder: string;
  port: number;
  seed: string | undefined;
  password: string | undefined;
  host?: string;
  baseUrl?: string;
};

/** @returns the error message when the environment is invalid */
export function readConfig(env: Record<string, string | undefined>): Config | string {
  const parsed = environment.safeParse(env);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'wrong configuration';
  const { data } = parsed;
  return {
    folder: data.FOLDER,
    port: data.PORT,
    seed: data.AUTHORITY_SEED,
    password: data.SIGNING_P12_PASSWORD,
    ...(data.HOST === undefined ? {} : { host: data.HOST }),
    ...(data.BASE_URL === undefined ? {} : { baseUrl: data.BASE_URL }),
  };
}
