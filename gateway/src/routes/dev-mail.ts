import type { DevMail } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import { iso } from '../present/common.ts';
import type { Deps } from '../route.ts';

const inHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Development mailbox, only with G2_DEMO=1. Programs get JSON, browsers HTML without scripts. */
export function addDevMail(app: FastifyInstance, { config, clients }: Deps): void {
  app.get('/dev/mail', async (request, reply) => {
    if (!config.G2_DEMO) throw new AppError('not-found');
    const { items } = await clients.identity.listDevMail({});
    const accept = request.headers.accept ?? '';
    if (accept.includes('text/html')) return reply.type('text/html; charset=utf-8').send(page(items));
    return { items: items.map((mail) => ({ ...mail, sentAt: iso(mail.sentAt) })), total: items.length };
  });
}

const page = (mails: DevMail[]): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Caixa de emails de desenvolvimento</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #bbb;border-radius:8px;padding:1rem;margin:1rem 0}h2{margin:0;font-size:1.1rem}
pre{white-space:pre-wrap;font:inherit;margin:.5rem 0 0}small{color:#555}</style></head>
<body><h1>Caixa de emails de desenvolvimento</h1>
<p>${mails.length === 0 ? 'Nenhum e-mail enviado ainda.' : `${mails.length} e-mail(s), como foram enviados.`}</p>
${mails.map(article).join('\n')}
</body></html>`;

const article = (mail: DevMail): string =>
  `<article><h2>${inHtml(mail.subject)}</h2><small>Para ${inHtml(mail.to)}, ${inHtml(iso(mail.sentAt))}</small>
<pre>${inHtml(mail.text)}</pre></article>`;
