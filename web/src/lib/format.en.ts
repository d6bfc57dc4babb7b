import { whenUsed } from '@g2/gateway/contract/when-used';
import { formatBytes, formatInteger, formats } from './format.ts';
import { inEnglish } from './language.ts';

const PARTS = { timeZone: 'America/Sao_Paulo', day: 'numeric', month: 'long', year: 'numeric' } as const;
const date = whenUsed(() => new Intl.DateTimeFormat('en-GB', PARTS));
const time = whenUsed(
  () => new Intl.DateTimeFormat('en-GB', { timeZone: PARTS.timeZone, hour: '2-digit', minute: '2-digit' }),
);

/** A number in pt-BR format with comma and dot exchanged. */
const exchanged = (text: string): string => text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));

/** `1,234` */
export const integer = (value: number): string => exchanged(formatInteger(value));

inEnglish(formats, {
  date: (iso) => date().format(new Date(iso)),
  dateTime: (iso) => `${date().format(new Date(iso))}, ${time().format(new Date(iso))} (Brasília time)`,
  integer,
  bytes: (value) => exchanged(formatBytes(value)),
});
