import { serviceVariables } from '@g2/kit/env';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  /** host:port of registration, who knows the facts and who may see them. */
  REGISTRATION_GRPC: z.string().regex(/^[^\s/]+:\d{1,5}$/, 'must be host:port'),
});
export type Config = z.infer<typeof config>;
