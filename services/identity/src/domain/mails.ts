import { nameOf } from '@g2/terms/names';
import { PAYMENT_METHOD_RECEIPT_NAMES } from '@g2/terms/payments';
import { serviceName } from '@g2/terms/prices';
import { formatCents, formatCredits, formatDateTime } from '@g2/terms/pt-br';
import { DEFAULT_CORRECTION_REASON, STATUS_NAMES } from '@g2/terms/statuses';
import { cut, nameInMail, oneLine, shownLines } from './text.ts';

/**
 * A mail as it is queued: plain text, pt-BR; one file may go with it. Its HTML is made of the text when it is sent
 * (`mail-html.ts`): blocks stand apart by an empty line, a link stands alone as `ação: endereço`.
 */
export type Mail = { subject: string; body: string; attachment?: Attachment };
export type Attachment = { name: string; content: Buffer };

const SIGNATURE = 'G2 Software Registry';
const NOT_INPI =
  'A G2 Software Registry é uma empresa privada: não é o INPI (Instituto Nacional da Propriedade Industrial) nem ' +
  'age em nome dele. Este recibo comprova o pagamento pelos nossos serviços; não é guia nem comprovante de ' +
  'retribuição ao INPI, e não substitui a nota fiscal.';

const STATUS_NOTES: Record<string, string> = {
  paid: 'Seu registro aguarda a análise da nossa equipe (1 a 2 dias úteis).',
  reviewing: 'Nossa equipe está analisando o seu registro (3 a 5 dias úteis).',
  government_processing: 'Seu registro seguiu para a etapa governamental (15 a 30 dias úteis).',
  completed: 'O processo foi concluído; o certificado vem em seguida (1 a 2 dias úteis).',
};
/** A registration's page; with one of its documents, or its messages, at hand. */
const pageOf = (
  publicUrl: string,
  registrationId: string,
  document?: 'certificado' | 'recibo' | 'mensagens',
): string =>
  `${publicUrl}/registros/${registrationId}${document === undefined ? '' : `?documento=${document}`}`;

/** Titles go into headers and lines: one line, of bearable length. */
export const titleIn = (title: string, max = 120): string => cut(oneLine(title), max);

/**
 * A mail of ours: the greeting, its blocks, the signature.
 * @param firstName undefined where the address may be of somebody who never typed it
 */
export const mail = (subject: string, firstName: string | undefined, paragraphs: string[]): Mail => ({
  subject,
  body: [firstName === undefined ? 'Olá!' : `Olá, ${nameInMail(firstName)}!`, ...paragraphs, SIGNATURE].join(
    '\n\n',
  ),
});

/** Of an account that an identity provider vouches for. @param publicUrl origin of every link */
export const welcome = (firstName: string, publicUrl: string): Mail =>
  mail('Boas-vindas ao G2 Software Registry', firstName, [
    'Sua conta foi criada. Você já pode registrar a autoria do seu software: preencha os dados, envie o arquivo ZIP e acompanhe cada etapa pelo painel.',
    `Acesse: ${publicUrl}/dashboard`,
  ]);

export type StatusMail = {
  registrationId: string;
  title: string;
  fromStatus?: string | undefined;
  toStatus: string;
  reason?: string | undefined;
};

/**
 * Each status change (contract rule 10); back in submitted means corrections, and says the reason. The first payment is
 * told by its receipt, the certificate by the mail that has it: one mail each.
 */
export function statusChanged(firstName: string, change: StatusMail, publicUrl: string): Mail {
  const title = titleIn(change.title);
  const reason = shownLines(change.reason ?? '');
  const link = (label: string) => `${label}: ${pageOf(publicUrl, change.registrationId)}`;
  if (change.toStatus === 'submitted') {
    return mail(`Correções solicitadas: ${title}`, firstName, [
      `Nossa equipe pediu correções no registro "${title}".`,
      `Motivo: ${reason || DEFAULT_CORRECTION_REASON}`,
      'Faça os ajustes e reenvie o registro pelo painel. Um registro já pago não é cobrado de novo.',
      link('Ver e corrigir'),
    ]);
  }
  const name = nameOf(STATUS_NAMES, change.toStatus);
  const from = nameOf(STATUS_NAMES, change.fromStatus ?? '');
  return mail(`${name}: ${title}`, firstName, [
    `O status do registro "${title}" mudou${from ? ` de "${from}"` : ''} para "${name}".`,
    ...(reason ? [`Motivo: ${reason}`] : []),
    ...(STATUS_NOTES[change.toStatus] ? [STATUS_NOTES[change.toStatus] ?? ''] : []),
    link('Acompanhe'),
  ]);
}

export type RegistrationReceipt = {
  paymentId: string;
  registrationId: string;
  title: string;
  method: string;
  amountCents: number;
  paidAt: Date;
};

type Item = { service: string; amountCents: number; method: string; paidAt: Date; references: string[] };

