import type { CallOptions } from '@g2/kit/grpc-client';
import type { Viewer as ProtoViewer } from '@g2/proto/registration';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { viewingRoutes } from '../../contract/routes/viewing.ts';
import type { ViewerElsewhere } from '../../contract/viewing.ts';
import { iso, pageOfWhole } from '../present/common.ts';
import { namesOf, presentPerson } from '../present/people.ts';
import { type Deps, route } from '../route.ts';

/** The session check is `look`, because the periodic calls of an idle page must not prolong the session. */
export function addViewing(app: FastifyInstance, deps: Deps): void {
  const { identity, registrations } = deps.clients;

  /** Adds names, and omits people without a readable name. */
  const named = async (
    items: ProtoViewer[],
    call: CallOptions,
    log: FastifyBaseLogger,
  ): Promise<ViewerElsewhere[]> => {
    const ids = items.map(({ userId }) => userId);
    const names = await namesOf(identity, ids, call, log);
    return items.flatMap(({ registrationId, userId, since }) => {
      const person = presentPerson(userId, names);
      return person === null ? [] : [{ ...person, since: iso(since), registrationId }];
    });
  };

  route(
    app,
    deps,
    viewingRoutes.markViewing,
    async ({ params, body, call, request }) => {
      const { items } = await registrations.markViewing({ id: params.id, left: body.left ?? false }, call);
      const viewers = await named(items, call, request.log);
      return { viewers: viewers.map(({ registrationId: _here, ...viewer }) => viewer) };
    },
    'look',
  );

  route(
    app,
    deps,
    viewingRoutes.listViewers,
    async ({ query, call, request }) => {
      const { items } = await registrations.listViewers({}, call);
      return pageOfWhole(query, await named(items, call, request.log));
    },
    'look',
  );
}
