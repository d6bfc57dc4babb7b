import type { PAGES, PagePath } from './pages.ts';

type Titled = { [Path in PagePath]: (typeof PAGES)[Path] extends { title: string } ? Path : never }[PagePath];

export type PageHead = {
  description: string;
  shared?: { title: string; description: string };
};

/** Descriptions of titled pages for search engines and link previews. Only the server needs them. */
const PAGE_HEADS: Readonly<Record<Titled, PageHead>> = {
  '/': {
    description:
      'Registre a autoria do seu software: envie o ZIP, receba o hash SHA-256 como prova e acompanhe até o certificado. Processo 100% digital.',
    shared: {
      title: 'O código é seu. Tenha como provar.',
      description:
        'Registro de autoria de software: envie o ZIP, receba o hash SHA-256 como prova e acompanhe até o certificado.',
    },
  },
  '/auth': {
    description:
      'Entre na sua conta ou crie uma para registrar a autoria do seu software e acompanhar cada registro até o certificado.',
  },
  '/login': {
    description: 'Entre no G2 Software Registry com a conta da sua empresa ou instituição.',
  },
  '/help': {
    description:
      'Como o registro de autoria de software funciona, quanto custa, quanto demora e como conferir você mesmo o hash e o certificado.',
  },
  '/versoes': {
    description:
      'Quando vale registrar uma nova versão do seu software, o que é comparado entre as duas, quanto custa a atualização e por que o primeiro certificado continua valendo.',
    shared: {
      title: 'Cada versão, com a sua prova.',
      description:
        'Atualização de registro de software: novo hash, certificado próprio e a comparação com a versão anterior.',
    },
  },
  '/desenvolvedores': {
    description:
      'Registre a autoria do seu software pela linha de comando, pela esteira de integração ou pela API: tokens, comandos, exemplos, limites e erros.',
    shared: {
      title: 'O registro, dentro da sua esteira.',
      description:
        'Linha de comando e API do registro de autoria de software: o que o Git conhece em uma tag, com o SHA-256 que a sua máquina também calcula.',
    },
  },
  '/desenvolvedores/api': {
    description:
      'As chamadas que um token de API faz no G2 Software Registry, por escopo: parâmetros, corpos, respostas e erros.',
  },
  '/termos': {
    description:
      'O que o G2 Software Registry oferece, quanto custa, o que se espera de quem registra e o que um registro de autoria prova.',
  },
  '/privacidade': {
    description:
      'Quais dados o G2 Software Registry trata, para quê, por quanto tempo os guarda e como exercer os seus direitos pela LGPD.',
  },
  '/verificar': {
    description:
      'Confira um certificado do G2 Software Registry pelo número ou pelo próprio arquivo, sem conta e sem enviar nada.',
  },
  '/en': {
    description:
      'Register the authorship of your software in Brazil: deposit the ZIP file, receive its SHA-256 hash as proof and follow every stage up to the certificate.',
    shared: {
      title: 'The code is yours. Be able to prove it.',
      description:
        'Registration of software authorship in Brazil: deposit the ZIP file, receive its SHA-256 hash as proof, obtain a certificate.',
    },
  },
  '/en/help': {
    description:
      'What a registration of software authorship at G2 Software Registry proves: deposit, hash, time stamps, transparency log, verification, and Brazilian law.',
  },
  '/en/verify': {
    description:
      'Verify a certificate of G2 Software Registry by its number or by the file itself, without an account and without uploading anything.',
  },
};

export const headAt = (page: PagePath): PageHead | undefined =>
  (PAGE_HEADS as Partial<Record<PagePath, PageHead>>)[page];