/** What was paid, line by line: of everything we sell there is one. */
const itemised = ({ service, amountCents, method, paidAt, references }: Item): string =>
  [
    `Serviço: ${service}`,
    'Quantidade: 1',
    `Valor unitário: ${formatCents(amountCents)}`,
    `Total pago: ${formatCents(amountCents)}`,
    `Forma de pagamento: ${method}`,
    `Data: ${formatDateTime(paidAt)} (horário de Brasília)`,
    ...references,
  ].join('\n');

/** Receipt of a registration's payment, and what comes of it. Amount in cents. */
export const registrationReceipt = (firstName: string, paid: RegistrationReceipt, publicUrl: string): Mail =>
  mail(`Recibo de pagamento: ${titleIn(paid.title)}`, firstName, [
    `Recebemos o seu pagamento: o status do registro "${titleIn(paid.title)}" agora é "${STATUS_NAMES.paid}". ${STATUS_NOTES.paid}`,
    itemised({
      service: `${serviceName(paid.amountCents)}: "${titleIn(paid.title)}"`,
      amountCents: paid.amountCents,
      method: nameOf(PAYMENT_METHOD_RECEIPT_NAMES, paid.method),
      paidAt: paid.paidAt,
      references: [`Pagamento: ${paid.paymentId}`, `Registro: ${paid.registrationId}`],
    }),
    `Recibo em PDF: ${pageOf(publicUrl, paid.registrationId, 'recibo')}`,
    NOT_INPI,
  ]);

export type PurchaseReceipt = {
  purchaseId: string;
  credits: number;
  priceInCents: number;
  /** Empty for a card. */
  method: string;
  paidAt: Date;
};

/** Receipt of a credit purchase. Price in cents, credits in hundredths. */
export const purchaseReceipt = (firstName: string, bought: PurchaseReceipt, publicUrl: string): Mail =>
  mail('Recibo da compra de créditos', firstName, [
    'Recebemos o seu pagamento, e os créditos já estão no seu saldo.',
    itemised({
      service: `${formatCredits(bought.credits)} pré-pagos`,
      amountCents: bought.priceInCents,
      method: nameOf(PAYMENT_METHOD_RECEIPT_NAMES, bought.method || 'card'),
      paidAt: bought.paidAt,
      references: [`Compra: ${bought.purchaseId}`],
    }),
    `Seu painel: ${publicUrl}/dashboard`,
    NOT_INPI,
  ]);

export type BoletoGivenBack = {
  registrationId: string;
  title: string;
  amountCents: number;
  /** YYYY-MM-DD. */
  transferredOn: string;
  reference: string;
};

/** An admin returned by transfer what a boleto brought too late. */
export const boletoGivenBack = (firstName: string, back: BoletoGivenBack, publicUrl: string): Mail => {
  const title = titleIn(back.title);
  const day = back.transferredOn.split('-').toReversed().join('/');
  return mail(`Devolvemos o valor do boleto: ${title}`, firstName, [
    `Um boleto do registro "${title}" foi pago depois de o registro já não esperar por ele. Devolvemos o valor por transferência.`,
    [
      `Valor: ${formatCents(back.amountCents)}`,
      `Data da transferência: ${day}`,
      `Identificação: ${titleIn(back.reference)}`,
    ].join('\n'),
    `O seu registro: ${pageOf(publicUrl, back.registrationId)}`,
    `Se o valor não chegou, fale conosco: ${publicUrl}/help`,
  ]);
};

/** The last status, and that the certificate can be downloaded. */
export const certificateReady = (
  firstName: string,
  issued: { registrationId: string; number: string; title: string },
  publicUrl: string,
): Mail =>
  mail(`Certificado disponível: ${titleIn(issued.title)}`, firstName, [
    `O status do registro "${titleIn(issued.title)}" mudou para "${STATUS_NAMES.certificate_issued}": o certificado nº ${issued.number} está pronto.`,
    `Baixar certificado: ${pageOf(publicUrl, issued.registrationId, 'certificado')}`,
  ]);

export type RevokedCertificate = { registrationId: string; number: string; title: string; reason: string };

/** An admin revoked it: what strangers read from now on, and whom to ask. */
export const certificateRevoked = (
  firstName: string,
  { registrationId, number, title, reason }: RevokedCertificate,
  publicUrl: string,
): Mail =>
  mail(`Certificado revogado: ${titleIn(title)}`, firstName, [
    `O certificado nº ${number} do registro "${titleIn(title)}" foi revogado pela nossa equipe. A prova do depósito continua a existir.`,
    `Motivo: ${shownLines(reason)}`,
    `O que lê quem confere o número: ${publicUrl}/verificar/${number}`,
    `O seu registro: ${pageOf(publicUrl, registrationId)}`,
    `Se não concorda, fale conosco: ${publicUrl}/help`,
  ]);

export type AwaitedPayment = { registrationId: string; title: string; fileName: string; amountCents: number };

/** An admin reminds the owner of a stored file of its payment. */
export const paymentReminder = (firstName: string, file: AwaitedPayment, publicUrl: string): Mail => {
  const title = titleIn(file.title);
  return mail(`Falta só o pagamento: ${title}`, firstName, [
    `O arquivo "${titleIn(file.fileName)}" do registro "${title}" está guardado, com o hash calculado. Para o registro seguir para análise, falta o pagamento de ${formatCents(file.amountCents)}.`,
    `Pagar o registro: ${publicUrl}/dashboard?pay=${file.registrationId}`,
    `Se algo impediu o pagamento, ou se tem dúvidas, fale conosco: ${publicUrl}/help`,
  ]);
};

