import type { SensitiveRoute } from '@g2/terms/sensitive-acts';
import { nameInMail, oneLine } from '../text.ts';
import { type Mail, mail } from './mails.ts';

const NAMES: Readonly<Partial<Record<SensitiveRoute, string>>> = {
  changeRegistrationStatus: 'marcar um registro como pago',
  adjustCredits: 'dar créditos a um cliente',
  adjustUserCredits: 'dar créditos a um cliente',
  refundPayment: 'reembolsar um pagamento',
  recordTransfer: 'registrar a devolução de um pagamento',
  revokeCertificate: 'revogar um certificado',
  updateUser: 'tornar um usuário administrador',
  changeUserRole: 'tornar um usuário administrador',
  reactivateUser: 'reativar um administrador',
  resetUserFactors: 'remover o segundo fator de um administrador',
};

const actOf = (operation: string): string =>
  Object.entries(NAMES).find(([route]) => route === operation)?.[1] ?? 'um ato da administração';

const pageOf = (publicUrl: string) => `Ver os pedidos: ${publicUrl}/admin/aprovacoes`;

/** To the admins who may approve. @param asker name of the requester */
export const approvalRequested = (
  firstName: string,
  operation: string,
  asker: string,
  publicUrl: string,
): Mail =>
  mail(`Aprovação pedida: ${actOf(operation)}`, firstName, [
    `${nameInMail(asker)} pediu para ${actOf(operation)}. O pedido só é executado se outro administrador aprovar, em até 7 dias.`,
    pageOf(publicUrl),
    'Se você não esperava por este pedido, fale com quem pediu antes de aprovar.',
  ]);

export type Decision = { operation: string; state: string; decider: string; note: string; failure: string };

/** To the requester. */
export function approvalDecided(firstName: string, decision: Decision, publicUrl: string): Mail {
  const { operation, state, note, failure } = decision;
  const [act, decider] = [actOf(operation), nameInMail(decision.decider)];
  if (state === 'refused') {
    return mail(`Pedido recusado: ${act}`, firstName, [
      `${decider} recusou o seu pedido para ${act}.`,
      `Motivo: ${oneLine(note)}`,
      pageOf(publicUrl),
    ]);
  }
  if (state === 'failed') {
    return mail(`Pedido não executado: ${act}`, firstName, [
      `${decider} aprovou o seu pedido para ${act}, mas ele não pôde ser executado.`,
      `Motivo: ${oneLine(failure)}`,
      pageOf(publicUrl),
    ]);
  }
  return mail(`Pedido aprovado: ${act}`, firstName, [
    `${decider} aprovou o seu pedido para ${act}, e ele foi executado.`,
    pageOf(publicUrl),
  ]);
}
