/** Code pages of ZIP names written on Brazilian Windows: OEM (cp850) and ANSI (cp1252). */
export type CodePage = 'cp850' | 'cp1252';

/** Characters of code page 850 from byte 0x80 on. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const cp1252 = new TextDecoder('windows-1252');

export const decodeAs = (page: CodePage, raw: Uint8Array): string =>
  page === 'cp1252'
    ? cp1252.decode(raw)
    : Array.from(raw, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP850[byte - 0x80])).join('');

/** cp850 unless cp1252 gives more plausible names. All names of one archive share a code page. */
export function codePageOf(names: readonly Uint8Array[]): CodePage {
  const sum = (page: CodePage) => names.reduce((all, raw) => all + plausibility(decodeAs(page, raw)), 0);
  return sum('cp1252') > sum('cp850') ? 'cp1252' : 'cp850';
}

const PORTUGUESE_LETTER = /[áàâãéêíóôõúüçñ]/i;

/** Score of a name: +2 per Portuguese letter in plausible case, -1 per symbol or line-drawing character. */
function plausibility(name: string): number {
  let sum = 0;
  for (let at = 0; at < name.length; at++) {
    const char = name[at] ?? '';
    if (char <= '\x7f') continue;
    if (PORTUGUESE_LETTER.test(char))
      sum += hasPlausibleCase(name[at - 1] ?? '', char, name[at + 1] ?? '') ? 2 : 0;
    else if (!/\p{L}/u.test(char)) sum -= 1;
  }
  return sum;
}

const isUpper = (char: string): boolean => char !== char.toLowerCase();
const isLower = (char: string): boolean => char !== char.toUpperCase();

/** False for a capital after a small letter, and for a small letter between two capitals. */
const hasPlausibleCase = (before: string, char: string, after: string): boolean =>
  isUpper(char) ? !isLower(before) : !(isUpper(before) && isUpper(after));
