import { MAX_LENGTH } from '@g2/terms/limits';
import { z } from 'zod';
import { body, count, id, pageOf, timestamp } from './common.ts';
import { requiredLine, requiredText } from './texts.ts';

const reason = z.object({ id, title: z.string(), text: z.string() }).meta({ id: 'Reason' });
export type Reason = z.infer<typeof reason>;
export const reasonPage = pageOf(reason).meta({ id: 'ReasonPage' });

/** Reason as admins see it. An archived one is not offered. `uses`: number of correction requests with it. */
export const adminReason = reason
  .extend({ archivedAt: timestamp.nullable(), uses: count })
  .meta({ id: 'KeptReason' });
export type KeptReason = z.infer<typeof adminReason>;
export const adminReasonPage = pageOf(adminReason).meta({ id: 'KeptReasonPage' });

const reasonFields = {
  title: requiredLine(MAX_LENGTH.readyReasonTitle, 'Título é obrigatório'),
  text: requiredText(MAX_LENGTH.readyReason, 'Texto é obrigatório'),
};

export const addReasonBody = body(reasonFields);
export type AddReasonBody = z.input<typeof addReasonBody>;

const POSITION_MESSAGE = 'Posição inválida';

/** An absent field stays unchanged. `place`: position among the offered reasons, from 1. */
export const changeReasonBody = body({
  ...reasonFields,
  place: z.int({ error: POSITION_MESSAGE }).min(1, POSITION_MESSAGE).max(1_000, POSITION_MESSAGE),
  archived: z.boolean('Informe true ou false'),
}).partial();
export type ChangeReasonBody = z.input<typeof changeReasonBody>;
