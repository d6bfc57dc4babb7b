import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EMBEDDED_VERDICT_ID, type EmbeddedVerdict } from '../../contract/embedded-verdict.ts';
import { CERTIFICATE_DOCUMENTS, ENGLISH_PAGES, languageOf } from '../../contract/pages.ts';
import { VERDICT_HTTP, type Verdict } from '../../contract/verification.ts';
import { badgeOf } from '../badge.ts';
import { lookUpVerdict } from '../lookup.ts';
import { type Documents, HTML, hasSession, NO_BUILD_PAGE } from '../plugins/documents.ts';
import { withVerification } from '../plugins/page-head.ts';
import { normalizedNumber } from '../plugins/page-redirects.ts';
import { createPageRenderer, type PageRenderer } from '../plugins/page-renderer.ts';
import type { Deps } from '../route.ts';
import { allowAnyOrigin } from './certificates.ts';

const PATH = '/verificar/:number';
/** The application's root element in a document. */
const ROOT = /<div id="root">[\s\S]*<\/div>(?=\s*<noscript>)/;
/** Cache time of badges, seconds. */
const BADGE_SECONDS = 300;

const METHOD = ['GET', 'HEAD'];
type Asked = FastifyRequest<{ Params: { number: string } }>;

/** A certificate's page, readable without scripts, and its badge. */
export function addVerification(app: FastifyInstance, deps: Deps, documents: Documents): void {
  const render = createPageRenderer(deps.config);
  const seenAt = (request: Asked) => see(deps, request);

  for (const url of [PATH, ENGLISH_PAGES[PATH]])
    app.route({
      method: METHOD,
      url,
      handler: async (request: Asked, reply) => {
        const seen = await seenAt(request);
        const html = await pageOf(seen, request, documents, render);
        withStatus(reply, seen.verdict).type(HTML).header('cache-control', 'no-store');
        return sendSmall(html, request, reply);
      },
    });

  app.route({
    method: METHOD,
    url: `${PATH}/selo.svg`,
    onRequest: allowAnyOrigin,
    handler: async (request: Asked, reply) => {
      const { number, verdict } = await seenAt(request);
      const keeps = verdict.kind !== 'away' && verdict.kind !== 'limited';
      return withStatus(reply, verdict)
        .header('cache-control', keeps ? `public, max-age=${BADGE_SECONDS}` : 'no-store')
        .type('image/svg+xml; charset=utf-8')
        .send(badgeOf(number, verdict));
    },
  });
}

/** Values of the Retry-After header, seconds. */
const RETRY_AFTER: Partial<Record<Verdict['kind'], number>> = { away: 5, limited: 60 };

function withStatus(reply: FastifyReply, { kind }: Verdict): FastifyReply {
  const retryAfter = RETRY_AFTER[kind];
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(VERDICT_HTTP[kind]);
}

async function see({ clients, addressLimits }: Deps, request: Asked): Promise<EmbeddedVerdict> {
  const number = normalizedNumber(request.params.number);
  try {
    await addressLimits.lookups(request);
  } catch (error) {
    if (error instanceof AppError) return { number, verdict: { kind: 'limited' } };
    throw error;
  }
  return { number, verdict: await lookUpVerdict(clients.certificates, number, request.log) };
}

async function pageOf(
  seen: EmbeddedVerdict,
  request: FastifyRequest,
  documents: Documents,
  render: PageRenderer,
): Promise<string> {
  const anonymous = !hasSession(request);
  const language = languageOf(request.url);
  if (!documents.isBuilt) return NO_BUILD_PAGE;
  const body = await rendered(seen, anonymous, request, render);
  const root = `<div id="root">${body}</div>\n    ${dataOf(seen)}`;
  const name = CERTIFICATE_DOCUMENTS[language];
  const template = documents.text(documents.has(name) ? name : 'index.html');
  return withVerification(template, seen, { anonymous, language }, documents.origin).replace(
    ROOT,
    () => root,
  );
}

/** HTML of the page; empty if rendering fails: the browser then renders it. */
async function rendered(
  seen: EmbeddedVerdict,
  anonymous: boolean,
  request: FastifyRequest,
  render: PageRenderer,
) {
  try {
    return (await render(request.url.split('?', 1)[0] ?? '', seen, anonymous)) ?? '';
  } catch (error) {
    request.log.error({ err: error }, 'a page was not rendered');
    return '';
  }
}

/** Escapes `<`, so that no text can end the script element. */
const dataOf = (seen: EmbeddedVerdict): string =>
  `<script type="application/json" id="${EMBEDDED_VERDICT_ID}">${JSON.stringify(seen).replaceAll('<', '\\u003c')}</script>`;

/** Compresses at a low level, because the page is compressed for every request. */
async function sendSmall(html: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding, cookie');
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
  if (encoding === null) return reply.send(html);
  const small =
    encoding === 'br'
      ? await promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await promisify(gzip)(html);
  return reply.header('content-encoding', encoding).send(small);
}
