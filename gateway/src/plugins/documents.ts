import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { NUMBER_DOCUMENT, PAGES, PARTS, PRERENDERED } from '../../contract/pages.ts';
import type { Config } from '../config.ts';
import { meta, type Shown, withHead } from './page-head.ts';

export const HTML = 'text/html; charset=utf-8';
/** The document of every page that does not come rendered. */
const APPLICATION = 'index.html';

/** Files of the build that name PUBLIC_URL, which only the gateway knows; each with its type. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  [APPLICATION]: HTML,
  ...Object.fromEntries([...Object.values(PRERENDERED), NUMBER_DOCUMENT].map((name) => [name, HTML])),
  'robots.txt': 'text/plain; charset=utf-8',
  'sitemap.xml': 'application/xml; charset=utf-8',
};

/** What answers before there is a build. */
export const MISSING = `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>G2 Software Registry</title></head>
<body><h1>G2 Software Registry</h1><p>A interface web ainda não foi construída. A API responde normalmente.</p>
</body></html>`;

type Rendered = { stamp: string; plain: Buffer; br: Buffer; gzip: Buffer; etag: string };

/** The documents of the web application's build. */
export type Documents = {
  /** Whether there is a build at all. */
  isBuilt: boolean;
  /** The public address, fit for HTML, without a slash at its end. */
  origin: string;
  has(name: string): boolean;
  /** One as it stands, but for PUBLIC_URL; read again when the build has written it anew. */
  text(name: string): string;
  /** One as it is sent; as many are kept as there are pages, with and without a session. */
  read(name: string, shown: Shown | undefined): Rendered;
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
  const named = (name: string, shown: Shown): string => {
    const document = withHead(text(name), shown, origin);
    return name === APPLICATION ? withParts(document, shown) : document;
  };
  /** The document asks for the page's files at once, before its first script has run; and then for the next page's. */
  const withParts = (document: string, { page, anonymous }: Shown): string => {
    if (page === undefined || !has(PARTS)) return document;
    const parts: Partial<Record<string, string[]>> = JSON.parse(text(PARTS));
    // Whoever is nobody yet is led to sign in.
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
  const read = (name: string, shown: Shown | undefined): Rendered => {
    const stamp = stampOf(name);
    const key = `${name} ${shown?.page} ${shown?.anonymous}`;
    const known = rendered.get(key);
    if (known?.stamp === stamp) return known;
    const plain = Buffer.from(shown ? named(name, shown) : text(name));
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const fresh = { stamp, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain), etag };
    rendered.set(key, fresh);
    return fresh;
  };
  return { isBuilt: has(APPLICATION), origin, has, text, read };
}

/** A document that asks for these files: style sheets one way, scripts another. */
function withFiles(document: string, files: string[], style: string, script: string): string {
  const isStyle = (path: string) => path.endsWith('.css');
  const styled = withLinks(document, style, files.filter(isStyle));
  return withLinks(
    styled,
    script,
    files.filter((path) => !isStyle(path)),
  );
}

/** A document with links to files that it does not name yet. */
function withLinks(document: string, how: string, paths: string[]): string {
  const lacking = paths.filter((path) => !document.includes(`"${path}"`));
  const links = lacking.map((path) => `  <link ${how} crossorigin href="${path}" />\n  `);
  return document.replace('</head>', () => `${links.join('')}</head>`);
}

/** How this house is reached, for the application to show without asking; empty where nothing is configured. */
function supportOf({ SUPPORT_EMAIL: email, SUPPORT_PHONE: phone, SUPPORT_HOURS: hours }: Config): string {
  if (email === undefined && phone === undefined && hours === undefined) return '';
  return meta('name', 'g2-support', JSON.stringify({ email, phone, hours }));
}

/** Whoever sends a session cookie, by either of its names, may be signed in: the application asks then. */
export const hasSession = ({ cookies }: FastifyRequest): boolean =>
  cookies.g2_session !== undefined || cookies['__Host-g2_session'] !== undefined;
