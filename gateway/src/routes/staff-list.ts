import type { CallOptions } from '@g2/kit/grpc-client';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { staffRegistrationListQuery } from '../../contract/queue.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { namesOf } from '../present/people.ts';
import { peopleIn, presentForStaff } from '../present/registrations.ts';
import type { Deps } from '../route.ts';
import { resolveSearch } from './search-by-number.ts';

type Asked = {
  query: z.output<typeof staffRegistrationListQuery>;
  call: CallOptions;
  request: FastifyRequest;
};

export async function listForStaff(deps: Deps, { query, call, request }: Asked) {
  const found = await deps.clients.registrations.listForStaff(
    {
      page: toPageRequest(query),
      statuses: query.status ?? [],
      search: await resolveSearch(deps.clients, query.search ?? '', call),
      assignedToMe: query.assigned ?? false,
      sort: query.sort ?? '',
      userId: query.userId,
      view: query.view,
      operatorId: query.operator,
      jurisdiction: query.jurisdiction,
      period: query.period,
      warning: query.warning,
    },
    call,
  );
  const names = await namesOf(deps.clients.identity, found.items.flatMap(peopleIn), call, request.log);
  const items = found.items.map((one) => presentForStaff(one, names));
  return pageOfItems(query, items, found);
}
