import { NOT_FOUND_TITLE, PAGES } from '@g2/gateway/contract/pages';

export const texts = {
  header: {
    appName: 'G2 Software Registry',
    /** The other language. */
    other: 'English',
    login: 'Entrar',
    loginNote: '',
    toDark: 'Mudar para tema escuro',
    toLight: 'Mudar para tema claro',
    skip: 'Pular para o conteúdo',
    site: { label: 'Site', how: 'Como funciona', prices: 'Preços', check: 'Conferir', help: 'Ajuda' },
  },
  notFound: {
    title: NOT_FOUND_TITLE,
    text: 'Página não encontrada: o endereço não existe ou mudou de lugar.',
    home: 'Página inicial',
    register: 'Registrar software',
  },
  broken: {
    title: 'Algo deu errado',
    text: 'Não foi possível carregar esta página. Verifique sua conexão e tente novamente.',
  },
  stale: {
    text: 'O servidor não respondeu: o que está na tela pode ter mudado.',
    refresh: 'Atualizar',
  },
  footer: {
    nav: 'Rodapé',
    note: 'Serviço privado de prova de autoria. Não somos o INPI nem órgão público.',
    help: PAGES['/help'].title,
    contact: 'Fale conosco',
    check: PAGES['/verificar'].title,
    developers: 'Desenvolvedores',
    terms: PAGES['/termos'].title,
    privacy: 'Privacidade',
    rights: '© G2 Software Registry',
  },
} as const;

/** Texts for signed-in users, in Portuguese on every page. */
export const signedInTexts = {
  menu: 'Menu',
  records: 'Registros',
  credits: 'Créditos',
  receipts: 'Recibos',
  staff: 'Equipe',
  queue: 'Fila',
  contacts: 'Atendimentos',
  administration: 'Administração',
  denied: {
    toast: 'Acesso não autorizado',
    toastText: 'Você não tem permissão para acessar esta página.',
    title: 'Acesso Negado',
    text: 'Esta área é reservada a administradores.',
    dashboard: 'Ir para o painel',
  },
} as const;
