import { UPDATE_FEE_CENTS } from '@g2/gateway/contract/constants';
import { PAGES } from '@g2/gateway/contract/pages';
import { formatCents } from '../../lib/format.ts';

const fee = formatCents(UPDATE_FEE_CENTS).replace(' ', '\u00a0');

export const texts = {
  documentTitle: PAGES['/versoes'].title,
  title: ['O software muda.', 'A prova acompanha.'],
  lead: `A Atualização de Registro dá à nova versão um hash e um certificado próprios, ligados aos da anterior. Custa ${fee} por versão; o primeiro registro continua valendo.`,
  signInAndStart: 'Entrar e registrar a nova versão',
  openDashboard: 'Ir para os meus registros',
  help: 'Falar com a equipe',
  timeline: {
    label: 'Exemplo de uma linha de versões',
    note: 'Exemplo: nome, datas e hashes são ilustrativos.',
    versions: [
      { name: 'Versão 1', kind: 'Registro Inicial', date: 'mar. 2026', hash: '9c1f04a7…5be2d610' },
      { name: 'Versão 2', kind: 'Atualização de Registro', date: 'nov. 2026', hash: '47d8e3b0…c09a1f7e' },
      { name: 'Versão 3', kind: 'Atualização de Registro', date: 'jun. 2027', hash: 'e2506b9d…18f4a3c5' },
    ],
    changes: [
      { add: 38, change: 112, remove: 9 },
      { add: 61, change: 204, remove: 27 },
    ],
    change: ({ add, change, remove }: { add: number; change: number; remove: number }) =>
      `${add} arquivos adicionados, ${change} alterados, ${remove} removidos`,
  },
  whenToRegister: {
    title: 'Quando vale a pena',
    registerTitle: 'Vale registrar',
    registerItems: [
      'Um módulo ou uma funcionalidade nova que vale por si.',
      'Uma reescrita: outra linguagem, outra arquitetura, outro algoritmo central.',
      'A versão que vai ao mercado, a um investidor, a um licenciado ou a uma licitação.',
      'A entrada ou a saída de um coautor: cada versão declara os titulares que tem.',
    ],
    skipTitle: 'Não precisa',
    skipItems: [
      'Correções pequenas e ajustes de aparência.',
      'Bibliotecas de terceiros que foram só atualizadas.',
      'Compactar de novo os mesmos arquivos: o hash do ZIP muda, o seu software não.',
    ],
    why: 'O hash prova um arquivo exato. O que foi escrito depois dele só está provado quando é registrado também.',
  },
  comparison: {
    title: 'O que é comparado',
    lead: 'Os dois ZIPs são lidos arquivo por arquivo, pelo SHA-256 de cada um. O resultado diz:',
    items: [
      ['Adicionados', 'os arquivos que só a nova versão tem'],
      ['Alterados', 'os que estão nas duas, com outro conteúdo'],
      ['Removidos', 'os que só a anterior tinha'],
      ['Por pasta', 'em que partes do projeto mudou mais'],
      ['Por linguagem', 'quanto mudou em cada uma'],
    ],
    privacy:
      'O código não é publicado: a comparação mostra nomes e quantidades, e só você e a equipe que conduz o registro têm acesso a ela e aos arquivos.',
  },
  certificates: {
    title: 'Dois certificados que se conhecem',
    items: [
      'O da nova versão traz o número do registro anterior e o hash de cada um.',
      'Quem confere o número do primeiro vê que existe uma versão mais nova, e qual é; quem confere o da nova vê de qual ela veio.',
      'O primeiro continua válido: prova que aquele arquivo existia naquela data. A nova data não substitui a antiga, soma-se a ela.',
    ],
    check: 'Conferir um certificado',
  },
  price: {
    title: 'Quanto custa',
    price: fee,
    unit: 'por versão registrada',
    items: [
      'Pagamento único por versão, on-line ou com créditos pré-pagos. Sem mensalidade.',
      `O pacote de créditos “Atualização de Registro”, de ${fee}, paga exatamente uma.`,
      'O Registro Inicial não é cobrado de novo.',
    ],
  },
  howToStart: {
    title: 'Como começar',
    steps: [
      ['Abra o registro no painel', 'O da versão anterior, com o certificado já emitido.'],
      ['Inicie a nova versão', 'Os dados e os titulares vêm preenchidos: confira e ajuste o que mudou.'],
      ['Envie o ZIP novo', 'O hash é calculado no seu navegador e conferido no servidor, como no primeiro.'],
      [
        'Pague e acompanhe',
        'A análise e os prazos são os de um registro; o certificado da versão chega ao fim.',
      ],
    ],
    question: 'Ficou uma dúvida?',
    toHelp: 'Central de Ajuda',
  },
} as const;
