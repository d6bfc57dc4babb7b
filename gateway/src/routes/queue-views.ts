import type { CallOptions } from '@g2/kit/grpc-client';
import type { FastifyInstance } from 'fastify';
import { queueViewRoutes } from '../../contract/routes/queue-views.ts';
import { pageOfWhole, present } from '../present/common.ts';
import { type Deps, route } from '../route.ts';
import { resolveSearch } from './search-by-number.ts';

export function addQueueViews(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  route(app, deps, queueViewRoutes.listQueueViews, async ({ query, call }) => {
    const { items } = await registrations.listQueueViews({}, call);
    const queries = await Promise.all(items.map((one) => resolveQuery(deps, one.query, call)));
    const counts = await registrations.countQueues({ queries }, call);
    const counted = items.map((view, at) => {
      const { count, capped } = counts.items[at] ?? { count: undefined, capped: false };
      return { ...present(view), count: count ?? null, countCapped: capped || undefined };
    });
    return pageOfWhole(query, counted);
  });

  route(app, deps, queueViewRoutes.saveQueueView, async ({ body, call }) =>
    present(await registrations.addQueueView(body, call)),
  );

  route(app, deps, queueViewRoutes.changeQueueView, async ({ params, body, call }) =>
    present(await registrations.changeQueueView({ ...body, id: params.id }, call)),
  );

  route(app, deps, queueViewRoutes.removeQueueView, async ({ params, call }) => {
    await registrations.removeQueueView(params, call);
  });
}

/** Replaces a certificate number or payment intent by a registration id. If that fails, the text stays unchanged. */
async function resolveQuery({ clients }: Deps, query: string, call: CallOptions): Promise<string> {
  const params = new URLSearchParams(query);
  const search = params.get('search');
  if (search === null) return query;
  const found = await resolveSearch(clients, search, call).catch(() => search);
  if (found === search) return query;
  params.set('search', found);
  return params.toString();
}
