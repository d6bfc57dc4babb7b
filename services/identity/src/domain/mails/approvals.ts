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

export const approvalRequested = (
  firstName: string,
  operation: string,
  requester: string,
  publicUrl: string,
): Mail =>
  mail(`Aprovação pedida: ${actOf(operation)}`, firstName, [
    `${nameInMail(requester)} pediu para ${actOf(operation)}. O pedido só é executado se outro administrador aprovar, em até 7 dias.`,
    pageOf(publicUrl),
    'Se você não esperava por este pedido, fale com quem pediu antes de aprovar.',
  ]);

type Decision = { operation: string; state: string; decider: string; note: string; failure: string };

export function approvalDecided(firstName: string, decision: Decision, publicUrl: string): Mail {
  const [act, decider] = [actOf(decision.operation), nameInMail(decision.decider)];
  const write = (outcome: string, said: string, reason?: string) =>
    mail(`Pedido ${outcome}: ${act}`, firstName, [
      `${decider} ${said}`,
      ...(reason === undefined ? [] : [`Motivo: ${oneLine(reason)}`]),
      pageOf(publicUrl),
    ]);
  const approved = `aprovou o seu pedido para ${act}`;
  if (decision.state === 'refused')
    return write('recusado', `recusou o seu pedido para ${act}.`, decision.note);
  if (decision.state === 'failed')
    return write('não executado', `${approved}, mas ele não pôde ser executado.`, decision.failure);
  return write('aprovado', `${approved}, e ele foi executado.`);
}
