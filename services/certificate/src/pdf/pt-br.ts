const dateTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** dd/MM/yyyy HH:mm in America/Sao_Paulo; '—' for what did not happen. */
export function formatDateTime(iso: string | null): string {
  if (iso === null) return '—';
  const parts = new Map(dateTime.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}`;
}

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
const integer = new Intl.NumberFormat('pt-BR');

/** Bytes in base 1024 (spec §9), with the exact count where it says more. */
export function formatSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const short = `${decimal.format(bytes / 1024 ** unit)} ${UNITS[unit]}`;
  return unit === 0 ? short : `${short} (${integer.format(bytes)} bytes)`;
}

const JURISDICTIONS: Record<string, string> = {
  global: 'Global',
  brasil: 'Brasil',
  mercosul: 'Mercosul',
  usa: 'Estados Unidos',
  estados_unidos: 'Estados Unidos',
  europa: 'União Europeia',
  uniao_europeia: 'União Europeia',
};

export const jurisdictionName = (value: string): string => JURISDICTIONS[value] ?? value;

/** Cuts a long text at a word, within `limit` characters, and says so by '…'. */
export function shorten(text: string, limit: number): string {
  const plain = text.trim().replace(/\s+/g, ' ');
  const characters = Array.from(plain);
  if (characters.length <= limit) return plain;
  const cut = characters.slice(0, limit - 1).join('');
  const word = cut.lastIndexOf(' ');
  return `${(word > limit / 2 ? cut.slice(0, word) : cut).replace(/[\s,.;:–-]+$/, '')}…`;
}
