import { luhnSum } from './cards.ts';

const SAO_PAULO_OFFSET_MS = 3 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Code for the Pix "copia e cola" function: a BR Code of Brazil's central bank (EMV QR: fields of id, length
 * and value, with a CRC-16 at the end). No bank can pay it, because its address does not exist.
 * @param amount cents
 */
export function pixCode(id: string, amount: number): string {
  const account = field('00', 'br.gov.bcb.pix') + field('25', `pix.simulador.invalid/${id}`);
  const body =
    field('00', '01') +
    field('01', '12') +
    field('26', account) +
    field('52', '0000') +
    field('53', '986') +
    field('54', (amount / 100).toFixed(2)) +
    field('58', 'BR') +
    field('59', 'G2 SOFTWARE REGISTRY') +
    field('60', 'SAO PAULO') +
    field('62', field('05', '***')) +
    '6304';
  return body + crc16(body);
}

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE, four hexadecimal digits. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/**
 * Number (linha digitável) of a boleto of a fictitious bank, in the FEBRABAN format: three fields with modulo
 * 10 check digits, a modulo 11 check digit, the days since the base date, and the amount.
 * @param amount cents
 * @param expiresAt seconds
 */
export function boletoNumber(seed: string, amount: number, expiresAt: number): string {
  const bank = '0000';
  const digits = Array.from(seed).map((letter) => letter.charCodeAt(0) % 10);
  const free = digits.join('').padEnd(25, '0').slice(0, 25);
  const tail = dueFactor(expiresAt) + String(amount).padStart(10, '0');
  const fields = [bank + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  const checked = fields.map((field) => field + modulo10(field)).join('');
  return checked + modulo11(bank + tail + free) + tail;
}

// Due date factor of a boleto. FEBRABAN restarted its count: 22 February 2025 is 1000.
function dueFactor(expiresAt: number): string {
  const base = Date.UTC(2025, 1, 22);
  const days = Math.floor((expiresAt * 1_000 - SAO_PAULO_OFFSET_MS - base) / DAY_MS);
  return String(1_000 + Math.max(0, days)).slice(-4);
}

const modulo10 = (digits: string): string => String((10 - (luhnSum(`${digits}0`) % 10)) % 10);

function modulo11(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (2 + (at % 8)), 0);
  const check = 11 - (sum % 11);
  return check > 9 ? '1' : String(check);
}

/** Expiry of a boleto: 23:59:59 in São Paulo, `days` calendar days after `now` (ms). @returns seconds */
export function boletoExpiry(now: number, days: number): number {
  const midnight = Math.floor((now - SAO_PAULO_OFFSET_MS) / DAY_MS) * DAY_MS + SAO_PAULO_OFFSET_MS;
  return (midnight + (days + 1) * DAY_MS) / 1_000 - 1;
}

/**
 * Time at which Stripe reports a boleto as unpaid: the next business day, ignoring holidays.
 * @returns ms
 * @param expiresAt seconds
 */
export function boletoVerdict(expiresAt: number): number {
  let at = expiresAt * 1_000 + DAY_MS / 2;
  while ([0, 6].includes(new Date(at - SAO_PAULO_OFFSET_MS).getUTCDay())) at += DAY_MS;
  return at;
}
