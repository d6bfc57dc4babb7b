import type { EmbeddedVerdict } from '../../contract/embedded-verdict.ts';
import { headAt } from '../../contract/page-heads.ts';
import {
  NOT_FOUND_TITLE,
  PAGES,
  type PageDefinition,
  type PagePath,
  PRODUCT_NAME,
  tabTitle,
} from '../../contract/pages.ts';
import { certificatePageHead, verificationPath } from '../../contract/verification.ts';

/** Placeholder in `index.html`; its content is for the development server. */
const PAGE_HEAD_PLACEHOLDER = /<!--page-->[\s\S]*?<!--\/page-->/;

/** Also safe in attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
export const metaTag = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;

export type PageContext = {
  page: PagePath | undefined;
  /** No session cookie: the application skips requesting the user. */
  anonymous: boolean;
};

/** @param origin public origin, HTML-escaped */
export function withHead(document: string, shown: PageContext, origin: string): string {
  return document.replace(PAGE_HEAD_PLACEHOLDER, () => headOf(shown, origin).join('\n    '));
}

/** Head of a certificate's page; not indexed. */
export function withVerification(
  document: string,
  { number, verdict }: EmbeddedVerdict,
  anonymous: boolean,
  origin: string,
): string {
  const { title, description } = certificatePageHead(number, verdict);
  const address = escapeHtml(`${origin}${verificationPath(number)}`);
  const head = [
    `<title>${escapeHtml(tabTitle(title))}</title>`,
    metaTag('name', 'description', description),
    metaTag('name', 'robots', 'noindex'),
    `<link rel="canonical" href="${address}" />`,
    metaTag('property', 'og:title', title),
    metaTag('property', 'og:description', description),
    `<meta property="og:url" content="${address}" />`,
    ...sessionOf(anonymous),
  ];
  return document.replace(PAGE_HEAD_PLACEHOLDER, () => head.join('\n    '));
}

const sessionOf = (anonymous: boolean): string[] =>
  anonymous ? [metaTag('name', 'g2-session', 'none')] : [];

function headOf({ page, anonymous }: PageContext, origin: string): string[] {
  const session = sessionOf(anonymous);
  const about: PageDefinition | undefined = page && PAGES[page];
  if (about?.unlisted !== undefined) {
    const hidden = [metaTag('name', 'robots', 'noindex'), metaTag('name', 'referrer', 'no-referrer')];
    return [`<title>${escapeHtml(tabTitle(about.unlisted))}</title>`, ...hidden, ...session];
  }
  const head = page && headAt(page);
  if (about?.title === undefined || head === undefined) {
    const title = page === undefined ? tabTitle(NOT_FOUND_TITLE) : PRODUCT_NAME;
    return [`<title>${escapeHtml(title)}</title>`, metaTag('name', 'robots', 'noindex'), ...session];
  }
  const address = `${origin}${page}`;
  const shared = head.shared ?? { title: about.title, description: head.description };
  return [
    `<title>${escapeHtml(tabTitle(about.title))}</title>`,
    metaTag('name', 'description', head.description),
    `<link rel="canonical" href="${address}" />`,
    metaTag('property', 'og:title', shared.title),
    metaTag('property', 'og:description', shared.description),
    `<meta property="og:url" content="${address}" />`,
    ...session,
  ];
}
