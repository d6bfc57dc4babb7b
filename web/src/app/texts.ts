import { NOT_FOUND_TITLE, PAGES } from '@g2/gateway/contract/pages';

export const texts = {
  header: {
    appName: 'G2 Software Registry',
    /** Name of the other language. */
    otherLanguage: 'English',
    login: 'Entrar',
    loginNote: '',
    switchToDark: 'Mudar para tema escuro',
    switchToLight: 'Mudar para tema claro',
    skipToContent: 'Pular para o conteúdo',
    site: {
      label: 'Site',
      howItWorks: 'Como funciona',
      prices: 'Preços',
      verify: 'Conferir',
      help: 'Ajuda',
    },
  },
  notFound: {
    title: NOT_FOUND_TITLE,
    text: 'Página não encontrada: o endereço não existe ou mudou de lugar.',
    home: 'Página inicial',
    register: 'Registrar software',
  },
  pageError: {
    title: 'Algo deu errado',
    text: 'Não foi possível carregar esta página. Verifique sua conexão e tente novamente.',
  },
  staleData: {
    text: 'O servidor não respondeu: o que está na tela pode ter mudado.',
    refresh: 'Atualizar',
  },
  footer: {
    label: 'Rodapé',
    note: 'Serviço privado de prova de autoria. Não somos o INPI nem órgão público.',
    help: PAGES['/help'].title,
    contact: 'Fale conosco',
    verify: PAGES['/verificar'].title,
    developers: 'Desenvolvedores',
    terms: PAGES['/termos'].title,
    privacy: 'Privacidade',
    copyright: '© G2 Software Registry',
  },
} as const;

/** Texts for signed-in users, in Portuguese on every page. */
export const signedInTexts = {
  menu: 'Menu',
  registrations: 'Registros',
  credits: 'Créditos',
  receipts: 'Recibos',
  staffPages: 'Equipe',
  queue: 'Fila',
  contacts: 'Atendimentos',
  administration: 'Administração',
  accessDenied: {
    toast: 'Acesso não autorizado',
    toastText: 'Você não tem permissão para acessar esta página.',
    title: 'Acesso Negado',
    text: 'Esta área é reservada a administradores.',
    dashboard: 'Ir para o painel',
  },
} as const;
