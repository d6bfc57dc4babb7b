import { payableUntil } from '@g2/terms/bank-days';
import { formatBoleto } from '@g2/terms/boleto';
import { displayName } from '@g2/terms/names';
import { PAYMENT_METHOD_RECEIPT_NAMES } from '@g2/terms/payments';
import { serviceName } from '@g2/terms/prices';
import { formatCents, formatCredits, formatDate, formatDateTime } from '@g2/terms/pt-br';
import { STATUS_NAMES } from '@g2/terms/statuses';
import { type AboutRegistration, type Mail, mail, pageOf, shortLine } from './mails.ts';
import { STATUS_NOTES } from './registrations.ts';

const NOT_INPI =
  'A G2 Software Registry é uma empresa privada: não é o INPI (Instituto Nacional da Propriedade Industrial) nem ' +
  'age em nome dele. Este recibo comprova o pagamento pelos nossos serviços; não é guia nem comprovante de ' +
  'retribuição ao INPI, e não substitui a nota fiscal.';

type Paid = { amountCents: number; method: string; paidAt: Date };

const itemised = (service: string, { amountCents, method, paidAt }: Paid, references: string[]): string =>
  [
    `Serviço: ${service}`,
    'Quantidade: 1',
    `Valor unitário: ${formatCents(amountCents)}`,
    `Total pago: ${formatCents(amountCents)}`,
    `Forma de pagamento: ${displayName(PAYMENT_METHOD_RECEIPT_NAMES, method)}`,
    `Data: ${formatDateTime(paidAt)} (horário de Brasília)`,
    ...references,
  ].join('\n');

/** Receipt for the payment of a registration. Amount in cents. */
export const registrationReceipt = (
  firstName: string,
  paid: AboutRegistration & Paid & { paymentId: string },
  publicUrl: string,
): Mail =>
  mail(`Recibo de pagamento: ${shortLine(paid.title)}`, firstName, [
    `Recebemos o seu pagamento: o status do registro "${shortLine(paid.title)}" agora é "${STATUS_NAMES.paid}". ${STATUS_NOTES.paid}`,
    itemised(`${serviceName(paid.amountCents)}: "${shortLine(paid.title)}"`, paid, [
      `Pagamento: ${paid.paymentId}`,
      `Registro: ${paid.registrationId}`,
    ]),
    `Recibo em PDF: ${pageOf(publicUrl, paid.registrationId, 'recibo')}`,
    NOT_INPI,
  ]);

type Purchase = Omit<Paid, 'amountCents'> & { purchaseId: string; credits: number; priceInCents: number };

/** Receipt for a purchase of credits. Price in cents, credits in hundredths; an empty method means a card. */
export const purchaseReceipt = (firstName: string, bought: Purchase, publicUrl: string): Mail =>
  mail('Recibo da compra de créditos', firstName, [
    'Recebemos o seu pagamento, e os créditos já estão no seu saldo.',
    itemised(
      `${formatCredits(bought.credits)} pré-pagos`,
      { ...bought, amountCents: bought.priceInCents, method: bought.method || 'card' },
      [`Compra: ${bought.purchaseId}`],
    ),
    `Seu painel: ${publicUrl}/dashboard`,
    NOT_INPI,
  ]);

type IssuedBoleto = {
  /** Absent when the boleto pays a purchase of credits. */
  registrationId?: string | undefined;
  title: string;
  amountCents: number;
  code: string;
  pdf?: string | undefined;
  expiresAt: Date;
};

export const boletoIssued = (firstName: string, boleto: IssuedBoleto, publicUrl: string): Mail => {
  const { registrationId, amountCents, code, pdf, expiresAt } = boleto;
  const { last, due: late } = payableUntil(expiresAt, expiresAt);
  const title = shortLine(boleto.title);
  const what = registrationId ? title : 'compra de créditos';
  const next = 'assim que o banco confirmar o pagamento, em até 2 dias úteis.';
  return mail(`Boleto gerado: ${what}`, firstName, [
    registrationId
      ? `O boleto do registro "${title}" está pronto. O registro segue para análise ${next}`
      : `O boleto da sua compra de créditos está pronto. Os créditos entram no saldo ${next}`,
    [
      `Valor: ${formatCents(amountCents)}`,
      `Vence em: ${formatDate(expiresAt)}${late === null ? '' : ` (dia sem bancos: pode ser pago até ${last})`}`,
      `Linha digitável: ${formatBoleto(code)}`,
      `Só os números: ${code}`,
    ].join('\n'),
    ...(pdf ? [`Abrir o boleto (PDF): ${pdf}`] : []),
    `Ver no painel: ${publicUrl}/dashboard${registrationId ? `?pay=${registrationId}` : ''}`,
  ]);
};

type ReturnedPayment = AboutRegistration & {
  amountCents: number;
  /** YYYY-MM-DD. */
  transferredOn: string;
  reference: string;
};

/** Mail after an admin returned an unexpected payment by bank transfer. Amount in cents. */
export const paymentReturned = (firstName: string, back: ReturnedPayment, publicUrl: string): Mail => {
  const title = shortLine(back.title);
  const day = back.transferredOn.split('-').toReversed().join('/');
  return mail(`Devolvemos o valor de um pagamento: ${title}`, firstName, [
    `Um pagamento do registro "${title}" chegou depois de o registro já não esperar por ele. Devolvemos o valor por transferência.`,
    [
      `Valor: ${formatCents(back.amountCents)}`,
      `Data da transferência: ${day}`,
      `Identificação: ${shortLine(back.reference)}`,
    ].join('\n'),
    `O seu registro: ${pageOf(publicUrl, back.registrationId)}`,
    `Se o valor não chegou, fale conosco: ${publicUrl}/help`,
  ]);
};
