import type { PaymentMethod, RegistrationPayment } from './registration-payment.ts';

export type ReceiptLine = { label: string; value: string };

const METHODS: Record<PaymentMethod, string> = {
  card: 'Cartão',
  credits: 'Créditos pré-pagos',
  manual: 'Lançamento manual pela administração',
};

const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Cents as a person reads them: `R$ 3.499,00`. */
export const reais = (cents: number): string => REAIS.format(cents / 100).replace(/\u00a0/g, ' ');

/** dd/MM/yyyy HH:mm in America/Sao_Paulo (contract "HTTP in general"). */
export const moment = (date: Date): string => MOMENT.format(date).replace(',', '');

/** The fonts every reader has know Windows-1252 only; what they cannot show becomes '?'. */
export const latin = (text: string): string =>
  Array.from(text.normalize('NFC').replace(/\s+/g, ' '))
    .map((char) =>
      /[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2122]/.test(char)
        ? char
        : '?',
    )
    .join('');

/** What the receipt of a settled payment says. Names nobody; the registration names its holder. */
export function receiptLines(payment: RegistrationPayment): {
  heading: string;
  lines: ReceiptLine[];
  total: ReceiptLine;
  notes: string[];
} {
  const paidAt = payment.capturedAt ?? payment.createdAt;
  const lines = [
    { label: 'Recibo', value: payment.id },
    { label: 'Registro', value: payment.registrationId },
    { label: 'Software', value: latin(payment.title) || '—' },
    { label: 'Serviço', value: 'Registro de autoria de software (taxa única)' },
    { label: 'Quantidade', value: '1' },
    { label: 'Valor unitário', value: reais(payment.amount) },
    { label: 'Forma de pagamento', value: METHODS[payment.method] },
    { label: 'Data do pagamento', value: `${moment(paidAt)} (horário de Brasília)` },
  ];
  if (payment.refundedAmount > 0) {
    lines.push({ label: 'Reembolsado', value: reais(payment.refundedAmount) });
  }
  return {
    heading: 'Recibo de pagamento',
    lines,
    total: { label: 'Total pago', value: reais(payment.amount) },
    notes: [
      'A G2 Software Registry é uma empresa privada de serviços. Não é o INPI nem órgão público, e este recibo não é guia nem comprovante de retribuição ao INPI.',
      'Este documento comprova o pagamento do serviço acima e não substitui a nota fiscal.',
    ],
  };
}
