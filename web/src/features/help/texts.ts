import { PAGES } from '@g2/gateway/contract/pages';

export const texts = {
  title: PAGES['/help'].title,
  lead: 'Como o registro funciona, quanto custa e como conferir você mesmo a prova de autoria.',
  copyLink: 'Copiar o link desta pergunta',
  commandFor: (system: string) => `comando para ${system}`,
  commands: [
    { system: 'Linux', command: 'sha256sum meu-software.zip' },
    { system: 'macOS', command: 'shasum -a 256 meu-software.zip' },
    { system: 'Windows', command: 'certutil -hashfile meu-software.zip SHA256' },
  ],
} as const;

/** Texts that only the Portuguese page has: search, first questions and estimated times. */
export const portugueseTexts = {
  searchLabel: 'Buscar na ajuda',
  searchPlaceholder: 'Ex.: hash, cartão, prazo',
  noResults: 'Nenhuma pergunta encontrada',
  noResultsText: 'Tente outra palavra, ou pergunte à nossa equipe: a resposta vem por e-mail.',
  askTeam: 'Perguntar à equipe',
  firstQuestions: 'Comece por aqui',
  resultCount: (count: number) => (count === 1 ? '1 pergunta' : `${count} perguntas`),
  estimatedTime: 'Prazo estimado',
} as const;
