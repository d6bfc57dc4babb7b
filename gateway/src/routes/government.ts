import type { CallOptions } from '@g2/kit/grpc-client';
import { withoutNulls } from '@g2/kit/nulls';
import type { Government as ProtoGovernment } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GOVERNMENT_LIMITS } from '../../contract/government.ts';
import { DOCUMENT_BODY, governmentRoutes } from '../../contract/routes/government.ts';
import { sendAttachment } from '../disposition.ts';
import { presentDossier, presentFile, presentGovernment, writersOf } from '../present/government.ts';
import { namesOf } from '../present/people.ts';
import { peopleIn, presentForStaff } from '../present/registrations.ts';
import { type Deps, route } from '../route.ts';

export async function addGovernment(app: FastifyInstance, deps: Deps): Promise<void> {
  const { identity, registrations } = deps.clients;
  const shown = async (it: ProtoGovernment, call: CallOptions, request: FastifyRequest) =>
    presentGovernment(it, await namesOf(identity, writersOf(it), call, request.log));

  route(app, deps, governmentRoutes.getGovernment, async ({ params, call, request }) =>
    shown(await registrations.getGovernment(params, call), call, request),
  );

  route(app, deps, governmentRoutes.setGovernment, async ({ params, body, call, request }) => {
    const data = withoutNulls(body.data);
    const written = await registrations.setGovernment({ id: params.id, version: body.version, data }, call);
    return shown(written, call, request);
  });

  route(app, deps, governmentRoutes.getDossier, async ({ params, call }) =>
    presentDossier(await registrations.getDossier(params, call)),
  );

  route(app, deps, governmentRoutes.findProtocols, async ({ body, call, request }) => {
    const { items } = await registrations.findProtocols({ text: body.text }, call);
    const people = items.flatMap(({ registration }) => (registration ? peopleIn(registration) : []));
    const names = await namesOf(identity, people, call, request.log);
    return {
      items: items.map(({ registration, day, ...line }) => ({
        ...line,
        day: day ?? null,
        registration: registration ? presentForStaff(registration, names) : null,
      })),
    };
  });

  await addDocuments(app, deps);
}

/** Documents are small enough to be buffered. */
async function addDocuments(app: FastifyInstance, deps: Deps): Promise<void> {
  const { identity, registrations } = deps.clients;

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      DOCUMENT_BODY,
      { parseAs: 'buffer', bodyLimit: GOVERNMENT_LIMITS.fileBytes },
      (_request, bytes, done) => done(null, bytes),
    );
    route(scope, deps, governmentRoutes.addGovernmentFile, async ({ params, query, call, request }) => {
      // The body is a buffer, or absent: other media types were refused before.
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const document = { ...params, kind: query.kind, fileName: query.name, content };
      const file = await registrations.addGovernmentFile(document, call);
      return presentFile(file, await namesOf(identity, [file.addedBy], call, request.log));
    });
  });

  route(app, deps, governmentRoutes.getGovernmentFile, async ({ params, call, reply }) => {
    const { file, content } = await registrations.getGovernmentFile(params, call);
    if (!file) throw new AppError('internal');
    // Keeps a browser from displaying the document under this origin.
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    return sendAttachment(reply, file.fileName, DOCUMENT_BODY, Buffer.from(content));
  });

  route(app, deps, governmentRoutes.removeGovernmentFile, async ({ params, call }) => {
    await registrations.removeGovernmentFile(params, call);
  });
}
