/** What names are written in on Windows where Portuguese is spoken: by Windows itself, and by programs that ask it for none. */
export type CodePage = 'cp850' | 'cp1252';

/** Code page 850 from 0x80 on. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const cp1252 = new TextDecoder('windows-1252');

export const decodeAs = (page: CodePage, raw: Uint8Array): string =>
  page === 'cp1252'
    ? cp1252.decode(raw)
    : Array.from(raw, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP850[byte - 0x80])).join('');

/** The code page in which the names of one archive read the better; 850 where neither does. */
export function codePageOf(names: readonly Uint8Array[]): CodePage {
  const sum = (page: CodePage) => names.reduce((all, raw) => all + plausibility(decodeAs(page, raw)), 0);
  return sum('cp1252') > sum('cp850') ? 'cp1252' : 'cp850';
}

/** Letters of Portuguese that are not ASCII. */
const LETTER = /[áàâãéêíóôõúüçñ]/i;

/** How much a name reads as Portuguese: for its letters where they fit among the others, against its signs and lines. */
function plausibility(name: string): number {
  let sum = 0;
  for (let at = 0; at < name.length; at++) {
    const char = name[at] ?? '';
    if (char <= '\x7f') continue;
    if (LETTER.test(char)) sum += fits(name[at - 1] ?? '', char, name[at + 1] ?? '') ? 2 : 0;
    else if (!/\p{L}/u.test(char)) sum -= 1;
  }
  return sum;
}

const isUpper = (char: string): boolean => char !== char.toLowerCase();
const isLower = (char: string): boolean => char !== char.toUpperCase();

/** No capital follows a small letter, and no small letter stands between two capitals. */
const fits = (before: string, char: string, after: string): boolean =>
  isUpper(char) ? !isLower(before) : !(isUpper(before) && isUpper(after));
