import { serviceVariables } from '@g2/kit/env';
import { count, hostPort, httpAddress, jsonProblem, milliseconds, optional } from '@g2/kit/setting-parsers';
import { EMAIL } from '@g2/terms/email';
import { z } from 'zod';
import { emailProblem, passwordProblem } from './domain/input.ts';
import { isEasyPassword } from './domain/new-password.ts';
import {
  DEFAULT_PROVIDER_ID,
  DEFAULT_PROVIDER_NAME,
  duplicateProblem,
  type Provider,
  readProviders,
} from './domain/providers.ts';

/** Accepts `ana@example.com` and `Ana <ana@example.com>`. */
function isMailSender(text: string): boolean {
  const [, address = text] = /^[^<>\r\n]*<([^<>]*)>$/.exec(text) ?? [];
  return EMAIL.test(address.trim());
}

type Problem = [name: string, message: string];

type ParsedProviders = ReturnType<typeof readProviders>;
const NO_PROVIDERS: ParsedProviders = { providers: [], problems: [] };

/** Parses OIDC_PROVIDERS before the schema drops unknown variables: `secretVariable` may name one of them. */
function withProviders(env: unknown): unknown {
  if (typeof env !== 'object' || env === null) return env;
  const all: Readonly<Record<string, unknown>> = { ...env };
  const textOf = (name: string) => (typeof all[name] === 'string' ? all[name] : undefined);
  const json = textOf('OIDC_PROVIDERS');
  if (!json) return env;
  const problem = jsonProblem(json);
  const read = problem ? { ...NO_PROVIDERS, problems: [problem] } : readProviders(json, textOf);
  return { ...env, OIDC_PROVIDERS: read };
}

type ProviderSettings = Pick<Variables, Extract<keyof Variables, `OIDC_${string}`>>;

/** All configured providers in display order: the one of OIDC_ISSUER first. */
export function configuredProviders(config: ProviderSettings): Provider[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  const { providers } = config.OIDC_PROVIDERS;
  if (!issuer || !clientId || !clientSecret) return providers;
  const name = config.OIDC_NAME ?? DEFAULT_PROVIDER_NAME;
  return [
    { id: DEFAULT_PROVIDER_ID, name, kind: 'oidc', issuer, apiBase: '', clientId, clientSecret },
    ...providers,
  ];
}

function problems(env: Variables): Problem[] {
  const found: Problem[] = [];
  if (!env.SMTP_URL && !env.G2_DEMO) found.push(['SMTP_URL', 'needed unless G2_DEMO=1']);
  if (env.SEED_DEMO && !env.G2_DEMO) found.push(['SEED_DEMO', 'allowed only with G2_DEMO=1']);
  const groups: (keyof Variables)[][] = [
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
    ['BOOTSTRAP_ADMIN_EMAIL', 'BOOTSTRAP_ADMIN_PASSWORD'],
  ];
  for (const group of groups) {
    if (!group.some((name) => env[name])) continue;
    for (const name of group) if (!env[name]) found.push([name, 'missing beside its companions']);
  }
  for (const problem of env.OIDC_PROVIDERS.problems) found.push(['OIDC_PROVIDERS', problem]);
  const shared = duplicateProblem(configuredProviders(env));
  if (shared) found.push(['OIDC_PROVIDERS', shared]);
  if (env.BOOTSTRAP_ADMIN_EMAIL && emailProblem(env.BOOTSTRAP_ADMIN_EMAIL)) {
    found.push(['BOOTSTRAP_ADMIN_EMAIL', 'not an e-mail address']);
  }
  const { BOOTSTRAP_ADMIN_PASSWORD: password, BOOTSTRAP_ADMIN_EMAIL: email = '' } = env;
  if (password && passwordProblem(password)) {
    found.push(['BOOTSTRAP_ADMIN_PASSWORD', 'needs at least 8 characters']);
  } else if (password && isEasyPassword(password, { email, firstName: '', lastName: '' })) {
    found.push(['BOOTSTRAP_ADMIN_PASSWORD', 'easy to guess']);
  }
  return found;
}

