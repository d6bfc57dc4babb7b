import type { CallOptions } from '@g2/kit/grpc-client';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { staffRegistrationListQuery } from '../../contract/queue.ts';
import { toPageRequest } from '../present/common.ts';
import { staffPage } from '../present/views.ts';
import type { Deps } from '../route.ts';
import type { Session } from '../sessions.ts';
import { resolveSearch } from './search-by-number.ts';

type Asked = {
  query: z.output<typeof staffRegistrationListQuery>;
  session: Session;
  call: CallOptions;
  request: FastifyRequest;
};

export async function listForStaff(deps: Deps, { query, session, call, request }: Asked) {
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
  return staffPage(deps, found, session, query, request.log);
}
