import { MAX_LENGTH, UPDATE_FEE_CENTS } from '@g2/gateway/contract/common';
import { formatCents, formatInteger } from '../../lib/format.ts';

const price = formatCents(UPDATE_FEE_CENTS);
const files = (count: number): string => `${formatInteger(count)} ${count === 1 ? 'arquivo' : 'arquivos'}`;

export const texts = {
  title: 'Versões',
  loading: 'Carregando as versões',
  failed: 'Não foi possível carregar as versões.',
  list: 'Versões deste programa, da mais antiga para a mais nova',
  name: (number: number) => `Versão ${number}`,
  of: (number: number, title: string) => `Versão ${number} de ${title}`,
  here: 'esta',
  noFile: 'Ainda sem arquivo',
  issued: (date: string) => `Certificado em ${date}`,
  begun: (date: string) => `Iniciada em ${date}`,
  hash: (short: string) => `SHA-256 ${short}`,
  first: 'O programa mudou? A nova versão ganha o próprio hash e o próprio certificado, que continua este.',
  begin: 'Registrar nova versão',
  closed: 'De um registro encerrado não parte uma nova versão.',
  goOn: (number: number) => `Continuar a versão ${number}`,
  comparison: (number: number) => `O que mudou desde a versão ${number}`,
  against: 'Comparar com',
  comparing: 'Comparando as duas versões',
  compareFailed: 'Não foi possível comparar as duas versões.',
  total: {
    added: 'adicionados',
    removed: 'removidos',
    changed: 'alterados',
    unchanged: 'iguais',
  },
  renamed: (before: string, now: string) =>
    `A pasta de cima mudou de nome, de ${before} para ${now}: comparamos o que há dentro dela.`,
  identical: 'Nenhum arquivo mudou: os dois ZIPs têm o mesmo conteúdo.',
  folders: 'Por pasta',
  languages: 'Por linguagem',
  beside: '(na raiz)',
  otherLanguage: 'Outros',
  more: (count: number) => `e mais ${formatInteger(count)}`,
  group: (changed: number, total: number) => `${formatInteger(changed)} de ${files(total)}`,
  listOf: 'Arquivos das duas versões',
  dialog: {
    title: (number: number) => `Registrar a versão ${number}`,
    lead: `A nova versão custa ${price}, pagos uma única vez. Nada é cobrado agora.`,
    points: [
      'Os dados e os titulares são copiados; confira-os e altere o que for preciso antes de pagar.',
      'Você envia um novo ZIP, e vê o que mudou em relação ao anterior antes de pagar.',
      'O certificado de antes continua válido, e cada um diz qual é o outro.',
    ],
    field: 'O que mudou nesta versão',
    hint: 'Só você e a nossa equipe leem.',
    left: (count: number) => `${formatInteger(count)} de ${formatInteger(MAX_LENGTH.whatIsNew)} caracteres`,
    missing: 'Conte o que mudou nesta versão',
    submit: 'Continuar para o arquivo',
    failed: 'Não foi possível iniciar a nova versão. Tente novamente.',
    open: 'Abrir essa versão',
  },
} as const;
