import { displayName } from '@g2/terms/names';
import { formatCents, formatDateTime } from '@g2/terms/pt-br';
import { DEFAULT_CORRECTION_REASON, STATUS_NAMES } from '@g2/terms/statuses';
import { visibleLines } from '../text.ts';
import { type AboutRegistration, type Mail, mail, pageOf, shortLine } from './mails.ts';

export const STATUS_NOTES: Record<string, string> = {
  paid: 'Seu registro aguarda a análise da nossa equipe (1 a 2 dias úteis).',
  reviewing: 'Nossa equipe está analisando o seu registro (3 a 5 dias úteis).',
  government_processing: 'Seu registro seguiu para a etapa governamental (15 a 30 dias úteis).',
  completed: 'O processo foi concluído; o certificado vem em seguida (1 a 2 dias úteis).',
};

type StatusMail = AboutRegistration & {
  fromStatus?: string | undefined;
  toStatus: string;
  reason?: string | undefined;
};

/** A change back to `submitted` means requested corrections. First payments and certificates have separate mails. */
export function statusChanged(firstName: string, change: StatusMail, publicUrl: string): Mail {
  const title = shortLine(change.title);
  const reason = visibleLines(change.reason ?? '');
  const link = (label: string) => `${label}: ${pageOf(publicUrl, change.registrationId)}`;
  if (change.toStatus === 'submitted') {
    return mail(`Correções solicitadas: ${title}`, firstName, [
      `Nossa equipe pediu correções no registro "${title}".`,
      `Motivo: ${reason || DEFAULT_CORRECTION_REASON}`,
      'Faça os ajustes e reenvie o registro pelo painel. Um registro já pago não é cobrado de novo.',
      link('Ver e corrigir'),
    ]);
  }
  const name = displayName(STATUS_NAMES, change.toStatus);
  const from = displayName(STATUS_NAMES, change.fromStatus ?? '');
  return mail(`${name}: ${title}`, firstName, [
    `O status do registro "${title}" mudou${from ? ` de "${from}"` : ''} para "${name}".`,
    ...(reason ? [`Motivo: ${reason}`] : []),
    ...(STATUS_NOTES[change.toStatus] ? [STATUS_NOTES[change.toStatus] ?? ''] : []),
    link('Acompanhe'),
  ]);
}

export const certificateReady = (
  firstName: string,
  issued: AboutRegistration & { number: string },
  publicUrl: string,
): Mail =>
  mail(`Certificado disponível: ${shortLine(issued.title)}`, firstName, [
    `O status do registro "${shortLine(issued.title)}" mudou para "${STATUS_NAMES.certificate_issued}": o certificado nº ${issued.number} está pronto.`,
    `Baixar certificado: ${pageOf(publicUrl, issued.registrationId, 'certificado')}`,
  ]);

export const certificateRevoked = (
  firstName: string,
  { registrationId, number, title, reason }: AboutRegistration & { number: string; reason: string },
  publicUrl: string,
): Mail =>
  mail(`Certificado revogado: ${shortLine(title)}`, firstName, [
    `O certificado nº ${number} do registro "${shortLine(title)}" foi revogado pela nossa equipe. A prova do depósito continua a existir.`,
    `Motivo: ${visibleLines(reason)}`,
    `O que lê quem confere o número: ${publicUrl}/verificar/${number}`,
    `O seu registro: ${pageOf(publicUrl, registrationId)}`,
    `Se não concorda, fale conosco: ${publicUrl}/help`,
  ]);

export const paymentReminder = (
  firstName: string,
  file: AboutRegistration & { fileName: string; amountCents: number },
  publicUrl: string,
): Mail => {
  const title = shortLine(file.title);
  return mail(`Falta só o pagamento: ${title}`, firstName, [
    `O arquivo "${shortLine(file.fileName)}" do registro "${title}" está guardado, com o hash calculado. Para o registro seguir para análise, falta o pagamento de ${formatCents(file.amountCents)}.`,
    `Pagar o registro: ${publicUrl}/dashboard?pay=${file.registrationId}`,
    `Se algo impediu o pagamento, ou se tem dúvidas, fale conosco: ${publicUrl}/help`,
  ]);
};

/** The mail does not contain the text of the message: the client reads it on the website. */
export const newStaffMessage = (firstName: string, waiting: AboutRegistration, publicUrl: string): Mail => {
  const title = shortLine(waiting.title);
  return mail(`Nova mensagem da equipe: ${title}`, firstName, [
    `Nossa equipe escreveu para você sobre o registro "${title}".`,
    'Leia e responda na página do registro, em Mensagens. Não é preciso responder a este e-mail.',
    `Ler a mensagem: ${pageOf(publicUrl, waiting.registrationId, 'mensagens')}`,
  ]);
};

type ExpiringFile = AboutRegistration & {
  fileName: string;
  expiresAt: Date;
  /** True when another account has paid for a registration of the same file. */
  fileTaken: boolean;
};

/** Mail before the file of an unpaid registration is deleted (api-rules R5). */
export const unpaidFileExpiring = (firstName: string, file: ExpiringFile, publicUrl: string): Mail => {
  const title = shortLine(file.title);
  const [what, when] = [shortLine(file.fileName), formatDateTime(file.expiresAt)];
  if (file.fileTaken) {
    return mail(`Arquivo a ser removido: ${title}`, firstName, [
      `O arquivo "${what}" do registro "${title}" será removido em ${when} (horário de Brasília). O mesmo arquivo foi registrado por outra pessoa, que pagou antes, e este registro não pode mais ser pago com ele.`,
      'Os dados do registro continuam na sua conta.',
      `O seu registro: ${pageOf(publicUrl, file.registrationId)}`,
      `Se a autoria é sua, fale conosco: ${publicUrl}/help`,
    ]);
  }
  return mail(`Arquivo a ser removido: ${title}`, firstName, [
    `O arquivo "${what}" do registro "${title}" será removido em ${when} (horário de Brasília) se o pagamento não for feito até lá.`,
    'Os dados do registro continuam na sua conta: depois da remoção, basta enviar o arquivo novamente.',
    `Pagar agora: ${publicUrl}/dashboard?pay=${file.registrationId}`,
  ]);
};
