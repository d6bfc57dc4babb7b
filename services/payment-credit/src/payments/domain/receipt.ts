import { PAYMENT_METHOD_RECEIPT_NAMES } from '@g2/terms/payments';
import { formatCents, formatDateTime } from '@g2/terms/pt-br';
import { losesCharacters, toWinAnsi } from '@g2/terms/win-ansi';
import type { RegistrationPayment } from './registration-payment.ts';

export type ReceiptLine = { label: string; value: string };
export type ReceiptItem = { service: string; about: string; quantity: string; unit: string; sum: string };

/** What a receipt says, as it is written; amounts are texts already. */
export type Receipt = {
  heading: string;
  lines: ReceiptLine[];
  item: ReceiptItem;
  total: ReceiptLine;
  /** What came after the payment: money given back, and what is left. */
  afterwards: ReceiptLine[];
  notes: string[];
};

const NOT_INPI =
  'A G2 Software Registry é uma empresa privada de serviços. Não é o INPI (Instituto Nacional da Propriedade ' +
  'Industrial) nem órgão público, e este recibo não é guia nem comprovante de retribuição ao INPI.';
const NOT_INVOICE = 'Este documento comprova o pagamento do serviço acima e não substitui a nota fiscal.';
const SUBSTITUTED =
  'Caracteres do título que a fonte deste documento não tem aparecem simplificados ou como "?"; o registro guarda o ' +
  'texto original.';

/** What the receipt of a settled payment says. Names nobody; the registration names its holder. */
export function receiptLines(payment: RegistrationPayment): Receipt {
  const { amount, refundedAmount, title } = payment;
  const paidAt = payment.capturedAt ?? payment.createdAt;
  return {
    heading: 'Recibo de pagamento',
    lines: [
      { label: 'Recibo nº', value: payment.id },
      { label: 'Registro', value: payment.registrationId },
      { label: 'Data do pagamento', value: `${formatDateTime(paidAt)} (horário de Brasília)` },
      { label: 'Forma de pagamento', value: PAYMENT_METHOD_RECEIPT_NAMES[payment.method] },
    ],
    item: {
      service: 'Registro de autoria de software (taxa única)',
      about: toWinAnsi(title).trim() || '—',
      quantity: '1',
      unit: formatCents(amount),
      sum: formatCents(amount),
    },
    total: { label: 'Total pago', value: formatCents(amount) },
    afterwards:
      refundedAmount > 0
        ? [
            { label: 'Reembolsado', value: formatCents(-refundedAmount) },
            { label: 'Valor líquido', value: formatCents(amount - refundedAmount) },
          ]
        : [],
    notes: losesCharacters(title) ? [NOT_INPI, NOT_INVOICE, SUBSTITUTED] : [NOT_INPI, NOT_INVOICE],
  };
}