const variables = z.object({
  ...serviceVariables,
  CERTIFICATE_GRPC: hostPort,
  PAYMENT_GRPC: hostPort,
  REGISTRATION_GRPC: hostPort,
  STORAGE_GRPC: hostPort,
  /**
   * smtp:// or smtps:// URL. If absent (demo only), mails go to the development mailbox. With a password in
   * the URL, STARTTLS is required outside a demo, unless the URL has `?requireTLS=false`.
   */
  SMTP_URL: optional(
    z
      .string()
      .refine(
        (text) => /^smtps?:\/\//.test(text) && URL.canParse(text),
        'must be an smtp:// or smtps:// address, special characters of user and password as %XX',
      ),
  ),
  MAIL_FROM: optional(
    z.string().refine(isMailSender, "must be an address, or a name and an address in '<>'"),
  ),
  /** Wait before the second attempt to send a mail, ms; doubles with each attempt. */
  MAIL_RETRY_MS: milliseconds(30_000, 1),
  /** How long changes of assigned registrations are collected before one mail reports them, ms. */
  ASSIGNMENT_DIGEST_MS: milliseconds(120_000, 1),
  /** Sign-in attempts per minute, successful ones included. First limit: per account; second: per client network. */
  LOGIN_ATTEMPTS_PER_MINUTE: count(120),
  LOGIN_ATTEMPTS_PER_ADDRESS: count(600),
  /** Wrong passwords in 15 minutes. First limit: per e-mail address and client network; second: per client network. */
  LOGIN_FAILURES: count(10),
  LOGIN_FAILURES_PER_ADDRESS: count(300),
  /** Wrong passwords per e-mail address and day from which sign-ins from networks unknown to the account must wait. */
  LOGIN_FAILURES_PER_ACCOUNT: count(100),
  /** Sign-ups per client network and hour. */
  SIGN_UP_PER_HOUR: count(300),
  /** Password reset requests per client network and minute, for all e-mail addresses together. */
  RESETS_PER_MINUTE: count(600),
  /** Requested mails of one kind (password reset, address confirmation) per hour, for one e-mail address or account. */
  ASKED_MAILS_PER_HOUR: count(5),
  /** Uses of invalid mail links per client network in 15 minutes. */
  LINK_FAILURES_PER_ADDRESS: count(100),
  /** Messages to the staff per hour. First limit: per account; second: per client network without session. */
  CONTACTS_PER_ACCOUNT: count(10),
  CONTACTS_PER_ADDRESS: count(20),
  /** Mailbox that is notified of messages to the staff; absent: no mail. */
  SUPPORT_EMAIL: optional(z.string().regex(EMAIL, 'not an e-mail address')),
  /** Staff must set up a second factor before anything else. Default: true outside a demo. */
  REQUIRE_STAFF_MFA: optional(z.enum(['true', 'false'])),
  OIDC_ISSUER: optional(httpAddress),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_NAME: optional(z.string().trim().max(60)),
  /** Further identity providers as a JSON list; its format is in `domain/providers.ts`. */
  OIDC_PROVIDERS: optional(z.custom<ParsedProviders>()).transform((read) => read ?? NO_PROVIDERS),
  BOOTSTRAP_ADMIN_EMAIL: optional(z.string()),
  BOOTSTRAP_ADMIN_PASSWORD: optional(z.string()),
  SEED_DEMO: optional(z.enum(['0', '1'])).transform((value) => value === '1'),
});
type Variables = z.infer<typeof variables>;

const checked = variables
  .superRefine((env, ctx) => {
    for (const [name, message] of problems(env)) ctx.addIssue({ code: 'custom', path: [name], message });
  })
  .transform(({ REQUIRE_STAFF_MFA: required, ...env }) => ({
    ...env,
    REQUIRE_STAFF_MFA: required === undefined ? !env.G2_DEMO : required === 'true',
  }));

export const config = z.preprocess(withProviders, checked);
export type Config = z.infer<typeof config>;
