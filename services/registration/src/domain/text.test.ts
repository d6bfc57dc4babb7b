import { isOneLine } from '@g2/terms/characters';
import { toDetailsMessage } from '@g2/terms/details';
import { AppError } from '@g2/terms/errors';
import { describe, expect, it } from 'vitest';
import { checkDetails } from './details.ts';
import { checkFileName } from './files.ts';
import { checkHolder } from './holders.ts';
import { applyAction } from './status-machine.ts';
import { details, now, registration } from './test-samples.ts';

const input = toDetailsMessage(details);

function fieldsOf(work: () => unknown): Record<string, string> | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.detail.fields;
    throw error;
  }
  return undefined;
}
/** An error text that names the invalid character and its position. */
const INVALID = expect.stringMatching(
  /^O texto contém caracteres inválidos: U\+[0-9A-F]{4,6} \(.+\), na posição \d+$/,
);

/** Texts refused in a one-line field: line breaks, invisible characters and direction marks. */
const harmful = {
  'line break': 'Ann\r\nBcc: x@evil.example',
  tab: 'a\tb',
  'line separator': 'a\u2028b',
  'paragraph separator': 'a\u2029b',
  'right-to-left override': 'a\u202egnp.zip',
  isolate: 'a\u2066b',
  mark: 'a\u200fb',
  'joiner between letters': 'a\u200db',
  'joiner after an emoji': '😀\u200d',
  'tag characters': '🏴\u{e0067}\u{e007f}',
  null: 'a\0b',
  'lone surrogate': 'a\ud800b',
};
const harmless = [
  'Família 👨‍👩‍👧‍👦',
  '🏳️‍🌈 orgulho',
  'corrida 🏃🏽‍♀️',
  'Çé ñ 日本 ١٢',
  'a\u00a0b',
  "D'Ávila & Cia. <b>",
  'علی\u200cرضا',
  'ශ්\u200dරී',
];

describe('a text of one line', () => {
  it.each(Object.entries(harmful))('refuses a text with the character: %s', (_name, text) => {
    expect(isOneLine(text)).toBe(false);
    for (const field of ['title', 'applicantName', 'holderName'] as const) {
      expect(fieldsOf(() => checkDetails({ ...input, [field]: `${text}.` }))).toEqual({ [field]: INVALID });
    }
  });

  it.each(harmless)('accepts the text %s', (title) => {
    expect(checkDetails({ ...input, title }).title).toBe(title);
    expect(checkFileName(`${title}.zip`)).toBe(`${title}.zip`);
  });

  it('is stored without zero-width spaces and soft hyphens', () => {
    expect(checkDetails({ ...input, title: ' \u200bSoft\u00adware\u200b ' }).title).toBe('Software');
    expect(checkFileName('a\u200b.zip')).toBe('a.zip');
    const holder = { holderName: 'Jo\u200bsé', holderTaxId: '529.982.247-25', ownershipPercentage: 1 };
    expect(checkHolder(holder).holderName).toBe('José');
  });

  it('is required in every one-line field of a form', () => {
    const bad = { applicantEmail: 'a\u202e@example.com', applicantTaxId: '529982247\u200b25' };
    expect(fieldsOf(() => checkDetails({ ...input, ...bad }))).toEqual({
      applicantEmail: INVALID,
      applicantTaxId: INVALID,
    });
    const holder = { holderName: 'Bia\nX', holderTaxId: '529982247\u202825', ownershipPercentage: 1 };
    expect(fieldsOf(() => checkHolder(holder))).toEqual({ holderName: INVALID, holderTaxId: INVALID });
  });

  it('is required as a file name', () => {
    for (const name of ['\u202egnp.zip', 'x.zip.html\u2028.zip', 'a\nb.zip']) {
      expect(() => checkFileName(name)).toThrow('O nome do arquivo contém caracteres inválidos');
    }
  });
});

describe('a text of several lines', () => {
  const long = 'Primeira linha\r\n\tsegunda 👨‍👩‍👧\n\nfim\u2028mesmo';

  it('accepts line breaks, and refuses direction marks', () => {
    expect(checkDetails({ ...input, description: long, notes: long })).toMatchObject({
      description: long,
      notes: long,
    });
    for (const text of ['a\u202eb', 'a\u2069b', 'a\u200eb', 'a\u061cb', 'a\u0007b', 'a\0b', 'a\u0085b']) {
      const fields = fieldsOf(() => checkDetails({ ...input, description: text, notes: text }));
      expect(fields).toEqual({ description: INVALID, notes: INVALID });
    }
  });

  it('is accepted as a reason and as internal notes', () => {
    const state = registration({ status: 'paid', paymentPaidAt: now });
    const operator = { id: 'op', role: 'operator' } as const;
    const say = (text: string) =>
      applyAction(state, operator, { action: 'approve', reason: text, notes: text }, now);
    expect(say(long).step).toMatchObject({ reason: long, notes: long });
    expect(fieldsOf(() => say('a\u202eb'))).toEqual({ reason: INVALID, notes: INVALID });
  });
});
