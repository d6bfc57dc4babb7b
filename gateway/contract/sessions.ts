import { z } from 'zod';
import { answerWord, pageOf, parameters, queryFlag, timestamp } from './common.ts';

const DEVICE_KINDS = ['desktop', 'phone', 'tablet', 'unknown'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

const INVALID_SESSION = 'Sessão inválida';
/** Names a session, as events do; it signs nobody in. */
const sessionId = z.string({ error: INVALID_SESSION }).regex(/^[0-9a-f]{64}$/, INVALID_SESSION);

export const sessionParams = parameters({ id: sessionId });
export const endOthersQuery = parameters({ revokeApiTokens: queryFlag });

const session = z
  .object({
    id: sessionId,
    /** The one that asks. */
    current: z.boolean(),
    /** As a person would name it: 'Chrome no Windows'. */
    device: z.string(),
    deviceKind: answerWord(DEVICE_KINDS),
    /** From where it was opened; empty where that is not known. */
    address: z.string(),
    createdAt: timestamp,
    /** At most five minutes behind. */
    lastUsedAt: timestamp,
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

export const sessionPage = pageOf(session).meta({ id: 'SessionPage' });
