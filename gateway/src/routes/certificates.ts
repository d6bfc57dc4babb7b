import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { certificateRoutes } from '../../contract/routes/certificates.ts';
import { sendAttachment } from '../disposition.ts';
import { findCertificate, orUnknownCertificate } from '../lookup.ts';
import { presentCertificate, presentEvidence, presentFileCertificate } from '../present/certificates.ts';
import { present } from '../present/common.ts';
import { type Deps, publicRoute, route } from '../route.ts';

/** Deadline, ms. The service may have to build the bundle first. */
const BUNDLE_DEADLINE_MS = 15_000;

export function addCertificates(app: FastifyInstance, deps: Deps): void {
  addProof(app, deps);
  addLookups(app, deps);
  addDecisions(app, deps);
}

function addDecisions(app: FastifyInstance, deps: Deps): void {
  const { certificates } = deps.clients;

  route(app, deps, certificateRoutes.listDoubtfulCertificates, async ({ call }) => {
    const { items } = await certificates.listDoubtful({}, call);
    return { items: items.map(present) };
  });

  route(app, deps, certificateRoutes.keepCertificate, async ({ params, body, call }) => {
    const pending = certificates.keepCertificate({ ...params, ...body }, call);
    return presentCertificate(await orUnknownCertificate(pending));
  });

  route(app, deps, certificateRoutes.revokeCertificate, async ({ params, body, call }) => {
    const pending = certificates.revokeCertificate({ ...params, ...body }, call);
    return presentCertificate(await orUnknownCertificate(pending));
  });
}

function addProof(app: FastifyInstance, deps: Deps): void {
  const { certificates } = deps.clients;

  route(app, deps, certificateRoutes.getEvidence, async ({ params, call }) =>
    presentEvidence(params.id, await certificates.getEvidence(params, call)),
  );

  route(app, deps, certificateRoutes.getProof, async ({ params, call, reply }) => {
    const bundle = await certificates.getProof(params, { ...call, deadlineMs: BUNDLE_DEADLINE_MS });
    const fileName = bundle.fileName || `prova_${params.id.slice(0, 8)}.zip`;
    return sendAttachment(
      reply,
      fileName,
      certificateRoutes.getProof.file.media,
      Buffer.from(bundle.content),
    );
  });

  route(app, deps, certificateRoutes.setPublicity, async ({ params, body, call }) =>
    certificates.setPublicity({ ...body, registrationId: params.id }, call),
  );
}

export async function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
}

function addLookups(app: FastifyInstance, deps: Deps): void {
  const { certificates } = deps.clients;
  const before = [allowAnyOrigin, deps.addressLimits.lookups];

  publicRoute(
    app,
    certificateRoutes.getPublicCertificate,
    async ({ params }) => presentCertificate(await findCertificate(certificates, params.number)),
    before,
  );

  publicRoute(
    app,
    certificateRoutes.findCertificatesByFile,
    async ({ params }) => {
      const { items } = await certificates.findByFile(params);
      return { items: items.map(presentFileCertificate) };
    },
    before,
  );
}
