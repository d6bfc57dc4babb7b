const CURRENCY = '(?:R\\$|US\\$|[$€£])';
const MONTH =
  '(?:jan(?:eiro|uary)?|fev(?:ereiro)?|feb(?:ruary)?|mar(?:ço|ch)?|abr(?:il)?|apr(?:il)?|mai(?:o)?|may|jun(?:ho|e)?|' +
  'jul(?:ho|y)?|ago(?:sto)?|aug(?:ust)?|set(?:embro)?|sept?(?:ember)?|out(?:ubro)?|oct(?:ober)?|nov(?:embro|ember)?|' +
  'dez(?:embro)?|dec(?:ember)?)';
const GAP = '[\\s./,-]*(?:de\\s+)?';
const TIME = '\\d{1,4}(?::\\d{1,2}){0,2}(?:[.,]\\d+)?';

/** In Portuguese and English, because a spreadsheet uses its own locale and not that of the file. */
const CONVERTED_PATTERNS = [
  // 0012, 1.234,56, 12E5, 5%, (5), 5-, R$ 5
  `\\(?\\s*${CURRENCY}?[\\s.,]*\\d[\\d\\s.,]*(?:e[+-]?\\d+)?\\s*[%-]?\\s*${CURRENCY}?\\)?`,
  // 1-2, 1/2/26, 2026-03-01T10:30:00Z
  `\\d{1,4}\\s*[./-]\\s*\\d{1,4}(?:\\s*[./-]\\s*\\d{1,4})?(?:[T\\s]+${TIME}\\s*Z?)?`,
  // 1 1/2
  '\\d+\\s+\\d+/\\d+',
  // 12:30, 3 pm
  `${TIME}\\s*[ap]\\.?m?\\.?`,
  '\\d{1,4}(?::\\d{1,2}){1,2}(?:[.,]\\d+)?',
  // mar/20, 1 de março de 2026, SET 2
  `\\d{1,4}${GAP}${MONTH}(?:${GAP}\\d{1,4})?`,
  `${MONTH}${GAP}\\d{1,4}(?:${GAP}\\d{1,4})?`,
  'verdadeiro|falso|true|false',
  // #N/D, #REF!
  '#[a-zà-ú/]+[0!?]*',
];
const MISREAD = new RegExp(`^(?:${CONVERTED_PATTERNS.join('|')})$`, 'iu');

/** Whether a spreadsheet would convert the text into a number, date, time, boolean or error. */
export const isConvertedBySpreadsheet = (text: string): boolean =>
  MISREAD.test(
    text
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
