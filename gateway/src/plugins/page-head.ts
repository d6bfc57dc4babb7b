import { headAt } from '../../contract/page-heads.ts';
import {
  NOT_FOUND_TITLE,
  PAGES,
  type PageAbout,
  type PagePath,
  PRODUCT,
  tabTitle,
} from '../../contract/pages.ts';
import type { Seen } from '../../contract/seen.ts';
import { namedBy, verificationPath } from '../../contract/verification.ts';

/** Placeholder in `index.html`; its content is for the development server. */
const PLACE = /<!--page-->[\s\S]*?<!--\/page-->/;

/** Also safe in attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
export const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escaped(content)}" />`;

export type Shown = {
  page: PagePath | undefined;
  /** No session cookie: the application skips requesting the user. */
  anonymous: boolean;
};

/** @param origin public origin, HTML-escaped */
export function withHead(document: string, shown: Shown, origin: string): string {
  return document.replace(PLACE, () => headOf(shown, origin).join('\n    '));
}

/** Head of a certificate's page; not indexed. */
export function withVerification(
  document: string,
  { number, verdict }: Seen,
  anonymous: boolean,
  origin: string,
): string {
  const { title, description } = namedBy(number, verdict);
  const address = escaped(`${origin}${verificationPath(number)}`);
  const head = [
    `<title>${escaped(tabTitle(title))}</title>`,
    meta('name', 'description', description),
    meta('name', 'robots', 'noindex'),
    `<link rel="canonical" href="${address}" />`,
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    `<meta property="og:url" content="${address}" />`,
    ...sessionOf(anonymous),
  ];
  return document.replace(PLACE, () => head.join('\n    '));
}

const sessionOf = (anonymous: boolean): string[] => (anonymous ? [meta('name', 'g2-session', 'none')] : []);

function headOf({ page, anonymous }: Shown, origin: string): string[] {
  const session = sessionOf(anonymous);
  const about: PageAbout | undefined = page && PAGES[page];
  if (about?.unlisted !== undefined) {
    const hidden = [meta('name', 'robots', 'noindex'), meta('name', 'referrer', 'no-referrer')];
    return [`<title>${escaped(tabTitle(about.unlisted))}</title>`, ...hidden, ...session];
  }
  const head = page && headAt(page);
  if (about?.title === undefined || head === undefined) {
    const title = page === undefined ? tabTitle(NOT_FOUND_TITLE) : PRODUCT;
    return [`<title>${escaped(title)}</title>`, meta('name', 'robots', 'noindex'), ...session];
  }
  const address = `${origin}${page}`;
  const shared = head.shared ?? { title: about.title, description: head.description };
  return [
    `<title>${escaped(tabTitle(about.title))}</title>`,
    meta('name', 'description', head.description),
    `<link rel="canonical" href="${address}" />`,
    meta('property', 'og:title', shared.title),
    meta('property', 'og:description', shared.description),
    `<meta property="og:url" content="${address}" />`,
    ...session,
  ];
}
