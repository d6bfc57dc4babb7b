const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const decimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const dateTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Cents as "R$ 3.499,00", with a plain space: mail is plain text. */
export const formatCents = (cents: number): string => money.format(cents / 100).replaceAll('\u00a0', ' ');

/** Hundredths of a credit as "3.499,00 créditos" (spec §3). */
export const formatCredits = (hundredths: number): string => `${decimal.format(hundredths / 100)} créditos`;

/** dd/MM/yyyy HH:mm, America/Sao_Paulo (spec §1). */
export const formatDateTime = (time: Date): string => dateTime.format(time).replace(', ', ' ');
