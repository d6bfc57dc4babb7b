import { MAX_LENGTH } from '@g2/terms/limits';
import { z } from 'zod';
import { body, count, id, pageOf, timestamp } from './common.ts';
import { line, text } from './texts.ts';

const reason = z.object({ id, title: z.string(), text: z.string() }).meta({ id: 'Reason' });
export type Reason = z.infer<typeof reason>;
export const reasonPage = pageOf(reason).meta({ id: 'ReasonPage' });

/** For admins: an archived reason is not offered to staff; `uses` counts the requests that included it. */
export const keptReason = reason
  .extend({ archivedAt: timestamp.nullable(), uses: count })
  .meta({ id: 'KeptReason' });
export type KeptReason = z.infer<typeof keptReason>;
export const keptReasonPage = pageOf(keptReason).meta({ id: 'KeptReasonPage' });

const words = {
  title: line(MAX_LENGTH.readyReasonTitle, 'Título é obrigatório'),
  text: text(MAX_LENGTH.readyReason, 'Texto é obrigatório'),
};

export const addReasonBody = body(words);
export type AddReasonBody = z.input<typeof addReasonBody>;

const PLACE_MESSAGE = 'Posição inválida';

/** Absent means unchanged; `place` counts from 1, among offered reasons. */
export const changeReasonBody = body({
  ...words,
  place: z.int({ error: PLACE_MESSAGE }).min(1, PLACE_MESSAGE).max(1_000, PLACE_MESSAGE),
  archived: z.boolean('Informe true ou false'),
}).partial();
export type ChangeReasonBody = z.input<typeof changeReasonBody>;
