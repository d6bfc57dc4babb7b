/**
 * The pages of the application: the gateway sends them, the router shows them, and any other address is a 404. No zod
 * here: the browser needs this list before anything else.
 */

/** Who a page is for: others are led away, by the router. */
export type PageAccess = 'public' | 'user' | 'staff' | 'admin';

export type PageAbout = {
  access: PageAccess;
  /** Of a public page: as the tab, a search engine and a shared link name it. */
  title?: string;
  description?: string;
  /** What a shared link says, where it is more than that. */
  shared?: { title: string; description: string };
  /** Title of a public page that mails lead to: no search engine lists it, and its address is told to nobody. */
  unlisted?: string;
};

/** Path patterns, `:name` standing for one segment. */
export const PAGES = {
  '/': {
    access: 'public',
    title: 'G2 Software Registry',
    description:
      'Registre a autoria do seu software: envie o ZIP, receba o hash SHA-256 como prova e acompanhe até o certificado. Processo 100% digital.',
    shared: {
      title: 'O código é seu. Tenha como provar.',
      description:
        'Registro de autoria de software: envie o ZIP, receba o hash SHA-256 como prova e acompanhe até o certificado.',
    },
  },
  '/auth': {
    access: 'public',
    title: 'Entrar',
    description:
      'Entre na sua conta ou crie uma para registrar a autoria do seu software e acompanhar cada registro até o certificado.',
  },
  '/auth/esqueci': { access: 'public', unlisted: 'Esqueci minha senha' },
  '/auth/nova-senha': { access: 'public', unlisted: 'Nova senha' },
  '/auth/confirmar': { access: 'public', unlisted: 'Confirmar e-mail' },
  // Named in a mail, of no use to a search engine.
  '/auth/nao-fui-eu': { access: 'public' },
  '/login': {
    access: 'public',
    title: 'Entrar com provedor de identidade',
    description: 'Entre no G2 Software Registry com a conta da sua empresa ou instituição.',
  },
  '/help': {
    access: 'public',
    title: 'Central de Ajuda',
    description:
      'Como o registro de autoria de software funciona, quanto custa, quanto demora e como conferir você mesmo o hash e o certificado.',
  },
  '/versoes': {
    access: 'public',
    title: 'Registrar uma nova versão',
    description:
      'Quando vale registrar uma nova versão do seu software, o que é comparado entre as duas, quanto custa a atualização e por que o primeiro certificado continua valendo.',
    shared: {
      title: 'Cada versão, com a sua prova.',
      description:
        'Atualização de registro de software: novo hash, certificado próprio e a comparação com a versão anterior.',
    },
  },
  '/desenvolvedores': {
    access: 'public',
    title: 'Para desenvolvedores',
    description:
      'Registre a autoria do seu software pela linha de comando, pela esteira de integração ou pela API: tokens, comandos, exemplos, limites e erros.',
    shared: {
      title: 'O registro, dentro da sua esteira.',
      description:
        'Linha de comando e API do registro de autoria de software: o que o Git conhece em uma tag, com o SHA-256 que a sua máquina também calcula.',
    },
  },
  '/desenvolvedores/api': {
    access: 'public',
    title: 'Referência da API',
    description:
      'As chamadas que um token de API faz no G2 Software Registry, por escopo: parâmetros, corpos, respostas e erros.',
  },
  '/termos': {
    access: 'public',
    title: 'Termos de Uso',
    description:
      'O que o G2 Software Registry oferece, quanto custa, o que se espera de quem registra e o que um registro de autoria prova.',
  },
  '/privacidade': {
    access: 'public',
    title: 'Política de Privacidade',
    description:
      'Quais dados o G2 Software Registry trata, para quê, por quanto tempo os guarda e como exercer os seus direitos pela LGPD.',
  },
  '/verificar': {
    access: 'public',
    title: 'Conferir um certificado',
    description:
      'Confira um certificado do G2 Software Registry pelo número ou pelo próprio arquivo, sem conta e sem enviar nada.',
  },
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
export const PROGRAMS_FOLDER = '/desenvolvedores';
export const PROGRAMS = ['g2-registry', 'g2-verify'] as const;
export type Program = (typeof PROGRAMS)[number];
export const programPath = (name: Program): string => `${PROGRAMS_FOLDER}/${name}.tgz`;

/** What a certificate's page is written into: it has what that page needs, and not yet the page. */
export const NUMBER_DOCUMENT = 'verificar-numero.html';

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
