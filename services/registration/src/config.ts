import { serviceVariables } from '@g2/kit/env';
import { hostPort, milliseconds } from '@g2/kit/setting-parsers';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  /** host:port of identity, asked whether an operator is active. */
  IDENTITY_GRPC: hostPort,
  /** host:port of those whose events it consumes. */
  CERTIFICATE_GRPC: hostPort,
  PAYMENT_GRPC: hostPort,
  STORAGE_GRPC: hostPort,
  /** Between two looks for upload tickets that can no longer be committed, ms. */
  TICKET_SWEEP_MS: milliseconds(60_000),
  /** Between two looks for unpaid files to tell of or to let go, ms. */
  UNPAID_SWEEP_MS: milliseconds(3_600_000),
  /** Between two looks for who has a registration open no longer without having said so, ms. */
  VIEWER_SWEEP_MS: milliseconds(5_000),
  /** Between two looks for what accounts that changed leave to be done, ms; an event of one wakes it. */
  ACCOUNT_SWEEP_MS: milliseconds(10_000),
});
export type Config = z.infer<typeof config>;
