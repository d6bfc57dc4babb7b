import { optional, serviceVariables } from '@g2/kit/env';
import { z } from 'zod';
import { emailProblem, passwordProblem } from './domain/input.ts';

const count = (fallback: number) =>
  optional(z.coerce.number().int().min(1)).transform((value) => value ?? fallback);
const address = z.string().regex(/^[^\s/]+:\d+$/, 'must be host:port');

type Problem = [name: string, message: string];

/** What belongs together is given together; what only a demo may do is refused elsewhere. */
function problems(env: {
  G2_DEMO: boolean;
  SMTP_URL?: string | undefined;
  SEED_DEMO: boolean;
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  BOOTSTRAP_ADMIN_EMAIL?: string | undefined;
  BOOTSTRAP_ADMIN_PASSWORD?: string | undefined;
}): Problem[] {
  const found: Problem[] = [];
  if (!env.SMTP_URL && !env.G2_DEMO) found.push(['SMTP_URL', 'needed unless G2_DEMO=1']);
  if (env.SEED_DEMO && !env.G2_DEMO) found.push(['SEED_DEMO', 'allowed only with G2_DEMO=1']);
  const groups: (keyof typeof env)[][] = [
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
    ['BOOTSTRAP_ADMIN_EMAIL', 'BOOTSTRAP_ADMIN_PASSWORD'],
  ];
  for (const group of groups) {
    if (!group.some((name) => env[name])) continue;
    for (const name of group) if (!env[name]) found.push([name, 'missing beside its companions']);
  }
  if (env.BOOTSTRAP_ADMIN_EMAIL && emailProblem(env.BOOTSTRAP_ADMIN_EMAIL)) {
    found.push(['BOOTSTRAP_ADMIN_EMAIL', 'not an e-mail address']);
  }
  if (env.BOOTSTRAP_ADMIN_PASSWORD && passwordProblem(env.BOOTSTRAP_ADMIN_PASSWORD)) {
    found.push(['BOOTSTRAP_ADMIN_PASSWORD', 'needs at least 8 characters']);
  }
  return found;
}

export const config = z
  .object({
    ...serviceVariables,
    PAYMENT_GRPC: address,
    REGISTRATION_GRPC: address,
    /** smtp:// or smtps://, with user and password; without it (demo only) mails stay in the dev mailbox. */
    SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')),
    MAIL_FROM: optional(z.string().regex(/@/, 'must hold an e-mail address')),
    /** Wait before the second try of a mail, ms; doubles from try to try. */
    MAIL_RETRY_MS: count(30_000),
    /** Sign-ins tried per account and minute, right and wrong. */
    LOGIN_ATTEMPTS_PER_MINUTE: count(120),
    /** The same per address and minute. */
    LOGIN_ATTEMPTS_PER_ADDRESS: count(600),
    /** Wrong passwords per e-mail and address, in 15 minutes. */
    LOGIN_FAILURES: count(10),
    /** Wrong passwords per address, in 15 minutes. */
    LOGIN_FAILURES_PER_ADDRESS: count(300),
    /** Wrong passwords per e-mail from all addresses it never signed in from, in a day. */
    LOGIN_FAILURES_PER_ACCOUNT: count(100),
    /** Accounts made per address and hour. */
    SIGN_UP_PER_HOUR: count(300),
    OIDC_ISSUER: optional(z.url()),
    OIDC_CLIENT_ID: optional(z.string()),
    OIDC_CLIENT_SECRET: optional(z.string()),
    BOOTSTRAP_ADMIN_EMAIL: optional(z.string()),
    BOOTSTRAP_ADMIN_PASSWORD: optional(z.string()),
    SEED_DEMO: optional(z.enum(['0', '1'])).transform((value) => value === '1'),
  })
  .superRefine((env, ctx) => {
    for (const [name, message] of problems(env)) ctx.addIssue({ code: 'custom', path: [name], message });
  });
export type Config = z.infer<typeof config>;
