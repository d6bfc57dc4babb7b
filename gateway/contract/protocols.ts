import { z } from 'zod';
import { body, count, openEnum } from './common.ts';
import { staffRegistration } from './registrations.ts';
import { requiredText } from './texts.ts';

/** `text` has one line "protocol;day" per protocol, such as "BR 51 2026 000123-4;24/11/2026". */
export const findProtocolsBody = body({
  text: requiredText(20_000, 'Cole ao menos uma linha: protocolo;data'),
});

const PROTOCOL_OUTCOMES = [
  'found',
  'unknown',
  'already',
  'elsewhere',
  'ambiguous',
  'repeated',
  'bad-date',
  'own',
] as const;

/** Result for one line. `registration`: the registration found; `titles`: if several match, only their titles. */
const protocolMatch = z.object({
  number: count,
  protocol: z.string(),
  writtenDay: z.string(),
  day: z.iso.date().nullable(),
  outcome: openEnum(PROTOCOL_OUTCOMES),
  registration: staffRegistration.nullable(),
  titles: z.array(z.string()),
});
export type ProtocolLine = z.infer<typeof protocolMatch>;

export const protocolLines = z.object({ items: z.array(protocolMatch) }).meta({ id: 'ProtocolLines' });
