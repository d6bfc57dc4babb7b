import { MAX_LENGTH, UPDATE_FEE_CENTS } from '@g2/gateway/contract/constants';
import { formatCents, formatInteger } from '../../lib/format.ts';

const formattedFee = formatCents(UPDATE_FEE_CENTS);
const countedFiles = (count: number): string =>
  `${formatInteger(count)} ${count === 1 ? 'arquivo' : 'arquivos'}`;

export const texts = {
  title: 'Versões',
  loading: 'Carregando as versões',
  failed: 'Não foi possível carregar as versões.',
  list: 'Versões deste programa, da mais antiga para a mais nova',
  name: (number: number) => `Versão ${number}`,
  nameAndTitle: (number: number, title: string) => `Versão ${number} de ${title}`,
  currentVersion: 'esta',
  noFile: 'Ainda sem arquivo',
  certifiedOn: (date: string) => `Certificado em ${date}`,
  startedOn: (date: string) => `Iniciada em ${date}`,
  hash: (shortHash: string) => `SHA-256 ${shortHash}`,
  firstVersionNote:
    'O programa mudou? A nova versão ganha o próprio hash e o próprio certificado, que continua este.',
  start: 'Registrar nova versão',
  closedNote: 'De um registro encerrado não parte uma nova versão.',
  continueVersion: (number: number) => `Continuar a versão ${number}`,
  changesSince: (number: number) => `O que mudou desde a versão ${number}`,
  compareWith: 'Comparar com',
  comparing: 'Comparando as duas versões',
  compareFailed: 'Não foi possível comparar as duas versões.',
  kindTotals: {
    added: 'adicionados',
    removed: 'removidos',
    changed: 'alterados',
    unchanged: 'iguais',
  },
  rootRenamed: (oldName: string, newName: string) =>
    `A pasta de cima mudou de nome, de ${oldName} para ${newName}: comparamos o que há dentro dela.`,
  identical: 'Nenhum arquivo mudou: os dois ZIPs têm o mesmo conteúdo.',
  folders: 'Por pasta',
  languages: 'Por linguagem',
  rootFolder: '(na raiz)',
  otherLanguage: 'Outros',
  moreGroups: (count: number) => `e mais ${formatInteger(count)}`,
  changedOfTotal: (changed: number, total: number) => `${formatInteger(changed)} de ${countedFiles(total)}`,
  fileList: 'Arquivos das duas versões',
  dialog: {
    title: (number: number) => `Registrar a versão ${number}`,
    feeNote: `A nova versão custa ${formattedFee}, pagos uma única vez. Nada é cobrado agora.`,
    points: [
      'Os dados e os titulares são copiados; confira-os e altere o que for preciso antes de pagar.',
      'Você envia um novo ZIP, e vê o que mudou em relação ao anterior antes de pagar.',
      'O certificado de antes continua válido, e cada um diz qual é o outro.',
    ],
    fieldLabel: 'O que mudou nesta versão',
    fieldHint: 'Só você e a nossa equipe leem.',
    counter: (count: number) =>
      `${formatInteger(count)} de ${formatInteger(MAX_LENGTH.whatIsNew)} caracteres`,
    required: 'Conte o que mudou nesta versão',
    submit: 'Continuar para o arquivo',
    failed: 'Não foi possível iniciar a nova versão. Tente novamente.',
    openExisting: 'Abrir essa versão',
  },
} as const;
