/** Texts of an operator's action: its button, its outcome and the undo bar. */
export const texts = {
  approve: {
    paid: 'Aprovar · iniciar análise',
    reviewing: 'Aprovar · enviar ao órgão',
  } as Readonly<Record<string, string>>,
  done: {
    reviewing: (title: string) => `“${title}” está em análise`,
    government_processing: (title: string) => `“${title}” enviado ao Processamento Governamental`,
    submitted: (title: string) => `“${title}” devolvido ao cliente para correções`,
    noted: (title: string) => `Nota guardada em “${title}”`,
  },
  undo: {
    label: 'Passo por enviar',
    waits: {
      reviewing: (title: string) => `“${title}” vai para análise`,
      government_processing: (title: string) => `“${title}” vai para o Processamento Governamental`,
    } as Readonly<Record<string, (title: string) => string>>,
    inSeconds: (seconds: number) => `em ${seconds} s`,
    undo: 'Desfazer',
    undone: 'Passo desfeito',
    undoneText: (title: string) => `“${title}” ficou como estava.`,
  },
  ready: {
    label: 'Motivos prontos (entram no texto abaixo, onde podem ser editados)',
    loading: 'Carregando os motivos prontos',
    failed: 'Não foi possível carregar os motivos prontos.',
  },
  look: {
    steps: 'Depois de um passo',
    advance: 'Abrir o próximo registro da lista',
    undo: 'Aprovar sem perguntar, com 10 segundos para desfazer',
  },
  keys: { undo: 'Desfazer o passo que ainda não foi enviado' },
} as const;
