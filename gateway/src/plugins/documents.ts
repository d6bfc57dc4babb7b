import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { CERTIFICATE_DOCUMENTS, PAGE_SCRIPTS_FILE, PAGES, PRERENDERED } from '../../contract/pages.ts';
import type { Config } from '../config.ts';
import { metaTag, type PageContext, withHead } from './page-head.ts';

export const HTML = 'text/html; charset=utf-8';
const APPLICATION = 'index.html';

/** Build files that contain the PUBLIC_URL placeholder, with their types. */
export const TEMPLATED_FILES: Readonly<Record<string, string>> = {
  [APPLICATION]: HTML,
  ...Object.fromEntries(
    [...Object.values(PRERENDERED), ...Object.values(CERTIFICATE_DOCUMENTS)].map((name) => [name, HTML]),
  ),
  'robots.txt': 'text/plain; charset=utf-8',
  'sitemap.xml': 'application/xml; charset=utf-8',
};

export const NO_BUILD_PAGE = `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>G2 Software Registry</title></head>
<body><h1>G2 Software Registry</h1><p>A interface web ainda não foi construída. A API responde normalmente.</p>
</body></html>`;

type Rendered = { stamp: string; plain: Buffer; br: Buffer; gzip: Buffer; etag: string };

export type Documents = {
  isBuilt: boolean;
  /** PUBLIC_URL, HTML-escaped and without a trailing slash. */
  origin: string;
  has(name: string): boolean;
  /** Text of a file of the build, with PUBLIC_URL filled in. Read again after a new build. */
  text(name: string): string;
  /** Document for a page. Cached per page and language, with and without a session. */
  read(name: string, shown: PageContext | undefined): Rendered;
};

export function createDocuments(config: Config): Documents {
  const origin = config.PUBLIC_URL.replace(/\/+$/, '').replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const has = (name: string) => existsSync(join(config.WEB_DIST, name));
  const stampOf = (name: string) => {
    const { mtimeMs, size } = statSync(join(config.WEB_DIST, name));
    return `${mtimeMs} ${size}`;
  };
  const support = supportOf(config);
  const texts = new Map<string, { stamp: string; text: string }>();
  const text = (name: string): string => {
    const stamp = stampOf(name);
    const known = texts.get(name);
    if (known?.stamp === stamp) return known.text;
    const written = readFileSync(join(config.WEB_DIST, name), 'utf8')
      .replaceAll('__PUBLIC_URL__', origin)
      .replace('<!--support-->', () => support);
    texts.set(name, { stamp, text: written });
    return written;
  };
  const withPageHead = (name: string, shown: PageContext): string => {
    const document = withHead(text(name), shown, origin);
    return name === APPLICATION ? withPreloads(document, shown) : document;
  };
  /** Preloads the page's files. On the sign-in page, also prefetches the files of the dashboard. */
  const withPreloads = (document: string, { page, anonymous }: PageContext): string => {
    if (page === undefined || !has(PAGE_SCRIPTS_FILE)) return document;
    const parts: Partial<Record<string, string[]>> = JSON.parse(text(PAGE_SCRIPTS_FILE));
    // Without a session, a page that is not public redirects to the sign-in page.
    const wanted = anonymous && PAGES[page].access !== 'public' ? '/auth' : page;
    const now = withFiles(document, parts[wanted] ?? [], 'rel="preload" as="style"', 'rel="modulepreload"');
    if (wanted !== '/auth') return now;
    return withFiles(
      now,
      parts['/dashboard'] ?? [],
      'rel="prefetch" as="style"',
      'rel="prefetch" as="script"',
    );
  };
  const rendered = new Map<string, Rendered>();
  const read = (name: string, shown: PageContext | undefined): Rendered => {
    const stamp = stampOf(name);
    const key = `${name} ${shown?.page} ${shown?.language} ${shown?.anonymous}`;
    const known = rendered.get(key);
    if (known?.stamp === stamp) return known;
    const plain = Buffer.from(shown ? withPageHead(name, shown) : text(name));
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const fresh = { stamp, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain), etag };
    rendered.set(key, fresh);
    return fresh;
  };
  return { isBuilt: has(APPLICATION), origin, has, text, read };
}

function withFiles(document: string, files: string[], style: string, script: string): string {
  const styles = files.filter((path) => path.endsWith('.css'));
  const scripts = files.filter((path) => !path.endsWith('.css'));
  return withLinks(withLinks(document, style, styles), script, scripts);
}

function withLinks(document: string, how: string, paths: string[]): string {
  const lacking = paths.filter((path) => !document.includes(`"${path}"`));
  const links = lacking.map((path) => `  <link ${how} crossorigin href="${path}" />\n  `);
  return document.replace('</head>', () => `${links.join('')}</head>`);
}

/** Contact channels in a meta tag, read by the application; empty when not configured. */
function supportOf({ SUPPORT_EMAIL: email, SUPPORT_PHONE: phone, SUPPORT_HOURS: hours }: Config): string {
  if (email === undefined && phone === undefined && hours === undefined) return '';
  return metaTag('name', 'g2-support', JSON.stringify({ email, phone, hours }));
}

/** A cookie of either name may be a session: the application then requests the user. */
export const hasSession = ({ cookies }: FastifyRequest): boolean =>
  cookies.g2_session !== undefined || cookies['__Host-g2_session'] !== undefined;
