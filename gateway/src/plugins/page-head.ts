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

/** Placeholder for the head in `index.html`. Its content serves the development server only. */
const PAGE_HEAD_PLACEHOLDER = /<!--page-->[\s\S]*?<!--\/page-->/;

/** The result is also safe in attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
export const metaTag = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;

export type PageContext = {
  page: PagePath | undefined;
  /** The request has no session cookie, so the application does not request the user. */
  anonymous: boolean;
};

/** @param origin public origin, HTML-escaped */
export const withHead = (document: string, shown: PageContext, origin: string): string =>
  inHead(document, headOf(shown, origin), shown.anonymous);

export function withVerification(
  document: string,
  { number, verdict }: EmbeddedVerdict,
  anonymous: boolean,
  origin: string,
): string {
  const head = certificatePageHead(number, verdict);
  const address = escapeHtml(`${origin}${verificationPath(number)}`);
  return inHead(document, describedHead(head, address, [NOT_INDEXED]), anonymous);
}

function inHead(document: string, head: string[], anonymous: boolean): string {
  const lines = anonymous ? [...head, metaTag('name', 'g2-session', 'none')] : head;
  return document.replace(PAGE_HEAD_PLACEHOLDER, () => lines.join('\n    '));
}

const NOT_INDEXED = metaTag('name', 'robots', 'noindex');
const titleTag = (title: string): string => `<title>${escapeHtml(title)}</title>`;

type Described = { title: string; description: string };

/** @param shared title and description for link previews */
const describedHead = (
  { title, description }: Described,
  address: string,
  robots: string[] = [],
  shared: Described = { title, description },
): string[] => [
  titleTag(tabTitle(title)),
  metaTag('name', 'description', description),
  ...robots,
  `<link rel="canonical" href="${address}" />`,
  metaTag('property', 'og:title', shared.title),
  metaTag('property', 'og:description', shared.description),
  `<meta property="og:url" content="${address}" />`,
];

function headOf({ page }: PageContext, origin: string): string[] {
  const about: PageDefinition | undefined = page && PAGES[page];
  if (about?.unlisted !== undefined) {
    return [titleTag(tabTitle(about.unlisted)), NOT_INDEXED, metaTag('name', 'referrer', 'no-referrer')];
  }
  const head = page && headAt(page);
  if (about?.title === undefined || head === undefined) {
    return [titleTag(page === undefined ? tabTitle(NOT_FOUND_TITLE) : PRODUCT_NAME), NOT_INDEXED];
  }
  const { description, shared } = head;
  return describedHead({ title: about.title, description }, `${origin}${page}`, [], shared);
}
