/** Pages of the web application; any other path is a 404. Without zod, because the browser loads this file first. */

export type PageAccess = 'public' | 'user' | 'staff' | 'admin';

export type PageDefinition = {
  access: PageAccess;
  /** Title of a public page: for the tab, search engines and link previews (see contract/page-heads.ts). */
  title?: string;
  /** Title of a public page that is not indexed. Its address is not sent as referrer, because mails link to it. */
  unlisted?: string;
};

/** Keys are path patterns: `:name` matches one segment. */
export const PAGES = {
  '/': { access: 'public', title: 'G2 Software Registry' },
  '/auth': { access: 'public', title: 'Entrar' },
  '/auth/esqueci': { access: 'public', unlisted: 'Esqueci minha senha' },
  '/auth/nova-senha': { access: 'public', unlisted: 'Nova senha' },
  '/auth/permitir': { access: 'public', unlisted: 'Permitir entrada' },
  '/auth/confirmar': { access: 'public', unlisted: 'Confirmar e-mail' },
  // Mails link to this page; it is not indexed.
  '/auth/nao-fui-eu': { access: 'public' },
  '/login': { access: 'public', title: 'Entrar com provedor de identidade' },
  '/help': { access: 'public', title: 'Central de Ajuda' },
  '/versoes': { access: 'public', title: 'Registrar uma nova versão' },
  '/desenvolvedores': { access: 'public', title: 'Para desenvolvedores' },
  '/desenvolvedores/api': { access: 'public', title: 'Referência da API' },
  '/termos': { access: 'public', title: 'Termos de Uso' },
  '/privacidade': { access: 'public', title: 'Política de Privacidade' },
  '/verificar': { access: 'public', title: 'Conferir um certificado' },
  // The server sets the title of this page (contract/verification.ts).
  '/verificar/:number': { access: 'public' },
  '/en': { access: 'public', title: 'Registration of software authorship' },
  '/en/help': { access: 'public', title: 'How the proof works' },
  '/en/verify': { access: 'public', title: 'Verify a certificate' },
  '/en/verify/:number': { access: 'public' },
  '/dashboard': { access: 'user' },
  '/register': { access: 'user' },
  '/creditos': { access: 'user' },
  '/recibos': { access: 'user' },
  '/registros/:id': { access: 'user' },
  '/registros/:id/arquivos': { access: 'user' },
  '/profile': { access: 'user' },
  '/profile/dados': { access: 'user' },
  '/profile/seguranca': { access: 'user' },
  '/profile/sessoes': { access: 'user' },
  '/profile/tokens': { access: 'user' },
  '/profile/atendimentos': { access: 'user' },
  '/operator': { access: 'staff' },
  '/operator/registrations/:id': { access: 'staff' },
  '/operator/registrations/:id/dossie': { access: 'staff' },
  '/operator/atendimentos': { access: 'staff' },
  '/operator/atendimentos/:number': { access: 'staff' },
  '/admin': { access: 'admin' },
  '/admin/users': { access: 'admin' },
  '/admin/users/:id': { access: 'admin' },
  '/admin/payments': { access: 'admin' },
  '/admin/aprovacoes': { access: 'admin' },
  '/admin/trilha': { access: 'admin' },
  '/admin/motivos': { access: 'admin' },
} as const satisfies Record<string, PageDefinition>;

export type PagePath = keyof typeof PAGES;

export const PAGE_PATHS = Object.keys(PAGES) as PagePath[];

export type Language = 'pt-BR' | 'en';

/** Pages that also exist in English, with that page. */
export const ENGLISH_PAGES = {
  '/': '/en',
  '/help': '/en/help',
  '/verificar': '/en/verify',
  '/verificar/:number': '/en/verify/:number',
} as const satisfies Partial<Record<PagePath, PagePath>>;

export const languageOf = (pathname: string): Language => (/^\/en(\/|$)/i.test(pathname) ? 'en' : 'pt-BR');

/** Addresses of the page at `pathname` in both languages; undefined if it exists in one only. */
export function translationsOf(pathname: string): Readonly<Record<Language, string>> | undefined {
  const number = pathname.slice(pathname.lastIndexOf('/') + 1);
  const filled = (path: string) => path.replace(':number', () => number);
  const pair = Object.entries(ENGLISH_PAGES).find((paths) => paths.map(filled).includes(pathname));
  return pair && { 'pt-BR': filled(pair[0]), en: filled(pair[1]) };
}

/** Prerendered public pages, readable without scripts. Sent to visitors without a session. */
export const PRERENDERED = {
  '/': 'landing.html',
  '/help': 'help.html',
  '/versoes': 'versoes.html',
  '/desenvolvedores': 'desenvolvedores.html',
  '/desenvolvedores/api': 'desenvolvedores-api.html',
  '/termos': 'termos.html',
  '/privacidade': 'privacidade.html',
  '/verificar': 'verificar.html',
  '/en': 'en.html',
  '/en/help': 'en-help.html',
  '/en/verify': 'en-verify.html',
} as const satisfies Partial<Record<PagePath, string>>;

/** npm tarballs of the command line and of the proof verifier, part of the build. */
const PROGRAMS_FOLDER = '/desenvolvedores';
export const PROGRAMS = ['g2-registry', 'g2-verify'] as const;
export type Program = (typeof PROGRAMS)[number];
export const programPath = (name: Program): string => `${PROGRAMS_FOLDER}/${name}.tgz`;

/** HTML templates of a certificate's page; the server inserts the rendered content. */
export const CERTIFICATE_DOCUMENTS: Readonly<Record<Language, string>> = {
  'pt-BR': 'verificar-numero.html',
  en: 'en-verify-number.html',
};

/** File of the build: the script and style files of each page, by page path and in execution order. */
export const PAGE_SCRIPTS_FILE = 'server/parts.json';

export const prerenderedAt = (page: PagePath | undefined): string | undefined =>
  page === undefined ? undefined : (PRERENDERED as Partial<Record<PagePath, string>>)[page];

export const PRODUCT_NAME = 'G2 Software Registry';
/** Title of the 404 page (spec §2). */
export const NOT_FOUND_TITLE = 'Page Not Found';

export const tabTitle = (title: string): string =>
  title === PRODUCT_NAME ? PRODUCT_NAME : `${title} · ${PRODUCT_NAME}`;

/** Finds the page of a path like the router: ignores case and a trailing slash. */
export function pageAt(pathname: string): PagePath | undefined {
  const requested = segmentsOf(pathname);
  return requested && PAGE_PATHS.find((path) => matches(segmentsOf(path) ?? [], requested));
}

function segmentsOf(path: string): string[] | undefined {
  try {
    return path
      .replace(/\/+$/, '')
      .split('/')
      .slice(1)
      .map((segment) => decodeURIComponent(segment));
  } catch {
    // The path has malformed percent-encoding.
    return undefined;
  }
}

const matches = (pattern: readonly string[], requested: readonly string[]): boolean =>
  pattern.length === requested.length &&
  pattern.every((segment, index) => {
    const given = requested[index] ?? '';
    return segment.startsWith(':') ? given !== '' : segment.toLowerCase() === given.toLowerCase();
  });
