import { PAGES } from '@g2/gateway/contract/pages';

export const texts = {
  title: PAGES['/help'].title,
  lead: 'Como o registro funciona, quanto custa e como conferir você mesmo a prova de autoria.',
  search: 'Buscar na ajuda',
  placeholder: 'Ex.: hash, cartão, prazo',
  none: 'Nenhuma pergunta encontrada',
  noneText: 'Tente outra palavra, ou pergunte à nossa equipe: a resposta vem por e-mail.',
  ask: 'Perguntar à equipe',
  first: 'Comece por aqui',
  found: (count: number) => (count === 1 ? '1 pergunta' : `${count} perguntas`),
  anchor: 'Copiar o link desta pergunta',
  copy: (system: string) => `Copiar comando para ${system}`,
  commands: [
    { system: 'Linux', command: 'sha256sum meu-software.zip' },
    { system: 'macOS', command: 'shasum -a 256 meu-software.zip' },
    { system: 'Windows', command: 'certutil -hashfile meu-software.zip SHA256' },
  ],
  estimated: 'Prazo estimado',
} as const;
