/** Texts of every page, needed from its first rendering. */
export const commonTexts = {
  retry: 'Tentar novamente',
  toasts: 'Notificações (F8)',
  closeToast: 'Fechar notificação',
  pageLoading: 'Carregando',
} as const;
