import type { DisplayedCertificateStatus } from '@g2/gateway/contract/certificate-status';
import type { VersionChanges } from '@g2/gateway/contract/certificates';
import { PAGES } from '@g2/gateway/contract/pages';
import { certificatePageHead, certificateStatusName, type Verdict } from '@g2/gateway/contract/verification';
import { formatInteger, formatPercent } from '../../lib/format.ts';

type NoCertificateKind = Exclude<Verdict['kind'], 'found'>;

const EXAMPLE_NUMBER = 'G2-2026-000123-1ECC-7';

const statuses: Readonly<
  Record<
    DisplayedCertificateStatus,
    { readonly title: string; readonly text: string; readonly legend: string }
  >
> = {
  valid: {
    title: 'Certificado válido',
    text: 'Foi emitido por este serviço e está em vigor.',
    legend: 'Emitido por este serviço e em vigor.',
  },
  suspended: {
    title: 'Certificado suspenso',
    text: 'Foi emitido por este serviço e é autêntico, mas não está em vigor agora.',
    legend: 'Autêntico, mas fora de vigor até uma decisão sobre o pagamento.',
  },
  superseded: {
    title: 'Certificado substituído',
    text: 'Foi emitido por este serviço e é autêntico, mas outro veio em seu lugar.',
    legend: 'Autêntico, mas há outro em seu lugar.',
  },
  revoked: {
    title: 'Certificado revogado',
    text: 'Foi emitido por este serviço e perdeu a validade. Não deve mais ser aceito.',
    legend: 'Perdeu a validade: não deve ser aceito.',
  },
};

const noCertificate: Readonly<
  Record<
    NoCertificateKind,
    { readonly title: string; readonly text: string; readonly hints: readonly string[] }
  >
> = {
  unknown: {
    title: 'Nenhum certificado tem este número',
    text: 'O número está bem escrito, mas este serviço nunca emitiu um certificado com ele.',
    hints: [
      'Compare com o documento, caractere por caractere.',
      'Se é este mesmo o número impresso, o documento não foi emitido por nós: não o aceite como prova.',
    ],
  },
  mistyped: {
    title: 'Há um erro de digitação no número',
    text: 'O último caractere confere os outros, e não bate. Nada foi consultado: corrija e confira de novo.',
    hints: [
      'Costumam se confundir: 0 e O, 1 e I, 5 e S, 8 e B.',
      'Dois algarismos vizinhos podem estar trocados.',
    ],
  },
  none: {
    title: 'Isto não é um número de certificado',
    text: `Um número de certificado se escreve assim: ${EXAMPLE_NUMBER}.`,
    hints: ['Está impresso no certificado.', 'Maiúsculas, espaços e traços não fazem diferença.'],
  },
  limited: {
    title: 'Conferências demais em um minuto',
    text: 'Deste endereço vieram muitas conferências seguidas. Aguarde um minuto e tente de novo.',
    hints: ['Isto nada diz sobre o certificado.'],
  },
  away: {
    title: 'Não foi possível conferir agora',
    text: 'O serviço não respondeu. Isto nada diz sobre o certificado: ele pode ser válido. Tente de novo em instantes.',
    hints: ['A conferência por conta própria, com o pacote de prova, não depende de nós.'],
  },
};

