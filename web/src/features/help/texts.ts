import { PAGES } from '@g2/gateway/contract/pages';

export const texts = {
  title: PAGES['/help'].title,
  lead: 'Como o registro funciona, quanto custa e como conferir você mesmo a prova de autoria.',
  anchor: 'Copiar o link desta pergunta',
  commandFor: (system: string) => `comando para ${system}`,
  commands: [
    { system: 'Linux', command: 'sha256sum meu-software.zip' },
    { system: 'macOS', command: 'shasum -a 256 meu-software.zip' },
    { system: 'Windows', command: 'certutil -hashfile meu-software.zip SHA256' },
  ],
} as const;

/** Texts of the search, the stages and the contact form, which the English page lacks. */
export const portugueseTexts = {
  search: 'Buscar na ajuda',
  placeholder: 'Ex.: hash, cartão, prazo',
  none: 'Nenhuma pergunta encontrada',
  noneText: 'Tente outra palavra, ou pergunte à nossa equipe: a resposta vem por e-mail.',
  ask: 'Perguntar à equipe',
  first: 'Comece por aqui',
  found: (count: number) => (count === 1 ? '1 pergunta' : `${count} perguntas`),
  estimated: 'Prazo estimado',
} as const;