export type WaitingMessage = { registrationId: string; title: string };

/** The staff wrote to the owner: that there is something to read, and where; the text itself stays with the record. */
export const messageWaiting = (firstName: string, waiting: WaitingMessage, publicUrl: string): Mail => {
  const title = titleIn(waiting.title);
  return mail(`Nova mensagem da equipe: ${title}`, firstName, [
    `Nossa equipe escreveu para você sobre o registro "${title}".`,
    'Leia e responda na página do registro, em Mensagens. Não é preciso responder a este e-mail.',
    `Ler a mensagem: ${pageOf(publicUrl, waiting.registrationId, 'mensagens')}`,
  ]);
};

export type ExpiringFile = { registrationId: string; title: string; fileName: string; expiresAt: Date };

/** A file nobody paid for goes soon (contract rule 5). */
export const unpaidFileExpiring = (firstName: string, file: ExpiringFile, publicUrl: string): Mail => {
  const title = titleIn(file.title);
  return mail(`Arquivo a ser removido: ${title}`, firstName, [
    `O arquivo "${titleIn(file.fileName)}" do registro "${title}" será removido em ${formatDateTime(file.expiresAt)} (horário de Brasília) se o pagamento não for feito até lá.`,
    'Os dados do registro continuam na sua conta: depois da remoção, basta enviar o arquivo novamente.',
    `Pagar agora: ${publicUrl}/dashboard?pay=${file.registrationId}`,
  ]);
};

/** Something about payments that an admin must know. */
export const adminAlert = (
  firstName: string,
  alert: { kind: string; text: string },
  publicUrl: string,
): Mail =>
  mail(`Alerta de pagamentos: ${titleIn(alert.kind, 60)}`, firstName, [
    shownLines(alert.text),
    `Painel administrativo: ${publicUrl}/admin`,
  ]);

export type DamagedObject = { registrationId: string; objectKey: string; damage: string };

/** The bytes of a deposit are no longer what they were: an admin must act, and tell nobody else yet. */
export const objectDamaged = (
  firstName: string,
  { registrationId, objectKey, damage }: DamagedObject,
  publicUrl: string,
): Mail =>
  mail('Alerta de armazenamento: arquivo danificado', firstName, [
    damage === 'missing'
      ? 'A conferência periódica não encontrou o arquivo de um registro.'
      : 'A conferência periódica encontrou um arquivo que já não tem o hash do depósito.',
    [`Registro: ${registrationId}`, `Arquivo: ${objectKey}`].join('\n'),
    'O registro e as provas não mudaram. Restaure o arquivo da cópia de segurança e procure a causa; nada foi apagado nem substituído automaticamente.',
    `Painel administrativo: ${publicUrl}/admin`,
  ]);

/**
 * The copy of an export that an admin asked for (contract, last section).
 * @param period days it looks back
 * @param attachment absent when it is too large for a mail
 */
export function report(
  firstName: string,
  period: number,
  attachment: Attachment | undefined,
  publicUrl: string,
): Mail {
  const written = mail(`Relatório de registros: últimos ${period} dias`, firstName, [
    `Você exportou os registros dos últimos ${period} dias.`,
    attachment
      ? `O arquivo ${attachment.name} segue anexo. Ele contém dados pessoais: guarde-o com cuidado.`
      : 'O arquivo é grande demais para um e-mail: use o que foi baixado, ou exporte novamente pelo painel.',
    `Análises: ${publicUrl}/admin?tab=analytics`,
  ]);
  return attachment ? { ...written, attachment } : written;
}

/** An existing account was joined to the identity provider, and its unproven password removed. */
export const providerLinked = (firstName: string, publicUrl: string): Mail =>
  mail('Sua conta foi ligada ao provedor de identidade', firstName, [
    'Você entrou pelo provedor de identidade com o e-mail desta conta. Por segurança, a senha antiga, que nunca teve o e-mail confirmado, foi removida, e as outras sessões foram encerradas.',
    `Continue entrando pelo provedor: ${publicUrl}/auth`,
  ]);

/** An admin set another password. */
export const passwordReset = (firstName: string, publicUrl: string): Mail =>
  mail('Sua senha foi redefinida', firstName, [
    'A nossa equipe definiu uma nova senha para a sua conta, e as sessões abertas foram encerradas.',
    `Não fui eu: ${publicUrl}/auth/esqueci`,
    `Entrar: ${publicUrl}/auth`,
  ]);

/** The account's own user set another password. */
export const passwordChanged = (firstName: string, publicUrl: string): Mail =>
  mail('Sua senha foi alterada', firstName, [
    'A senha da sua conta foi alterada, e as outras sessões abertas foram encerradas.',
    `Não fui eu: ${publicUrl}/auth/esqueci`,
    `Entrar: ${publicUrl}/auth`,
  ]);
