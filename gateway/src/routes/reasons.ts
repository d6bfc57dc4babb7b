import type { Reason as ProtoReason } from '@g2/proto/registration';
import type { FastifyInstance } from 'fastify';
import type { KeptReason } from '../../contract/reasons.ts';
import { reasonRoutes } from '../../contract/routes/reasons.ts';
import { isoOrNull, pageOfWhole } from '../present/common.ts';
import { type Deps, route, type Wide } from '../route.ts';

const present = ({ archivedAt, ...reason }: ProtoReason): Wide<KeptReason> => ({
  ...reason,
  archivedAt: isoOrNull(archivedAt),
});

export function addReasons(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  route(app, deps, reasonRoutes.listReasons, async ({ query, call }) => {
    const { items } = await registrations.listReasons({ archived: false }, call);
    return pageOfWhole(
      query,
      items.map(({ id, title, text }) => ({ id, title, text })),
    );
  });

  route(app, deps, reasonRoutes.listKeptReasons, async ({ query, call }) => {
    const { items } = await registrations.listReasons({ archived: true }, call);
    return pageOfWhole(query, items.map(present));
  });

  route(app, deps, reasonRoutes.addReason, async ({ body, call }) =>
    present(await registrations.addReason(body, call)),
  );

  route(app, deps, reasonRoutes.changeReason, async ({ params, body, call }) =>
    present(await registrations.changeReason({ ...body, id: params.id }, call)),
  );

  route(app, deps, reasonRoutes.archiveReason, async ({ params, call }) => {
    await registrations.changeReason({ id: params.id, archived: true }, call);
    return undefined;
  });
}
