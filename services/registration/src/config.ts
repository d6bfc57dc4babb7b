import { serviceVariables } from '@g2/kit/env';
import { hostPort, milliseconds } from '@g2/kit/setting-parsers';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  /** host:port of identity, which knows whether an operator is active. */
  IDENTITY_GRPC: hostPort,
  /** host:port of the services that publish consumed events. */
  CERTIFICATE_GRPC: hostPort,
  PAYMENT_GRPC: hostPort,
  STORAGE_GRPC: hostPort,
  /** Interval for expiring upload tickets, ms. */
  TICKET_SWEEP_MS: milliseconds(60_000),
  /** Interval for warning of and removing unpaid files, ms. */
  UNPAID_SWEEP_MS: milliseconds(3_600_000),
  /** Interval for removing viewers that no longer report, ms. */
  VIEWER_SWEEP_MS: milliseconds(5_000),
  /** Interval for work that account changes cause, ms; an account event also triggers it. */
  ACCOUNT_SWEEP_MS: milliseconds(10_000),
});
export type Config = z.infer<typeof config>;
