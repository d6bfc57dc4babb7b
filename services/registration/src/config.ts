import { serviceVariables } from '@g2/kit/env';
import { hostPort, milliseconds } from '@g2/kit/setting-parsers';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  IDENTITY_GRPC: hostPort,
  CERTIFICATE_GRPC: hostPort,
  PAYMENT_GRPC: hostPort,
  STORAGE_GRPC: hostPort,
  /** Interval of the loop that expires upload tickets, ms. */
  TICKET_SWEEP_MS: milliseconds(60_000),
  /** Interval of the loop that warns of unpaid files and removes expired ones, ms. */
  UNPAID_SWEEP_MS: milliseconds(3_600_000),
  /** Interval of the loop that removes viewers (staff with the page open) that stopped reporting, ms. */
  VIEWER_SWEEP_MS: milliseconds(5_000),
  /** Interval of the loop that processes account changes, ms. Account events also trigger it. */
  ACCOUNT_SWEEP_MS: milliseconds(10_000),
});
export type Config = z.infer<typeof config>;
