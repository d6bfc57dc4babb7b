import type { CertificateInput } from './certificate-input.ts';

type Facts = Pick<CertificateInput, 'deposit' | 'statement' | 'publicUrl'>;

const isStamped = ({ deposit }: Facts): boolean => (deposit?.stamps.length ?? 0) > 0;
const isLogged = ({ deposit }: Facts): boolean => deposit !== null && deposit.logIndex !== null;

/** What this evidence proves to a reader who trusts neither owner nor service. */
export const provenStatements = (facts: Facts): string[] => [
  'Que o arquivo identificado pelo SHA-256 da primeira página foi depositado no G2 Software Registry pelo requerente, ' +
    'com a autoria e a titularidade que ele declarou, nas datas indicadas.',
  'Que o conteúdo é exatamente aquele: mudar um único bit do arquivo dá outro hash, e não se conhece meio de fazer ' +
    'outro arquivo com o mesmo.',
  ...(isStamped(facts)
    ? [
        'Que o arquivo já existia na hora de cada carimbo do tempo: a hora é das autoridades que o carimbaram, e não ' +
          'do relógio do G2.',
      ]
    : []),
  ...(isLogged(facts)
    ? [
        'Que o depósito consta de um registro público ao qual só se acrescenta: trocar, apagar ou antedatar uma ' +
          'entrada seria visto por quem o acompanha e por quem guardou uma prova.',
      ]
    : []),
  'Que este documento é o que foi emitido: a assinatura digital deixa de valer se um byte dele muda.',
];

export const unprovenStatements = [
  'Que o requerente é o autor: autoria e titularidade são declarações dele, feitas sob sua responsabilidade. O ' +
    'certificado serve de prova delas em juízo ou fora dele, e admite prova em contrário.',
  'Que o código é original, que funciona ou que não viola direito de outra pessoa.',
  'Que há patente, marca ou registro no INPI: são outros pedidos, feitos a quem de direito.',
];

export type VerificationStep = { lead: string; text: string; commands: string[] };

export const verificationSteps = (facts: Facts): VerificationStep[] => [
  {
    lead: 'O arquivo',
    text: 'Guarde o ZIP sem o alterar. O SHA-256 dele deve ser o que está na última linha:',
    commands: [
      'sha256sum arquivo.zip                   (Linux; macOS: shasum -a 256)',
      'certutil -hashfile arquivo.zip SHA256   (Windows)',
      facts.statement.sha256,
    ],
  },
  {
    lead: 'A assinatura deste PDF',
    text:
      'Um leitor de PDF que confira assinaturas diz quem assinou e se algo mudou desde então. O carimbo do tempo na ' +
      'assinatura permite conferi-la depois de vencido o certificado digital de quem assinou.',
    commands: ['pdfsig certificado.pdf'],
  },
  ...(isStamped(facts)
    ? [
        {
          lead: 'Os carimbos do tempo (RFC 3161)',
          text:
            'Estão no pacote de prova, que se baixa junto com o certificado, cada um com os certificados da autoridade ' +
            'que o fez; o comando inteiro está no LEIA-ME.txt do pacote.',
          commands: ['openssl ts -verify'],
        },
      ]
    : []),
  ...(isLogged(facts)
    ? [
        {
          lead: 'O registro público',
          text:
            'É uma árvore de hashes (RFC 9162). O pacote de prova traz o caminho da entrada até uma raiz assinada: ' +
            'basta ele, mesmo que o registro já não esteja no ar. Enquanto está, compare a raiz com a de hoje:',
          commands: [`${facts.publicUrl}/log/checkpoint`],
        },
      ]
    : []),
  {
    lead: 'Tudo de uma vez, sem rede',
    text:
      'Guarde o pacote de prova com o ZIP. O programa g2-verify confere cada parte dele; o LEIA-ME.txt faz o mesmo com ' +
      'ferramentas comuns. O anexo manifesto.json deste PDF tem os mesmos dados, para programas.',
    commands: ['g2-verify pacote-de-prova.zip'],
  },
];

export const LEGAL_NATURE = [
  'O G2 Software Registry é um serviço privado de registro e guarda de provas de autoria. Não é o Instituto Nacional da ' +
    'Propriedade Industrial (INPI) nem age em seu nome, e este certificado não é um certificado do INPI. A proteção ' +
    'dos direitos do autor de programa de computador independe de registro (Lei nº 9.609/1998, art. 2º, § 3º).',
  // MP 2.200-2/2001, art. 10, § 1º and § 2º: presumed true with ICP-Brasil; by agreement otherwise.
  'As declarações de um documento assinado com certificado digital da ICP-Brasil presumem-se verdadeiras em relação a ' +
    'quem o assinou; assinado com outro certificado, o documento serve de prova quando as partes o admitem como válido ' +
    'ou quando o aceita a pessoa a quem é oposto (Medida Provisória nº 2.200-2/2001, art. 10, §§ 1º e 2º). A ' +
    'assinatura deste PDF mostra de que autoridade é o certificado de quem o assinou.',
];
