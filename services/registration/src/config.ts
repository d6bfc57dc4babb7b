import { serviceVariables } from '@g2/kit/env';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  /** host:port of identity, asked whether an operator is active. */
  IDENTITY_GRPC: z.string().min(1),
  /** Between two looks for upload tickets that can no longer be committed, ms. */
  TICKET_SWEEP_MS: z.coerce.number().int().min(10).default(60_000),
});
export type Config = z.infer<typeof config>;
