import { randomBytes } from 'node:crypto';
import type { PaymentIntentRecord } from './records.ts';

/** An HTML page. `nonce` allows its only script in the Content-Security-Policy. */
export interface Page {
  html: string;
  nonce: string;
}

const STYLE = `
  :root { color-scheme: light dark; --accent: #4f46e5; --danger: #b42318; }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; grid-template-columns: minmax(0, 1fr); place-items: center;
    padding: 16px;
    font: 16px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
  main { width: 100%; max-width: 400px; border: 1px solid #8884; border-radius: 12px; padding: 24px; }
  h1 { font-size: 1.2rem; margin: 0 0 4px; }
  p { margin: 0 0 16px; }
  .tag { display: inline-block; font-size: .75rem; border: 1px solid #8886; border-radius: 999px;
    padding: 0 10px; margin-bottom: 12px; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 20px; }
  dt { opacity: .75; } dd { margin: 0; text-align: right; font-weight: 600; }
  .actions { display: grid; gap: 8px; }
  button { font: inherit; font-weight: 600; padding: 10px; border-radius: 8px; cursor: pointer;
    border: 1px solid transparent; }
  button:focus-visible { outline: 3px solid #818cf8; outline-offset: 2px; }
  .approve { background: var(--accent); color: #fff; }
  .refuse { background: transparent; color: light-dark(#b42318, #fda29b); border-color: currentColor; }`;

/** The page on which the payer approves the payment (3-D Secure). `last4`: last four digits of the card. */
export function challengePage(intent: PaymentIntentRecord, last4: string, returnTo: string): Page {
  const amount = (intent.amount / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
  const action = `/_sim/3ds/${encodeURIComponent(intent.id)}`;
  return document(
    'Confirme sua compra',
    `<span class="tag">Simulador de pagamento</span>
    <h1>Confirme sua compra</h1>
    <p>O banco emissor do cartão pede a sua autorização (3-D Secure).</p>
    <dl>
      <dt>Estabelecimento</dt><dd>G2 Software Registry</dd>
      <dt>Valor</dt><dd>${escapeHtml(amount)}</dd>
      <dt>Cartão</dt><dd>final ${escapeHtml(last4)}</dd>
    </dl>
    <form method="post" action="${escapeHtml(action)}" class="actions">
      <input type="hidden" name="client_secret" value="${escapeHtml(intent.client_secret ?? '')}">
      <input type="hidden" name="return_to" value="${escapeHtml(returnTo)}">
      <button class="approve" type="submit" name="outcome" value="approve">Aprovar</button>
      <button class="refuse" type="submit" name="outcome" value="fail">Recusar</button>
    </form>`,
    '',
  );
}

/** The page after 3-D Secure. It sends the result to the page that opened it, as a frame or a popup. */
export function resultPage(intent: PaymentIntentRecord): Page {
  const message = { type: 'g2-3ds', paymentIntentId: intent.id, status: intent.status };
  const approved = intent.status === 'succeeded' || intent.status === 'processing';
  return document(
    approved ? 'Pagamento autorizado' : 'Pagamento não autorizado',
    `<span class="tag">Simulador de pagamento</span>
    <h1>${approved ? 'Pagamento autorizado' : 'Pagamento não autorizado'}</h1>
    <p>Você já pode fechar esta janela.</p>`,
    `const target = window.opener ?? (window.parent === window ? null : window.parent);
    target?.postMessage(${scriptJson(message)}, '*');`,
  );
}

export function notFoundPage(): Page {
  return document(
    'Pagamento não encontrado',
    '<h1>Pagamento não encontrado</h1><p>Volte à loja e tente novamente.</p>',
    '',
  );
}

/** Adds the parameters with which Stripe redirects to the return address. */
export function returnAddress(returnTo: string, intent: PaymentIntentRecord): string {
  const url = new URL(returnTo);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  url.searchParams.set(
    'redirect_status',
    intent.status === 'requires_payment_method' ? 'failed' : intent.status,
  );
  return url.href;
}

/** Builds an HTML page. Its script runs with the page's nonce. */
export function document(title: string, body: string, script: string): Page {
  const nonce = randomBytes(16).toString('base64');
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(title)}</title>
  <style>${STYLE}</style>
</head>
<body>
  <main>
    ${body}
  </main>
  ${script === '' ? '' : `<script nonce="${nonce}">${script}</script>`}
</body>
</html>
`;
  return { html, nonce };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function scriptJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
