import { BRAND, BRAND_NAME, BRAND_DARK as DARK } from '@g2/terms/brand';

type Block =
  | { kind: 'greeting' | 'text' | 'quote' | 'signature'; text: string }
  | { kind: 'facts'; facts: { name: string; value: string }[] }
  | { kind: 'links'; links: Link[] }
  | ({ kind: 'action' | 'way' } & Link);
type Link = { label: string; url: string };

const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** The brand's fonts first, then fonts that common systems have. */
const SERIF =
  "font-family:'G2 Serif','Source Serif 4','Source Serif Pro','Iowan Old Style',Charter,Georgia,'Times New Roman',serif";
/** Dark colours for mail programs with this media query; others show the inline colours or invert them. */
const WHEN_DARK = `@media (prefers-color-scheme:dark){.page{background:${DARK.ground}!important}.card{background:${DARK.surface}!important;border-color:${DARK.line}!important}.ink{color:${DARK.ink}!important}.soft{color:${DARK.soft}!important}.line{border-color:${DARK.line}!important}.way{color:${BRAND.fold}!important}}`;

/** Escapes HTML. A non-breaking space keeps "R$" and the amount on one line. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(/R\$ (?=\d)/g, 'R$$&nbsp;');
const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>');

/**
 * HTML part of a mail, generated from its text so that both say the same. Lines `nome: valor` become a table, the
 * first line `ação: endereço` a button and later ones links, lines `– texto: endereço` a list, lines `> texto` a
 * quotation. Only URLs of `publicUrl` become links. Styles are inline, nothing is fetched, everything is escaped.
 */
export function htmlOf({ subject, body }: { subject: string; body: string }, publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  const blocks = body.split('\n\n').map((text, index, all) => blockOf(text, index, all.length, origin));
  // Only the first link becomes a button.
  const first = blocks.findIndex(({ kind }) => kind === 'way');
  const shown = blocks.map(
    (block, at): Block => (at === first ? ({ ...block, kind: 'action' } as Block) : block),
  );
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${WHEN_DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:${BRAND.ground}">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${BRAND.ground}"><tr>
<td align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${BRAND.white};border:1px solid ${BRAND.line}">
<tr><td bgcolor="${BRAND.deep}" style="padding:16px 28px;background:${BRAND.deep};border-bottom:4px double ${BRAND.fold}">${letterhead()}</td></tr>
<tr><td style="padding:26px 28px 28px;${FONT}">
<h1 class="ink" style="margin:0 0 18px;${SERIF};font-size:25px;line-height:1.22;font-weight:500;color:${BRAND.ink};overflow-wrap:anywhere">${escaped(subject)}</h1>
${shown.map(blockHtml).join('\n')}
</td></tr></table></td></tr></table></body></html>
`;
}

function blockOf(text: string, index: number, count: number, origin: string): Block {
  if (index === 0) return { kind: 'greeting', text };
  if (index === count - 1) return { kind: 'signature', text };
  const rows = text.split('\n');
  if (rows.every((row) => row.startsWith('>'))) {
    return { kind: 'quote', text: rows.map((row) => row.replace(/^> ?/, '')).join('\n') };
  }
  const links = rows.flatMap((row): Link[] => {
    const [, label, url] = /^– (.+): (https?:\/\/\S+)$/.exec(row) ?? [];
    return label && url && isOwnUrl(url, origin) ? [{ label, url }] : [];
  });
  if (links.length === rows.length) return { kind: 'links', links };
  const [, label, url] = /^([^\n:]{1,60}): (https?:\/\/\S+)$/.exec(text) ?? [];
  if (label && url && isOwnUrl(url, origin)) return { kind: 'way', label, url };
  const facts = rows.map((line) => /^([^:]{1,40}): (.+)$/.exec(line));
  if (facts.length > 1 && facts.every((fact) => fact !== null)) {
    return { kind: 'facts', facts: facts.map(([, name = '', value = '']) => ({ name, value })) };
  }
  return { kind: 'text', text };
}

const isOwnUrl = (url: string, origin: string): boolean =>
  URL.canParse(url) && new URL(url).origin === origin;

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'greeting':
      return `<p class="ink" style="margin:0 0 14px;font-size:16px;line-height:1.55;font-weight:600;color:${BRAND.ink}">${lines(block.text)}</p>`;
    case 'text':
      return `<p class="ink" style="margin:0 0 14px;font-size:16px;line-height:1.55;color:${BRAND.ink};overflow-wrap:anywhere">${lines(block.text)}</p>`;
    case 'facts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 18px">${block.facts.map(factHtml).join('')}</table>`;
    case 'action':
      return `<p style="margin:6px 0 20px"><a href="${escaped(block.url)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:${BRAND.green};color:${BRAND.white};font-size:16px;font-weight:600;text-decoration:none">${escaped(block.label)}</a></p>`;
    case 'way':
      return `<p style="margin:0 0 14px;font-size:16px;line-height:1.45"><a class="way" href="${escaped(block.url)}" style="font-weight:600;color:${BRAND.green}">${escaped(block.label)}</a></p>`;
    case 'quote':
      return `<blockquote class="ink line" style="margin:0 0 18px;padding:2px 0 2px 16px;border-left:3px solid ${BRAND.line};font-size:16px;line-height:1.55;color:${BRAND.ink};overflow-wrap:anywhere">${lines(block.text)}</blockquote>`;
    case 'links':
      return `<ul style="margin:0 0 14px;padding-left:20px">${block.links.map(linkHtml).join('')}</ul>`;
    case 'signature':
      return `<p class="soft line" style="margin:22px 0 0;padding-top:14px;border-top:1px solid ${BRAND.line};font-size:13px;line-height:1.5;color:${BRAND.soft}">${lines(block.text)}</p>`;
  }
}

const factHtml = ({ name, value }: { name: string; value: string }): string =>
  `<tr><td class="soft line" valign="top" style="padding:7px 14px 7px 0;border-top:1px solid ${BRAND.line};font-size:14px;line-height:1.45;color:${BRAND.soft}">${escaped(name)}</td><td class="ink line" valign="top" style="padding:7px 0;border-top:1px solid ${BRAND.line};font-size:14px;line-height:1.45;color:${BRAND.ink};overflow-wrap:anywhere">${escaped(value)}</td></tr>`;

const linkHtml = ({ label, url }: Link): string =>
  `<li class="soft" style="margin:0 0 6px;font-size:16px;line-height:1.45;color:${BRAND.soft};overflow-wrap:anywhere"><a class="ink" href="${escaped(url)}" style="color:${BRAND.green}">${escaped(label)}</a></li>`;

/** Logo made of table cells: mail programs may block images. */
const SEAL = `<table role="presentation" cellpadding="0" cellspacing="0" style="width:48px;height:48px;border:2px dotted ${BRAND.fold};border-radius:50%"><tr><td align="center" style="padding:3px"><table role="presentation" cellpadding="0" cellspacing="0" style="width:38px;height:38px;border-radius:50%;background:${BRAND.fold}"><tr><td align="center" valign="middle" style="${FONT};font-size:15px;font-weight:700;line-height:1;color:${BRAND.deep}">G2</td></tr></table></td></tr></table>`;

const letterhead = (): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td valign="middle">${SEAL}</td><td valign="middle" style="padding-left:14px;${SERIF};font-size:19px;line-height:1.2;color:${BRAND.white}">${BRAND_NAME}</td></tr></table>`;
