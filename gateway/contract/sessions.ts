import { z } from 'zod';
import { openEnum, pageOf, parameters, queryFlag, timestamp } from './common.ts';

const DEVICE_KINDS = ['desktop', 'phone', 'tablet', 'unknown'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

const INVALID_SESSION = 'Sessão inválida';
/** Public id of a session; it does not authenticate. */
const sessionId = z.string({ error: INVALID_SESSION }).regex(/^[0-9a-f]{64}$/, INVALID_SESSION);

export const sessionParams = parameters({ id: sessionId });
export const endOthersQuery = parameters({ revokeApiTokens: queryFlag });

const session = z
  .object({
    id: sessionId,
    current: z.boolean(),
    /** Readable name, such as 'Chrome no Windows'. */
    device: z.string(),
    deviceKind: openEnum(DEVICE_KINDS),
    /** IP address of the sign-in; empty when unknown. */
    address: z.string(),
    createdAt: timestamp,
    /** Time of the last use. The stored time may be up to five minutes old. */
    lastUsedAt: timestamp,
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

export const sessionPage = pageOf(session).meta({ id: 'SessionPage' });
