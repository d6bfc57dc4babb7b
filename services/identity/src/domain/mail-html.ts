/** A mail's text, block by block: what the HTML beside it is made of. */
type Block =
  | { kind: 'greeting' | 'text' | 'signature'; text: string }
  | { kind: 'facts'; facts: { name: string; value: string }[] }
  | { kind: 'links'; links: Link[] }
  | ({ kind: 'action' } & Link);
type Link = { label: string; url: string };

const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BRAND = 'G2 Software Registry';
/** Beside the inline colours: where a mail program is dark and heeds it; the others keep or turn round the light ones. */
const DARK = `@media (prefers-color-scheme:dark){.page{background:#0d1311!important}.card{background:#131b18!important;border-color:#26312c!important}.ink{color:#e8eeea!important}.soft{color:#a5b3ab!important}.line{border-color:#26312c!important}}`;

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>');

/**
 * The HTML part of a mail, from its text: the two cannot say different things. A block of lines `nome: valor` becomes a
 * table, one line `ação: endereço` a button, lines `– texto: endereço` a list; only addresses of `publicUrl` become links. Styles are inline, nothing is
 * fetched, everything is escaped.
 */
export function htmlOf({ subject, body }: { subject: string; body: string }, publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  const blocks = body.split('\n\n').map((text, index, all) => blockOf(text, index, all.length, origin));
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#f6f7f4">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f4"><tr>
<td align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dce1da;border-radius:12px">
<tr><td style="padding:22px 28px 0;${FONT}">${brand()}</td></tr>
<tr><td style="padding:8px 28px 28px;${FONT}">
${blocks.map(blockHtml).join('\n')}
</td></tr></table></td></tr></table></body></html>
`;
}

function blockOf(text: string, index: number, count: number, origin: string): Block {
  if (index === 0) return { kind: 'greeting', text };
  if (index === count - 1) return { kind: 'signature', text };
  const [, label, url] = /^([^\n:]{1,60}): (https?:\/\/\S+)$/.exec(text) ?? [];
  if (label && url && isOurs(url, origin)) return { kind: 'action', label, url };
  const links = text.split('\n').flatMap((line): Link[] => {
    const [, label, url] = /^– (.+): (https?:\/\/\S+)$/.exec(line) ?? [];
    return label && url && isOurs(url, origin) ? [{ label, url }] : [];
  });
  if (links.length === text.split('\n').length) return { kind: 'links', links };
  const facts = text.split('\n').map((line) => /^([^:]{1,40}): (.+)$/.exec(line));
  if (facts.length > 1 && facts.every((fact) => fact !== null)) {
    return { kind: 'facts', facts: facts.map(([, name = '', value = '']) => ({ name, value })) };
  }
  return { kind: 'text', text };
}

const isOurs = (url: string, origin: string): boolean => URL.canParse(url) && new URL(url).origin === origin;

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'greeting':
      return `<p class="ink" style="margin:14px 0 12px;font-size:20px;line-height:1.3;font-weight:600;color:#13201a">${lines(block.text)}</p>`;
    case 'text':
      return `<p class="ink" style="margin:0 0 14px;font-size:16px;line-height:1.55;color:#13201a;overflow-wrap:anywhere">${lines(block.text)}</p>`;
    case 'facts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 18px">${block.facts.map(factHtml).join('')}</table>`;
    case 'action':
      return `<p style="margin:6px 0 20px"><a href="${escaped(block.url)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#0b6b4f;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escaped(block.label)}</a></p>`;
    case 'links':
      return `<ul style="margin:0 0 14px;padding-left:20px">${block.links.map(linkHtml).join('')}</ul>`;
    case 'signature':
      return `<p class="soft line" style="margin:22px 0 0;padding-top:14px;border-top:1px solid #dce1da;font-size:13px;line-height:1.5;color:#4b5851">${lines(block.text)}</p>`;
  }
}

const factHtml = ({ name, value }: { name: string; value: string }): string =>
  `<tr><td class="soft line" valign="top" style="padding:7px 14px 7px 0;border-top:1px solid #dce1da;font-size:14px;line-height:1.45;color:#4b5851">${escaped(name)}</td><td class="ink line" valign="top" style="padding:7px 0;border-top:1px solid #dce1da;font-size:14px;line-height:1.45;color:#13201a;overflow-wrap:anywhere">${escaped(value)}</td></tr>`;

const linkHtml = ({ label, url }: Link): string =>
  `<li class="soft" style="margin:0 0 6px;font-size:16px;line-height:1.45;color:#4b5851;overflow-wrap:anywhere"><a class="ink" href="${escaped(url)}" style="color:#0b6b4f">${escaped(label)}</a></li>`;

const brand = (): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="width:34px;height:34px;border-radius:8px;background:#0b6b4f;color:#ffffff;font-size:15px;font-weight:700;text-align:center">G2</td><td class="ink" style="padding-left:10px;font-size:16px;font-weight:650;color:#13201a">${BRAND}</td></tr></table>`;
