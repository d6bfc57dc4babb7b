import { MAX_LENGTH } from '@g2/terms/limits';
import { z } from 'zod';
import { body, count, firstMessages, id, pageOf, timestamp } from './common.ts';
import { staffRegistrationListQuery } from './queue.ts';
import { requiredLine } from './texts.ts';

/** Filters and order that a saved view stores: the query of the staff's list without page and account. */
const viewQuery = staffRegistrationListQuery.omit({ page: true, limit: true, userId: true }).strict();

const QUERY_MESSAGE = 'Filtros inválidos';

const savedQuery = z
  .string({ error: QUERY_MESSAGE })
  .max(MAX_LENGTH.queueViewQuery, 'Filtros longos demais para salvar')
  .superRefine((value, ctx) => {
    const params = [...new URLSearchParams(value)];
    const request = Object.fromEntries(params);
    const read = viewQuery.safeParse(request);
    const hasDuplicates = params.length > Object.keys(request).length;
    if (read.success && !hasDuplicates) return;
    const said = read.error?.issues.filter((issue) => issue.code !== 'unrecognized_keys') ?? [];
    ctx.addIssue(Object.values(firstMessages(said))[0] ?? QUERY_MESSAGE);
  })
  .describe('Os filtros, a busca e a ordem da fila, como na query string da lista, sem a página');

export const savedView = z
  .object({ id, name: z.string(), query: z.string(), createdAt: timestamp })
  .meta({ id: 'SavedQueueView' });

/** `count` is capped at 1,000, and null when counting timed out. */
const countedView = savedView
  .extend({ count: count.nullable(), countCapped: z.literal(true).optional() })
  .meta({ id: 'CountedQueueView' });
export type CountedQueueView = z.infer<typeof countedView>;

export const queueViewPage = pageOf(countedView).meta({ id: 'CountedQueueViewPage' });

const viewFields = { name: requiredLine(MAX_LENGTH.queueViewName, 'Nome é obrigatório'), query: savedQuery };
export const saveQueueViewBody = body(viewFields);
/** An absent field stays unchanged. */
export const changeQueueViewBody = body(viewFields).partial();
