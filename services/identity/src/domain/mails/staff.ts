import { displayName } from '@g2/terms/names';
import { formatCents, formatDateTime } from '@g2/terms/pt-br';
import { nameInMail, visibleLines } from '../text.ts';
import { type AboutRegistration, type Attachment, type Mail, mail, shortLine } from './mails.ts';

type PaymentAlert = {
  kind: string;
  text: string;
  paymentId?: string | undefined;
  title?: string | undefined;
  amountCents?: number | undefined;
  dueBy?: Date | undefined;
  nextAction?: string | undefined;
  /** The client's name; null when the account is deleted or the alert is not about a payment. */
  client: string | null;
};

const ALERT_NAMES: Readonly<Record<string, string>> = {
  refund: 'Reembolso feito',
  'refund-failed': 'Devolução a fazer',
  'late-payment': 'Pagamento fora do prazo',
  dispute: 'Contestação',
  'stays-closed': 'Registro que continua encerrado',
  'purchase-reversed': 'Créditos estornados',
  'payment-mismatch': 'Pagamento que não confere',
  'payment-contradiction': 'Pagamento em contradição',
  'payment-unknown': 'Pagamento desconhecido',
  'webhook-refused': 'Aviso do Stripe recusado',
};

export function adminAlert(firstName: string, alert: PaymentAlert, publicUrl: string): Mail {
  const { paymentId, title, amountCents, dueBy, nextAction, client } = alert;
  const name = shortLine(displayName(ALERT_NAMES, alert.kind), 60);
  const about = [
    client && `Cliente: ${shortLine(client)}`,
    title && `Referente a: ${shortLine(title)}`,
    amountCents !== undefined && `Valor do pagamento: ${formatCents(amountCents)}`,
    dueBy && `Prazo para responder: ${formatDateTime(dueBy)} (horário de Brasília)`,
  ].filter((line) => typeof line === 'string' && line !== '');
  return mail(`Alerta de pagamentos: ${name}${client ? `, ${shortLine(client, 60)}` : ''}`, firstName, [
    visibleLines(alert.text),
    ...(about.length > 0 ? [about.join('\n')] : []),
    ...(nextAction ? [`O que fazer: ${visibleLines(nextAction)}`] : []),
    paymentId
      ? `Abrir o pagamento: ${publicUrl}/admin/payments?open=${paymentId}`
      : `Painel administrativo: ${publicUrl}/admin`,
  ]);
}

export const objectDamaged = (
  firstName: string,
  { registrationId, objectKey, damage }: { registrationId: string; objectKey: string; damage: string },
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

/** The mail does not contain the text of the message: the staff read it on the website. */
export const newClientMessage = (
  firstName: string,
  { registrationId, title }: AboutRegistration,
  publicUrl: string,
): Mail =>
  mail(`Nova mensagem do cliente: ${shortLine(title)}`, firstName, [
    `O cliente escreveu sobre o registro "${shortLine(title)}".`,
    `Ler e responder: ${publicUrl}/operator/registrations/${registrationId}`,
    `Todas as mensagens não lidas: ${publicUrl}/operator?view=messages`,
  ]);

/** Mail with the report that an admin exported. @param period days @param attachment undefined: too large for a mail */
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

type NewAdmin = { id: string; firstName: string; lastName: string };

/** Mail to every other active admin about a new admin: a promotion must not go unnoticed. */
export const newAdmin = (firstName: string, { id, ...names }: NewAdmin, publicUrl: string): Mail => {
  const name = nameInMail(`${names.firstName} ${names.lastName}`);
  return mail(`Novo administrador: ${name}`, firstName, [
    `${name} passou a ter acesso de administrador.`,
    'Se ninguém da equipe decidiu isso, desative a conta agora e confira na trilha quem a alterou.',
    `Ver o usuário: ${publicUrl}/admin/users/${id}`,
    `Ver a trilha: ${publicUrl}/admin/trilha?subject=${id}`,
  ]);
};

export const becameAdmin = (firstName: string, publicUrl: string): Mail =>
  mail('Você agora é administrador', firstName, [
    'Sua conta passou a ter acesso de administrador: ela vê dados de todos os clientes, e o que você faz fica na trilha de auditoria.',
    `Se você não esperava por isso, fale conosco: ${publicUrl}/help`,
    `Painel administrativo: ${publicUrl}/admin`,
  ]);
