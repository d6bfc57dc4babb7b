import { formatInteger } from '../../lib/format.ts';

export const texts = {
  title: 'Prova do depósito',
  failed: 'Não foi possível carregar a prova do depósito.',
  loading: 'Carregando a prova do depósito',
  noFile: 'Começa com o envio do arquivo: o hash e a hora da chegada são guardados antes do pagamento.',
  provableSince: 'Comprovável desde',
  provableSinceBy: (time: string, authority: string) => `${time}, por carimbo de ${authority}`,
  notProvable: 'Ainda sem carimbo do tempo',
  waiting: 'Está sendo gravada: aparece aqui em instantes.',
  recordedOn: 'Guardada em',
  stamps: 'Carimbos do tempo',
  stampCount: (received: number, total: number) => `${formatInteger(received)} de ${formatInteger(total)}`,
  stampsPending: (count: number) =>
    count === 1
      ? 'Um ainda está por vir. Ele é pedido de novo até chegar, e nada espera por ele.'
      : `${formatInteger(count)} ainda estão por vir. São pedidos de novo até chegarem, e nada espera por eles.`,
  stampSubject: { file: 'do arquivo', certificate: 'do certificado' } as Readonly<Record<string, string>>,
  log: 'Registro público',
  logPosition: (index: number, size: number) =>
    `Entrada ${formatInteger(index)} (a contar de 0) de ${formatInteger(size)}`,
  notInLog: 'A entrada será publicada em instantes.',
  contents: 'Conteúdo do arquivo',
  contentsRoot: (files: number) =>
    `Raiz do manifesto de ${formatInteger(files)} ${files === 1 ? 'arquivo' : 'arquivos'}`,
  contentsNotInspected: 'Ainda não examinado',
  certificate: 'Certificado',
  noCertificate: 'Ainda não emitido',
  download: {
    unavailable: 'Certificado não disponível',
    unavailableText: 'O certificado ainda não foi emitido para este registro.',
    notFound: 'Registro não encontrado',
    notFoundText: 'O registro não existe mais ou não pertence à sua conta.',
    failed: 'Erro no download',
    failedText: 'Não foi possível baixar o arquivo. Tente novamente.',
    done: 'Download concluído',
    doneText: 'O arquivo foi salvo no seu dispositivo.',
    started: 'Download iniciado',
  },
} as const;
