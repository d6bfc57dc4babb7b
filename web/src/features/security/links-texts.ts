export const texts = {
  title: 'Contas vinculadas',
  lead: 'Quem entra em uma destas contas entra também na sua, sem a senha.',
  list: 'Suas contas vinculadas',
  none: 'Nenhuma conta vinculada.',
  failedText: 'Não foi possível ler as contas vinculadas.',
  linked: (date: string) => `Vinculada em ${date}`,
  used: (date: string) => `usada em ${date}`,
  unused: 'ainda não usada',
  /** When the provider has not yet reported the e-mail address of its account. */
  unknownEmail: 'e-mail ainda não informado',
  link: (name: string) => `Vincular ${name}`,
  unlink: (name: string) => `Desvincular ${name}`,
  unlinkTitle: 'Desvincular conta',
  unlinkText: (name: string) =>
    `A conta ${name} deixa de entrar na sua. Você pode vinculá-la de novo depois.`,
  unlinkConfirm: 'Desvincular',
  unlinked: 'Conta desvinculada',
  failed: 'Erro na conta vinculada',
  genericText: 'Não foi possível concluir. Tente novamente.',
  done: (name: string) => `A conta ${name} foi vinculada: você já pode entrar por ela.`,
  /** Why the return from a provider did not link an account. */
  refusals: {
    'provider-taken':
      'Esta conta do provedor já entra em outra conta daqui. Entre naquela e desvincule-a antes.',
    'provider-exists': 'A sua conta já tem uma conta deste provedor. Desvincule-a antes de vincular outra.',
    'account-changed': 'Outra conta entrou neste navegador enquanto isso, e nada foi vinculado.',
    unauthenticated: 'A sua sessão terminou enquanto isso, e nada foi vinculado. Tente novamente.',
    forbidden: 'O provedor não confirmou o e-mail daquela conta, e nada foi vinculado.',
    unavailable: 'O provedor não respondeu, e nada foi vinculado. Tente novamente em instantes.',
  } as Readonly<Record<string, string>>,
  refused: 'A conta não foi vinculada. Comece outra vez.',
} as const;