export const texts = {
  title: PAGES['/verificar'].title,
  lead: 'Para quem recebeu um certificado e quer saber se é verdadeiro. Sem conta, sem custo e sem enviar arquivo algum.',
  versions: {
    versionLabel: 'Versão do programa',
    versionName: (version: number) => `Versão ${version}`,
    newestCertified: 'a mais nova certificada',
    previousVersion: 'Versão anterior',
    nextVersion: 'Versão seguinte',
    revoked: 'revogado',
    changesLabel: 'Arquivos desde a anterior',
    changeCounts: ({ added, removed, changed, unchanged }: VersionChanges) =>
      [
        `${formatInteger(added)} ${added === 1 ? 'acrescentado' : 'acrescentados'}`,
        `${formatInteger(removed)} ${removed === 1 ? 'removido' : 'removidos'}`,
        `${formatInteger(changed)} ${changed === 1 ? 'alterado' : 'alterados'}`,
        `${formatInteger(unchanged)} ${unchanged === 1 ? 'igual' : 'iguais'}`,
      ].join(' · '),
  },
  /** Title of the page of a certificate. */
  pageTitle: (number: string, verdict: Verdict) => certificatePageHead(number, verdict).title,
  statusName: (status: string) => certificateStatusName(status),
  statuses,
  noCertificate,
  otherStatus: (status: string) => `Certificado: ${status}`,
  form: {
    title: 'Pelo número',
    text: 'Está impresso no certificado. O código QR traz direto para a página dele.',
    numberLabel: 'Número do certificado',
    placeholder: EXAMPLE_NUMBER,
    submit: 'Conferir',
    verifyAnother: 'Conferir outro número',
    invalidNumber: `Escreva o número como no certificado: ${EXAMPLE_NUMBER}.`,
    mistypedNumber: 'O último caractere não bate com os outros: há um erro de digitação.',
  },
  file: {
    title: 'Pelo arquivo',
    text: 'Serve o ZIP depositado, o PDF do certificado ou o pacote de prova.',
    compareTitle: 'Você tem o arquivo? Compare',
    compareText: 'Veja se o seu arquivo é o deste certificado, byte a byte.',
    dropTitle: 'Arraste o arquivo até aqui ou escolha',
    dropAnotherTitle: 'Outro arquivo? Arraste até aqui',
    hint: 'É lido só neste navegador. Nada é enviado: só o hash, 64 caracteres, é consultado.',
    compareHint: 'É lido só neste navegador. Nada é enviado.',
    chooseFile: 'Escolher arquivo',
    needsScripts:
      'Para ler um arquivo aqui o navegador precisa de JavaScript. Sem ele, use os comandos abaixo.',
    readingLabel: 'Calculando o SHA-256 neste navegador',
    progress: (percent: number) => `${percent}%`,
    amountRead: (read: string, size: string) => `${read} de ${size}`,
    stopReading: 'Parar',
    outcomeLabel: 'Resultado da comparação',
    hashOf: (name: string) => `SHA-256 de ${name}`,
    depositedFile: 'Este arquivo é, byte a byte, o depositado.',
    depositedFileText: 'O hash calculado aqui e o do certificado são iguais, nos 64 caracteres.',
    certificatePdf: 'Este é o PDF deste certificado, byte a byte.',
    certificatePdfText: 'O documento é o que emitimos, sem nenhuma alteração.',
    bundle: 'Este é o pacote de prova deste certificado.',
    bundleText: 'O PDF que está dentro dele é o que emitimos, sem nenhuma alteração.',
    differentFile: 'Não é o arquivo deste certificado.',
    differentFileText: 'O hash é outro: basta um byte de diferença, ou compactar de novo a mesma pasta.',
    otherCertificate: 'Não é o deste certificado, mas o de outro:',
    oneCertificate: 'Este arquivo tem certificado.',
    manyCertificates: (count: number) => `Este arquivo tem ${formatInteger(count)} certificados.`,
    matchesDepositedFile: 'É o arquivo depositado, byte a byte.',
    matchesCertificatePdf: 'É o PDF do próprio certificado, byte a byte.',
    containsCertificatePdf: 'O pacote traz o PDF deste certificado, byte a byte.',
    issuedOn: (date: string) => `Emitido em ${date}`,
    viewCertificate: 'Ver o certificado',
    noCertificate: 'Nenhum certificado corresponde a este arquivo.',
    noCertificateText:
      'Nem como arquivo depositado, nem como PDF de certificado. Um byte diferente já é outro arquivo.',
    away: 'O hash foi calculado, mas não foi possível consultá-lo agora.',
    limited: 'O hash foi calculado, mas houve consultas demais em um minuto.',
    lookupFailedText: 'Isto nada diz sobre o arquivo. Tente de novo em instantes.',
    unreadable: 'O arquivo não pôde ser lido.',
    unreadableText: 'Ele pode ter mudado ou saído do lugar. Escolha-o de novo.',
    retry: 'Tentar de novo',
  },
  sheet: {
    documentType: 'Certificado de registro de autoria de software',
    number: 'Número',
    privateNote: 'Mantido privado por seu titular',
    sha256Label: 'SHA-256 do arquivo depositado',
    sha512Label: 'SHA-512 do mesmo arquivo',
    holders: 'Titulares',
    ownershipShare: (percentage: number) => formatPercent(percentage),
    file: 'Arquivo',
    fileSize: (size: string, bytes: string) => `${size} (${bytes} bytes)`,
    deposited: 'Depositado em',
    paid: 'Pago em',
    issued: 'Certificado emitido em',
    revoked: 'Revogado em',
    timeZoneNote: 'Datas e horas no horário de Brasília.',
    reason: 'Motivo',
    payment: {
      refunded: (time: string) =>
        `O pagamento deste registro foi devolvido em ${time}. O certificado está suspenso até a decisão da G2.`,
      disputed: (time: string) =>
        `O pagamento deste registro foi contestado no banco em ${time}. O certificado está suspenso até a decisão da G2.`,
    },
    supersededByLabel: 'Vale agora o certificado',
    newerVersion: (version: number) => `Há uma versão mais nova deste programa, a ${version}:`,
    stamps: 'Carimbos do tempo',
    stampSubject: { file: 'do arquivo', certificate: 'do certificado' } as Readonly<Record<string, string>>,
    noStamps: 'Ainda não há carimbos: são pedidos a autoridades independentes e podem demorar.',
    publicLog: 'Registro público',
    logEntry: (index: number, size: number) =>
      `Entrada ${formatInteger(index)} (a contar de 0) de ${formatInteger(size)}`,
    logEntryPending: 'A caminho: a entrada é publicada em instantes.',
    checkpoint: 'Ponto de controle assinado',
    print: 'Imprimir',
  },
  selfCheck: {
    title: 'Sem depender de nós',
    lead: 'Nada do que está nesta página precisa ser aceito de boa-fé.',
    steps: [
      {
        title: 'O arquivo',
        text: 'Calcule o SHA-256 do ZIP e compare os 64 caracteres com os do certificado.',
      },
      {
        title: 'O documento',
        text: 'Abra o PDF em um leitor que confere assinaturas digitais: ele diz quem assinou, quando, e se algo mudou.',
      },
      {
        title: 'As datas',
        text: 'Peça ao titular o pacote de prova: os carimbos do tempo e a entrada no registro público se conferem sem internet, com os comandos do LEIA-ME.txt.',
      },
    ],
    commands: [
      ['Linux', 'sha256sum arquivo.zip'],
      ['macOS', 'shasum -a 256 arquivo.zip'],
      ['Windows', 'certutil -hashfile arquivo.zip SHA256'],
    ],
    publicLog: 'O registro público:',
    verificationKeyLink: 'Chave de verificação',
  },
  legend: {
    title: 'O que a conferência responde',
    unknownNumber: 'Número inexistente',
    unknownNumberText: 'Não foi emitido por este serviço.',
  },
} as const;
