import { whenUsed } from '@g2/gateway/contract/when-used';
import { formatBytes, formatInteger, formats } from './format.ts';
import { inEnglish } from './language.ts';

const DATE_PARTS = { timeZone: 'America/Sao_Paulo', day: 'numeric', month: 'long', year: 'numeric' } as const;
const dateFormat = whenUsed(() => new Intl.DateTimeFormat('en-GB', DATE_PARTS));
const timeFormat = whenUsed(
  () =>
    new Intl.DateTimeFormat('en-GB', { timeZone: DATE_PARTS.timeZone, hour: '2-digit', minute: '2-digit' }),
);

/** A number in pt-BR format with comma and dot exchanged. */
const inEnglishMarks = (text: string): string => text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));

/** `1,234` */
export const integer = (value: number): string => inEnglishMarks(formatInteger(value));

inEnglish(formats, {
  date: (iso) => dateFormat().format(new Date(iso)),
  dateTime: (iso) =>
    `${dateFormat().format(new Date(iso))}, ${timeFormat().format(new Date(iso))} (Brasília time)`,
  integer,
  bytes: (value) => inEnglishMarks(formatBytes(value)),
});
