import type { SettledPayment } from '@g2/proto/payment';
import type { ExportRow } from '@g2/proto/registration';
import { CLOSURE_NAMES } from '@g2/terms/closures';
import { displayName } from '@g2/terms/names';
import { PAYMENT_METHOD_NAMES } from '@g2/terms/payments';
import { formatDateTime, formatPlainCents } from '@g2/terms/pt-br';
import { formatTaxId } from '@g2/terms/tax-id';
import { JURISDICTION_NAMES, STATUS_NAMES } from '../../contract/status-terms.ts';
import { type Names, presentName } from '../present/people.ts';
import { isConvertedBySpreadsheet } from './spreadsheet.ts';

export const CSV = 'text/csv; charset=utf-8';

/** Text, or `value` for a number or date that spreadsheets must interpret. */
export type Cell = string | { readonly value: string };

export const dateTimeCell = (at: Date | undefined): Cell => ({ value: at ? formatDateTime(at) : '' });
/** In reais. */
export const reaisCell = (cents: number): Cell => ({ value: formatPlainCents(cents) });

const nameIn = (names: Readonly<Record<string, string>>, key: string): string => names[key] ?? key;

/** `names` of the operators, and `paid`: payments by registration id. */
export type RowContext = { names: Names; paid: ReadonlyMap<string, SettledPayment> };

type Column<Of extends unknown[]> = readonly [header: string, value: (...of: Of) => Cell];

export const csvTable = <Of extends unknown[]>(columns: readonly Column<Of>[]) => ({
  header: (): string => csvLine(columns.map(([header]) => header)),
  row: (...of: Of): string => csvLine(columns.map(([, value]) => value(...of))),
});

/** `text`: rows as CSV. `next`: cursor of the following rows; '' after the last. */
type Rows = { text: string; next: string };

/** Reads the rows page by page, so that memory use does not grow with the file. */
export async function* csvFile(
  header: string,
  first: Rows,
  readAfter: (next: string) => Promise<Rows>,
): AsyncGenerator<string> {
  yield BOM + header + first.text;
  for (let { next } = first; next !== ''; ) {
    const rows = await readAfter(next);
    yield rows.text;
    next = rows.next;
  }
}

const ofPayment =
  (value: (paid: SettledPayment) => Cell) =>
  ({ id }: ExportRow, { paid }: RowContext): Cell => {
    const payment = paid.get(id);
    return payment ? value(payment) : '';
  };

/** Byte order mark: tells spreadsheets that the file is UTF-8. */
const BOM = '\ufeff';

// Spreadsheets skip leading white space and read full-width characters like ASCII ones.
const FORMULA = /^[\t\r\n]|^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;

/** Quotes a cell. Puts an apostrophe before text that a spreadsheet would run as a formula or reinterpret. */
export function cell(it: Cell): string {
  const plain = typeof it === 'string' ? asText(it) : it.value;
  return `"${plain.replaceAll('"', '""')}"`;
}

const asText = (it: string): string => (FORMULA.test(it) || isConvertedBySpreadsheet(it) ? `'${it}` : it);

const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(';')}\r\n`;

export const { header: csvHeader, row: csvRow } = csvTable<[ExportRow, RowContext]>([
  ['Identificador', (it) => it.id],
  ['Título', (it) => it.title],
  ['Requerente', (it) => it.applicantName],
  ['E-mail do requerente', (it) => it.applicantEmail],
  ['CPF/CNPJ', (it) => formatTaxId(it.applicantTaxId)],
  ['Titular', (it) => it.holderName],
  ['Jurisdição', (it) => nameIn(JURISDICTION_NAMES, it.jurisdiction)],
  ['Status', (it) => nameIn(STATUS_NAMES, it.status)],
  ['Status desde', (it) => dateTimeCell(it.statusUpdatedAt)],
  ['Arquivo', (it) => it.fileName ?? ''],
  ['Tamanho (bytes)', (it) => ({ value: it.fileSize?.toString() ?? '' })],
  ['SHA-256', (it) => it.sha256 ?? ''],
  ['Taxa (R$)', (it) => reaisCell(it.paymentAmount)],
  ['Criado em', (it) => dateTimeCell(it.createdAt)],
  ['Depositado em', (it) => dateTimeCell(it.depositedAt)],
  ['Pago em', (it) => dateTimeCell(it.paymentPaidAt)],
  ['Enviado ao governo em', (it) => dateTimeCell(it.governmentSubmittedAt)],
  ['Certificado emitido em', (it) => dateTimeCell(it.certificateIssuedAt)],
  ['Encerrado em', (it) => dateTimeCell(it.closure?.at)],
  ['Motivo do encerramento', (it) => (it.closure ? nameIn(CLOSURE_NAMES, it.closure.reason) : '')],
  ['Operador', (it, { names }) => presentName(it.assignedOperatorId, names) ?? ''],
  ['Forma de pagamento', ofPayment(({ method }) => displayName(PAYMENT_METHOD_NAMES, method))],
  ['Pagamento (id)', ofPayment(({ paymentId }) => paymentId)],
  ['Devolvido (R$)', ofPayment(({ refundedAmount }) => reaisCell(refundedAmount))],
]);
