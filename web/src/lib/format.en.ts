import { whenUsed } from '@g2/gateway/contract/when-used';
import { formatBytes, formatInteger, formats } from './format.ts';
import { inEnglish } from './language.ts';

const DATE_OPTIONS = {
  timeZone: 'America/Sao_Paulo',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
} as const;
const dateFormat = whenUsed(() => new Intl.DateTimeFormat('en-GB', DATE_OPTIONS));
const timeFormat = whenUsed(
  () =>
    new Intl.DateTimeFormat('en-GB', { timeZone: DATE_OPTIONS.timeZone, hour: '2-digit', minute: '2-digit' }),
);

/** Converts a number in pt-BR format to English format by exchanging comma and dot. */
const withEnglishSeparators = (text: string): string =>
  text.replace(/[.,]/g, (separator) => (separator === '.' ? ',' : '.'));

/** An integer in English format, `1,234`. */
export const integer = (value: number): string => withEnglishSeparators(formatInteger(value));

inEnglish(formats, {
  date: (iso) => dateFormat().format(new Date(iso)),
  dateTime: (iso) =>
    `${dateFormat().format(new Date(iso))}, ${timeFormat().format(new Date(iso))} (Brasília time)`,
  integer,
  bytes: (value) => withEnglishSeparators(formatBytes(value)),
});
