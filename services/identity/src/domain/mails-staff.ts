import { type Attachment, type Mail, mail, titleIn } from './mails.ts';
import { shownLines } from './text.ts';

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
