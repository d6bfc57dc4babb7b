import type { EmbeddedVerdict } from '../../contract/embedded-verdict.ts';
import { headAt } from '../../contract/page-heads.ts';
import {
  type Language,
  NOT_FOUND_TITLE,
  PAGES,
  type PageDefinition,
  type PagePath,
  PRODUCT_NAME,
  tabTitle,
  translationsOf,
} from '../../contract/pages.ts';
import { englishCertificateHead } from '../../contract/verification.en.ts';
import { certificatePageHead, verificationPath } from '../../contract/verification.ts';

/** Placeholder for the head in `index.html`. Its content serves the development server only. */
const PAGE_HEAD_PLACEHOLDER = /<!--page-->[\s\S]*?<!--\/page-->/;

/** The result is also safe in attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
export const metaTag = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;

export type PageContext = {
  page: PagePath | undefined;
  language: Language;
  /** The request has no session cookie, so the application does not request the user. */
  anonymous: boolean;
};

/** @param origin public origin, HTML-escaped */
export const withHead = (document: string, shown: PageContext, origin: string): string =>
  inHead(document, headOf(shown, origin), shown);

export function withVerification(
  document: string,
  { number, verdict }: EmbeddedVerdict,
  shown: Omit<PageContext, 'page'>,
  origin: string,
): string {
  const about = shown.language === 'en' ? englishCertificateHead : certificatePageHead;
  const path = verificationPath(number, shown.language);
  return inHead(document, describedHead(about(number, verdict), path, origin, [NOT_INDEXED]), shown);
}

function inHead(
  document: string,
  head: string[],
  { anonymous, language }: Omit<PageContext, 'page'>,
): string {
  const lines = anonymous ? [...head, metaTag('name', 'g2-session', 'none')] : head;
  const written = document.replace(PAGE_HEAD_PLACEHOLDER, () => lines.join('\n    '));
  return language === 'en' ? inEnglish(written) : written;
}

/** What `index.html` says in every document, for a page in English. The preview image itself is in Portuguese. */
const inEnglish = (document: string): string =>
  document
    .replace('<html lang="pt-BR"', '<html lang="en"')
    .replace('property="og:locale" content="pt_BR"', 'property="og:locale" content="en_GB"')
    .replace(
      /(?<=property="og:image:alt" content=")[^"]*/,
      'Certificate of registration of software authorship with an engraved frame and the G2 seal; its text is in Portuguese',
    );

const NOT_INDEXED = metaTag('name', 'robots', 'noindex');
const titleTag = (title: string): string => `<title>${escapeHtml(title)}</title>`;

type Described = { title: string; description: string };

/**
 * @param path may contain text of the request
 * @param shared title and description for link previews
 */
const describedHead = (
  { title, description }: Described,
  path: string,
  origin: string,
  robots: string[] = [],
  shared: Described = { title, description },
): string[] => [
  titleTag(tabTitle(title)),
  metaTag('name', 'description', description),
  ...robots,
  `<link rel="canonical" href="${origin}${escapeHtml(path)}" />`,
  ...alternates(path, origin),
  metaTag('property', 'og:title', shared.title),
  metaTag('property', 'og:description', shared.description),
  `<meta property="og:url" content="${origin}${escapeHtml(path)}" />`,
];

/** Links to the page in each of its languages; none for a page in Portuguese only. */
function alternates(path: string, origin: string): string[] {
  const paths = translationsOf(path);
  if (paths === undefined) return [];
  return Object.entries({ ...paths, 'x-default': paths['pt-BR'] }).map(
    ([language, to]) => `<link rel="alternate" hreflang="${language}" href="${origin}${escapeHtml(to)}" />`,
  );
}

function headOf({ page }: PageContext, origin: string): string[] {
  const about: PageDefinition | undefined = page && PAGES[page];
  if (about?.unlisted !== undefined) {
    return [titleTag(tabTitle(about.unlisted)), NOT_INDEXED, metaTag('name', 'referrer', 'no-referrer')];
  }
  const head = page && headAt(page);
  if (page === undefined || about?.title === undefined || head === undefined) {
    return [titleTag(page === undefined ? tabTitle(NOT_FOUND_TITLE) : PRODUCT_NAME), NOT_INDEXED];
  }
  const { description, shared } = head;
  return describedHead({ title: about.title, description }, page, origin, [], shared);
}
