import { serviceVariables } from '@g2/kit/env';
import { hostPort, httpUrl, milliseconds, optional } from '@g2/kit/setting-parsers';
import { isOneOf, PROVIDER_METHODS } from '@g2/terms/payments';
import { z } from 'zod';

const variables = z.object({
  ...serviceVariables,
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_\w+$/, 'must be a secret key, sk_… or rk_…'),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_\w+$/, 'must be a publishable key, pk_…'),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  /** Where this service finds Stripe's API; only for the simulator. */
  STRIPE_API_BASE: optional(httpUrl),
  /** Where the browser finds it. */
  STRIPE_BROWSER_BASE: optional(httpUrl),
  /** What the account takes, as its dashboard says: a comma list of card, pix, boleto. */
  STRIPE_PAYMENT_METHODS: optional(z.string())
    .transform((list) => (list ?? 'card').split(',').map((one) => one.trim()))
    .refine((list) => list.every(isOneOf(PROVIDER_METHODS)), `must be of ${PROVIDER_METHODS.join(', ')}`)
    .transform((list) => PROVIDER_METHODS.filter((one) => list.includes(one))),
  REGISTRATION_GRPC: hostPort,
  /** host:port of identity, whose events it consumes. */
  IDENTITY_GRPC: hostPort,
  /** Whose receipts these are: on each of them, when set. */
  ISSUER_NAME: optional(z.string().max(200)),
  /** CNPJ. */
  ISSUER_TAX_ID: optional(z.string().max(18)),
  ISSUER_ADDRESS: optional(z.string().max(300)),
  RECONCILE_EVERY_MS: milliseconds(30_000),
  /** How long an open intent is left alone before Stripe is asked about it. */
  STALE_AFTER_MS: milliseconds(60_000),
  /** How long a captured payment is left to whoever captured it before the registration is asked again. */
  REMIND_AFTER_MS: milliseconds(5_000),
});

/** Simulator keys only with G2_DEMO=1 and the simulator's address; real keys only at Stripe itself. */
export const config = variables.superRefine((it, ctx) => {
  const refuse = (name: keyof z.infer<typeof variables>, message: string) =>
    ctx.addIssue({ code: 'custom', path: [name], message });
  const simulated = it.STRIPE_SECRET_KEY.startsWith('sk_sim_');
  if (simulated !== it.STRIPE_PUBLISHABLE_KEY.startsWith('pk_sim_')) {
    refuse('STRIPE_PUBLISHABLE_KEY', 'must be of the same kind as STRIPE_SECRET_KEY');
  }
  if (simulated && !it.G2_DEMO) refuse('STRIPE_SECRET_KEY', 'simulator keys are refused without G2_DEMO=1');
  else if (simulated && !it.STRIPE_API_BASE) refuse('STRIPE_API_BASE', 'simulator keys need its address');
  if (!simulated && it.STRIPE_API_BASE) refuse('STRIPE_API_BASE', 'refused with real Stripe keys');
  if (!simulated && it.STRIPE_BROWSER_BASE) refuse('STRIPE_BROWSER_BASE', 'refused with real Stripe keys');
});

export type Config = z.infer<typeof config>;
