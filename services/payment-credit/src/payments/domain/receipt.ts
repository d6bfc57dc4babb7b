import { PAYMENT_METHOD_RECEIPT_NAMES } from '@g2/terms/payments';
import { serviceName } from '@g2/terms/prices';
import { formatCents, formatDateTime } from '@g2/terms/pt-br';
import { type RegistrationPayment, shownMethod } from './registration-payment.ts';

export type ReceiptLine = { label: string; value: string };
export type ReceiptItem = { service: string; about: string; quantity: string; unit: string; sum: string };

/** Issuer or payer; unknown fields are absent. */
export type Party = { name: string; taxId?: string | undefined; address?: string | undefined };

/** Amounts are formatted texts. */
export type Receipt = {
  heading: string;
  parties: { label: string; lines: string[] }[];
  lines: ReceiptLine[];
  item: ReceiptItem;
  total: ReceiptLine;
  /** Lines below the total: refunds and the net amount. */
  afterwards: ReceiptLine[];
  notes: string[];
};

const NOT_INPI =
  'A G2 Software Registry é uma empresa privada de serviços. Não é o INPI (Instituto Nacional da Propriedade ' +
  'Industrial) nem órgão público, e este recibo não é guia nem comprovante de retribuição ao INPI.';
const NOT_INVOICE = 'Este documento comprova o pagamento do serviço acima e não substitui a nota fiscal.';

export function receiptLines(
  payment: RegistrationPayment,
  parties: { issuer: Party | null; payer: Party | null },
): Receipt {
  const { amount, refundedAmount, title } = payment;
  const paidAt = payment.capturedAt ?? payment.createdAt;
  return {
    heading: 'Recibo de pagamento',
    parties: [...partyLines('Emitente', parties.issuer), ...partyLines('Pagador', parties.payer)],
    lines: [
      { label: 'Recibo nº', value: payment.id },
      { label: 'Registro', value: payment.registrationId },
      { label: 'Data do pagamento', value: `${formatDateTime(paidAt)} (horário de Brasília)` },
      { label: 'Forma de pagamento', value: PAYMENT_METHOD_RECEIPT_NAMES[shownMethod(payment)] },
    ],
    item: {
      service: serviceName(amount),
      about: title.trim() || '—',
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
    notes: [NOT_INPI, NOT_INVOICE],
  };
}

function partyLines(label: string, party: Party | null): Receipt['parties'] {
  if (party === null) return [];
  const taxId = party.taxId === undefined ? [] : [`CPF/CNPJ ${party.taxId}`];
  return [{ label, lines: [party.name, ...taxId, ...(party.address === undefined ? [] : [party.address])] }];
}
