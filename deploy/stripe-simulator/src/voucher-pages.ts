import { crc32, deflateSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encode, renderSVG } from 'uqr';
import { intentFor, paramsOf, sendPage } from './control.ts';
import { decodeForm, requiredChoice } from './form.ts';
import type { PaymentIntentRecord } from './records.ts';
import type { Simulation } from './simulation.ts';
import { document, escapeHtml, notFoundPage, type Page } from './three-d-secure.ts';
import { endVoucher } from './vouchers.ts';

type IdRequest = FastifyRequest<{ Params: { id: string } }>;

/** Payer pages of a Pix or boleto: page with a pay button, QR code, PDF. */
export function addVoucherPages(app: FastifyInstance, sim: Simulation): void {
  const asked = (request: IdRequest) =>
    intentFor(sim, request.params.id, decodeForm(request.url.split('?')[1] ?? ''));
  for (const type of ['pix', 'boleto']) {
    app.get<{ Params: { id: string } }>(`/_sim/${type}/:id`, (request, reply) => {
      const intent = asked(request);
      return intent === null
        ? sendPage(reply.status(404), notFoundPage())
        : sendPage(reply, voucherPage(intent));
    });
    app.post<{ Params: { id: string } }>(`/_sim/${type}/:id`, (request, reply) =>
      answer(sim, request, reply),
    );
  }
  const picture = (kind: string, type: string, draw: (text: string) => string | Buffer) =>
    app.get<{ Params: { id: string } }>(`/_sim/${kind}`, (request, reply) => {
      const intent = asked(request);
      const text = intent === null ? null : codeOf(intent);
      if (text === null) return sendPage(reply.status(404), notFoundPage());
      return reply.type(type).header('cache-control', 'no-store').send(draw(text));
    });
  picture('pix/:id/svg', 'image/svg+xml', (text) => renderSVG(text));
  picture('pix/:id/png', 'image/png', qrPng);
  picture('boleto/:id/pdf', 'application/pdf', boletoPdf);
}

function answer(sim: Simulation, request: IdRequest, reply: FastifyReply): FastifyReply {
  const params = paramsOf(request);
  const known = intentFor(sim, request.params.id, params);
  if (known === null) return sendPage(reply.status(404), notFoundPage());
  const outcome = requiredChoice(params, 'outcome', ['pay', 'expire']);
  return sendPage(reply, voucherPage(sim.state.transaction(() => endVoucher(sim, known.id, outcome))));
}

/** The code that the payer can pay; null when the intent has no open voucher. */
function codeOf({ next_action: next }: PaymentIntentRecord): string | null {
  return next?.pix_display_qr_code?.data ?? next?.boleto_display_details?.number ?? null;
}

function voucherPage(intent: PaymentIntentRecord): Page {
  const code = codeOf(intent);
  const isPix = intent.next_action?.pix_display_qr_code !== undefined;
  if (code === null) {
    const title = intent.status === 'succeeded' ? 'Pagamento recebido' : 'Código vencido ou cancelado';
    return document(title, `<h1>${title}</h1><p>Você já pode fechar esta janela.</p>`, '');
  }
  const amount = (intent.amount / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
  const secret = escapeHtml(intent.client_secret ?? '');
  const name = isPix ? 'Pix' : 'Boleto';
  return document(
    `Pagar por ${name}`,
    `<span class="tag">Simulador de pagamento</span>
    <h1>Pagar por ${name}</h1>
    <p>Aqui fica o aplicativo do seu banco. Nada é cobrado de verdade.</p>
    ${isPix ? renderSVG(code) : ''}
    <p style="overflow-wrap: anywhere"><code>${escapeHtml(code)}</code></p>
    <dl><dt>Estabelecimento</dt><dd>G2 Software Registry</dd><dt>Valor</dt><dd>${escapeHtml(amount)}</dd></dl>
    <form method="post" action="/_sim/${isPix ? 'pix' : 'boleto'}/${escapeHtml(intent.id)}" class="actions">
      <input type="hidden" name="client_secret" value="${secret}">
      <button class="approve" type="submit" name="outcome" value="pay">Pagar agora</button>
      <button class="refuse" type="submit" name="outcome" value="expire">Deixar vencer</button>
    </form>`,
    '',
  );
}

const MODULE_PX = 6;

/** QR code as a PNG image, 8-bit greyscale. */
function qrPng(text: string): Buffer {
  const { data, size } = encode(text);
  const side = size * MODULE_PX;
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(side + 1, 255);
    row[0] = 0;
    for (let x = 0; x < side; x++) {
      if (data[Math.floor(y / MODULE_PX)]?.[Math.floor(x / MODULE_PX)]) row[x + 1] = 0;
    }
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Minimal one-page PDF. */
function boletoPdf(number: string): Buffer {
  const text = `BT /F1 14 Tf 50 780 Td (Boleto de teste - nao pague) Tj 0 -30 Td (${number}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${offset} 00000 n \n`).join('');
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
