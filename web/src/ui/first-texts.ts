/** Texts that every page needs from the start. */
export const firstTexts = {
  retry: 'Tentar novamente',
  toasts: 'Notificações (F8)',
  closeToast: 'Fechar notificação',
  pageLoading: 'Carregando',
} as const;
