import { serviceVariables } from '@g2/kit/env';
import { hostPort, httpUrl, milliseconds, optional } from '@g2/kit/setting-parsers';
import { oneOfGuard, PROVIDER_METHODS } from '@g2/terms/payments';
import { z } from 'zod';

const variables = z.object({
  ...serviceVariables,
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_\w+$/, 'must be a secret key, sk_… or rk_…'),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_\w+$/, 'must be a publishable key, pk_…'),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  /** Base URL of Stripe's API for this service. Set only for the simulator. */
  STRIPE_API_BASE: optional(httpUrl),
  /** Base URL of Stripe's API for the browser. Set only for the simulator. */
  STRIPE_BROWSER_BASE: optional(httpUrl),
  /** Methods the Stripe account accepts: a comma-separated list of card, pix, boleto. */
  STRIPE_PAYMENT_METHODS: optional(z.string())
    .transform((list) => (list ?? 'card').split(',').map((one) => one.trim()))
    .refine((list) => list.every(oneOfGuard(PROVIDER_METHODS)), `must be of ${PROVIDER_METHODS.join(', ')}`)
    .transform((list) => PROVIDER_METHODS.filter((one) => list.includes(one))),
  REGISTRATION_GRPC: hostPort,
  /** host:port of identity, which publishes events that this service consumes. */
  IDENTITY_GRPC: hostPort,
  /** Issuer printed on each receipt, when set. */
  ISSUER_NAME: optional(z.string().max(200)),
  /** CNPJ. */
  ISSUER_TAX_ID: optional(z.string().max(18)),
  ISSUER_ADDRESS: optional(z.string().max(300)),
  RECONCILE_EVERY_MS: milliseconds(30_000),
  /** Age at which an open intent is checked with Stripe, ms. */
  STALE_AFTER_MS: milliseconds(60_000),
  /** Time in which the request that captured a payment may settle it before the settler loop does, ms. */
  REMIND_AFTER_MS: milliseconds(5_000),
});

/** Simulator keys require G2_DEMO=1 and STRIPE_API_BASE; real keys are refused if a STRIPE_*_BASE is set. */
export const config = variables.superRefine((values, ctx) => {
  const refuse = (name: keyof z.infer<typeof variables>, message: string) =>
    ctx.addIssue({ code: 'custom', path: [name], message });
  const simulated = values.STRIPE_SECRET_KEY.startsWith('sk_sim_');
  if (simulated !== values.STRIPE_PUBLISHABLE_KEY.startsWith('pk_sim_')) {
    refuse('STRIPE_PUBLISHABLE_KEY', 'must be of the same kind as STRIPE_SECRET_KEY');
  }
  if (simulated && !values.G2_DEMO)
    refuse('STRIPE_SECRET_KEY', 'simulator keys are refused without G2_DEMO=1');
  else if (simulated && !values.STRIPE_API_BASE) refuse('STRIPE_API_BASE', 'simulator keys need its address');
  if (!simulated && values.STRIPE_API_BASE) refuse('STRIPE_API_BASE', 'refused with real Stripe keys');
  if (!simulated && values.STRIPE_BROWSER_BASE)
    refuse('STRIPE_BROWSER_BASE', 'refused with real Stripe keys');
});

export type Config = z.infer<typeof config>;
