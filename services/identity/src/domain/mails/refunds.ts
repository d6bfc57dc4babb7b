import { isClosureReason } from '@g2/terms/closures';
import { formatCents, formatDate } from '@g2/terms/pt-br';
import { type AboutRegistration, type Mail, mail, pageOf, shortLine } from './mails.ts';

type Closed = AboutRegistration & {
  closure?: { reason: string; amountCents: number; at: Date | undefined } | undefined;
};

const WHEN =
  'O prazo para o valor aparecer depende do banco ou da operadora do cartão: em geral, até 10 dias úteis.';
const help = (publicUrl: string) => `Se algo não está certo, fale conosco: ${publicUrl}/help`;

/** Mail about a registration that was closed because its payment was returned. Without `closure` it was reopened. */
export function closureNotice(firstName: string, closed: Closed, publicUrl: string): Mail {
  const title = shortLine(closed.title);
  const { closure } = closed;
  const links = [`O seu registro: ${pageOf(publicUrl, closed.registrationId)}`, help(publicUrl)];
  if (!closure?.at || !isClosureReason(closure.reason)) {
    return mail(`Registro reaberto: ${title}`, firstName, [
      `O registro "${title}" voltou a andar: a devolução do pagamento não se concluiu.`,
      ...links,
    ]);
  }
  const [cents, day] = [formatCents(closure.amountCents), formatDate(closure.at)];
  const what =
    closure.reason === 'refunded'
      ? [`Devolvemos ${cents} do registro "${title}" em ${day}, e o registro foi encerrado.`, WHEN]
      : [
          `O banco decidiu a contestação do pagamento do registro "${title}" a seu favor em ${day}: ${cents} voltam para você, e o registro foi encerrado.`,
        ];
  return mail(`Registro encerrado: ${title}`, firstName, [
    ...what,
    'Nenhuma etapa segue. A prova de que o arquivo chegou continua a existir e pode ser baixada na página do registro.',
    ...links,
  ]);
}

type Refunded = {
  registrationId?: string | undefined;
  title: string;
  amountCents: number;
  refundedCents: number;
  failed: boolean;
};

/** Mail about a partial refund, a refunded credit purchase, or a failed refund. Amounts in cents. */
export function refundNotice(firstName: string, refunded: Refunded, publicUrl: string): Mail {
  const { registrationId, amountCents, refundedCents, failed } = refunded;
  const what = registrationId ? `do registro "${shortLine(refunded.title)}"` : 'da compra de créditos';
  const page = registrationId
    ? `O seu registro: ${pageOf(publicUrl, registrationId)}`
    : `Seu painel: ${publicUrl}/dashboard`;
  if (failed) {
    return mail('A devolução não se concluiu', firstName, [
      `O banco recusou a devolução do pagamento ${what}. Nossa equipe já sabe e vai tentar de outra forma.`,
      page,
      help(publicUrl),
    ]);
  }
  return mail(`Devolvemos ${formatCents(refundedCents)}`, firstName, [
    `Devolvemos ${formatCents(refundedCents)} dos ${formatCents(amountCents)} pagos ${what}.`,
    WHEN,
    page,
    help(publicUrl),
  ]);
}

/** Mail about a payment that the registration no longer expected; the service returns it. Amount in cents. */
export function returnNotice(
  firstName: string,
  paid: AboutRegistration & { amountCents: number; method: string },
  publicUrl: string,
): Mail {
  const cents = formatCents(paid.amountCents);
  const how =
    paid.method === 'boleto'
      ? 'Boletos são devolvidos por transferência: nossa equipe vai fazê-la e avisar você por e-mail. Se tiver outro boleto deste registro, não o pague.'
      : 'A devolução é automática, pelo mesmo meio em que você pagou. O prazo depende do banco ou da operadora do cartão: em geral, até 10 dias úteis.';
  return mail(`Vamos devolver ${cents}`, firstName, [
    `Recebemos ${cents} do registro "${shortLine(paid.title)}", que já não esperava este pagamento. O valor volta para você.`,
    how,
    `O seu registro: ${pageOf(publicUrl, paid.registrationId)}`,
    help(publicUrl),
  ]);
}
