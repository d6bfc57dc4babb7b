/**
 * The pages of the application: the gateway sends them, the router shows them, and any other address is a 404. No zod
 * here: the browser needs this list before anything else.
 */

/** Who a page is for: others are led away, by the router. */
export type PageAccess = 'public' | 'user' | 'staff' | 'admin';

export type PageAbout = {
  access: PageAccess;
  /** Of a public page: as the tab, a search engine and a shared link name it (contract/page-heads.ts says more). */
  title?: string;
  /** Title of a public page that mails lead to: no search engine lists it, and its address is told to nobody. */
  unlisted?: string;
};

/** Path patterns, `:name` standing for one segment. */
export const PAGES = {
  '/': { access: 'public', title: 'G2 Software Registry' },
  '/auth': { access: 'public', title: 'Entrar' },
  '/auth/esqueci': { access: 'public', unlisted: 'Esqueci minha senha' },
  '/auth/nova-senha': { access: 'public', unlisted: 'Nova senha' },
  '/auth/permitir': { access: 'public', unlisted: 'Permitir entrada' },
  '/auth/confirmar': { access: 'public', unlisted: 'Confirmar e-mail' },
  // Named in a mail, of no use to a search engine.
  '/auth/nao-fui-eu': { access: 'public' },
  '/login': { access: 'public', title: 'Entrar com provedor de identidade' },
  '/help': { access: 'public', title: 'Central de Ajuda' },
  '/versoes': { access: 'public', title: 'Registrar uma nova versão' },
  '/desenvolvedores': { access: 'public', title: 'Para desenvolvedores' },
  '/desenvolvedores/api': { access: 'public', title: 'Referência da API' },
  '/termos': { access: 'public', title: 'Termos de Uso' },
  '/privacidade': { access: 'public', title: 'Política de Privacidade' },
  '/verificar': { access: 'public', title: 'Conferir um certificado' },
  // Named after what it answers, by the server (contract/verification.ts).
  '/verificar/:number': { access: 'public' },
  '/dashboard': { access: 'user' },
  '/register': { access: 'user' },
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
} as const satisfies Record<string, PageAbout>;

export type PagePath = keyof typeof PAGES;

export const PAGE_PATHS = Object.keys(PAGES) as PagePath[];

/**
 * Public pages that the build renders, by their document: they read without scripts. Sent to whoever has no session.
 */
export const PRERENDERED = {
  '/': 'landing.html',
  '/help': 'help.html',
  '/versoes': 'versoes.html',
  '/desenvolvedores': 'desenvolvedores.html',
  '/desenvolvedores/api': 'desenvolvedores-api.html',
  '/termos': 'termos.html',
  '/privacidade': 'privacidade.html',
  '/verificar': 'verificar.html',
} as const satisfies Partial<Record<PagePath, string>>;

/** Where the command line and what checks a bundle of proof are had: tarballs that npm installs, in the build. */
const PROGRAMS_FOLDER = '/desenvolvedores';
export const PROGRAMS = ['g2-registry', 'g2-verify'] as const;
export type Program = (typeof PROGRAMS)[number];
export const programPath = (name: Program): string => `${PROGRAMS_FOLDER}/${name}.tgz`;

/** What a certificate's page is written into: it has what that page needs, and not yet the page. */
export const NUMBER_DOCUMENT = 'verificar-numero.html';

/** A list in the build: the files of each page's code by its path, in the order that they run in. */
export const PARTS = 'server/parts.json';

export const prerenderedAt = (page: PagePath | undefined): string | undefined =>
  page === undefined ? undefined : (PRERENDERED as Partial<Record<PagePath, string>>)[page];

/** Name of the product, and of every tab whose page has no title of its own. */
export const PRODUCT = 'G2 Software Registry';
/** Title of the page at any other address (spec §2). */
export const NOT_FOUND_TITLE = 'Page Not Found';

/** A tab's name. */
export const tabTitle = (title: string): string => (title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`);

/** The page at a path, as the router finds it: whatever the case, with or without a slash at its end. */
export function pageAt(pathname: string): PagePath | undefined {
  const asked = segmentsOf(pathname);
  return asked && PAGE_PATHS.find((path) => matches(segmentsOf(path) ?? [], asked));
}

function segmentsOf(path: string): string[] | undefined {
  try {
    return path
      .replace(/\/+$/, '')
      .split('/')
      .slice(1)
      .map((segment) => decodeURIComponent(segment));
  } catch {
    // Not the name of anything.
    return undefined;
  }
}

const matches = (pattern: readonly string[], asked: readonly string[]): boolean =>
  pattern.length === asked.length &&
  pattern.every((segment, index) => {
    const given = asked[index] ?? '';
    return segment.startsWith(':') ? given !== '' : segment.toLowerCase() === given.toLowerCase();
  });
