import { expect, it } from 'vitest';
import { Faces, visibleText } from './faces.ts';

const NAMES = [
  ['Łukasz Żółć', 'source-serif-4'],
  ['Trần Thị Mỹ Hạnh', 'source-serif-4'],
  ['Νίκος Ж', 'source-serif-4'],
  ['株式会社ソフト', 'noto-serif-jp'],
  ['软件有限公司', 'noto-serif-sc'],
  ['한국 주식회사', 'noto-serif-kr'],
  ['עברית', 'noto-serif-hebrew'],
  ['العربية', 'noto-naskh-arabic'],
  ['ไทย', 'noto-serif-thai'],
  ['हिन्दी', 'noto-serif-devanagari'],
  ['বাংলা', 'noto-serif-bengali'],
  ['தமிழ்', 'noto-serif-tamil'],
  ['తెలుగు', 'noto-serif-telugu'],
  ['Հայերեն', 'noto-serif-armenian'],
  ['ქართული', 'noto-serif-georgian'],
  ['🚀', 'noto-emoji'],
  ['👩‍👧', 'noto-emoji'],
  ['♞ ⛵', 'noto-sans-symbols-2'],
  ['ᐃᓄᒃᑎᑐᑦ ᚠ', 'unifont'],
] as const;

it.each(NAMES)('draws every character of %s and uses the font %s', async (text, family) => {
  const faces = await Faces.for([text]);
  for (const cut of ['text', 'strong', 'italic', 'display'] as const) {
    const spelled = faces.spell(text, cut);
    expect(spelled.text).toBe(text);
    expect(spelled.faces).toHaveLength(text.length);
    expect(spelled.faces.some(({ name }) => name.startsWith(family))).toBe(true);
    for (const one of text) {
      const face = spelled.faces[text.indexOf(one)];
      expect([one, face?.has(one.codePointAt(0) ?? 0)]).toEqual([one, true]);
    }
  }
});

it('selects the Japanese, Chinese or Korean font for Han characters by the rest of the text', async () => {
  const familyOf = async (text: string) =>
    (await Faces.for([text])).spell(text, 'text').faces[0]?.name.slice(0, 13);
  expect(await familyOf('社ソフト')).toBe('noto-serif-jp');
  expect(await familyOf('株式会社')).toBe('noto-serif-jp');
  expect(await familyOf('国软件')).toBe('noto-serif-sc');
  expect(await familyOf('社 한국')).toBe('noto-serif-kr');
});

it.each([
  ['\ue000', '[U+E000]'],
  ['a\ud800b', 'a[U+D800]b'],
  ['\u{1f9ff}\u{10ffff}', '🧿[U+10FFFF]'],
])('replaces a character without a font by its code point: %j', async (text, written) => {
  const faces = await Faces.for([text]);
  expect(faces.spell(text, 'text').text).toBe(written);
});

it('removes direction marks, line breaks and invisible characters', () => {
  expect(visibleText('a\u202eb\u200bc\u0000d\n e\u00adf ')).toBe('abc d ef');
  expect(visibleText('e\u0301')).toBe('é');
});
