import type { PublicCertificate } from '@g2/gateway/contract/certificates';
import { languageOf } from '@g2/gateway/contract/pages';
import type { Verdict } from '@g2/gateway/contract/verification';
import { describe, expect, it } from 'vitest';
import { aCertificate, CERTIFICATE_NUMBER } from '../testing/records.ts';
import { SAME_TEXTS } from '../testing/same-texts.ts';
import { renderCertificatePage, renderPage } from './prerender.tsx';

const PATH = `/verificar/${CERTIFICATE_NUMBER}`;
const render = (verdict: Verdict, anonymous = true) =>
  renderCertificatePage(PATH, { number: CERTIFICATE_NUMBER, verdict }, anonymous);
const renderFound = (changes: Partial<PublicCertificate>) =>
  render({ kind: 'found', certificate: aCertificate(changes) });
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];

describe('the server-rendered page of a certificate', () => {
  it.each([
    ['valid', 'Certificado válido'],
    ['superseded', 'Certificado substituído'],
    ['revoked', 'Certificado revogado'],
  ] as const)('says in its heading that the certificate is %s', async (status, heading) => {
    const html = await renderFound({ status });
    expect(headingOf(html)).toBe(heading);
    for (const text of [
      'Agenda da clínica',
      'Ana Lima',
      CERTIFICATE_NUMBER,
      '1ecc',
      'fonte.zip',
      '02/03/2026 09:00',
    ])
      expect(html).toContain(text);
  });

  it.each([
    ['unknown', 'Nenhum certificado tem este número'],
    ['limited', 'Conferências demais em um minuto'],
    ['away', 'Não foi possível conferir agora'],
  ] as const)('shows a heading and no certificate when the verdict is %s', async (kind, heading) => {
    const html = await render({ kind });
    expect(headingOf(html)).toBe(heading);
    expect(html).not.toContain('<article');
  });

  it('escapes every text of a certificate', async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
    const html = await renderFound({
      title: hostile,
      fileName: hostile,
      reason: hostile,
      supersededBy: hostile,
      holders: [{ name: hostile, taxIdMasked: hostile, percentage: 100 }],
      stamps: [{ authority: hostile, time: '2026-03-02T12:00:00.000Z', of: 'file' }],
    });
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain('&lt;script&gt;alert(1)');
  });

  it('has a sign-in link only if the request has no session', async () => {
    expect(await render({ kind: 'unknown' })).toContain('href="/auth"');
    expect(await render({ kind: 'unknown' }, false)).not.toContain('href="/auth"');
  });
});

/** Every text of the catalogues in Portuguese, except those of the drawing of a certificate (`art-texts.ts`). */
const portugueseTexts = (): Set<string> => {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && /\p{L}/u.test(value)) texts.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const module of Object.values(
    import.meta.glob(['../{app,features,shared,ui}/**/{texts,*-texts,topics}.ts', '!**/art-texts.ts'], {
      eager: true,
    }),
  ))
    collect(module);
  return texts;
};

describe('a page in English', () => {
  it.each([
    ['/en', () => renderPage('/en'), 'The code is yours. Be able to prove it.'],
    ['/en/help', () => renderPage('/en/help'), 'How the proof works'],
    ['/en/verify', () => renderPage('/en/verify'), 'Verify a certificate'],
    [
      '/en/verify/:number',
      () =>
        renderCertificatePage(
          `/en/verify/${CERTIFICATE_NUMBER}`,
          {
            number: CERTIFICATE_NUMBER,
            verdict: { kind: 'found', certificate: aCertificate({ title: 'Scheduler' }) },
          },
          true,
        ),
      'Valid certificate',
    ],
  ] as const)('%s shows no text in Portuguese', async (_path, renderHtml, heading) => {
    const html = await renderHtml();
    expect(
      headingOf(html)
        ?.replace(/<[^>]+>/g, '')
        .trim(),
    ).toBe(heading);
    const texts = [...html.matchAll(/>([^<]+)<|(?:aria-label|placeholder)="([^"]+)"/g)].map(
      ([, text, label]) => (text ?? label ?? '').trim(),
    );
    expect(texts.length).toBeGreaterThan(50);
    const textsInPortuguese = portugueseTexts();
    expect(texts.filter((text) => textsInPortuguese.has(text) && !SAME_TEXTS.has(text))).toEqual([]);
    // Links to pages in Portuguese name the language.
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"[^>]*>(.*?)<\/a>/gs)];
    const unmarked = links.filter(
      ([, to = '', label = '']) =>
        languageOf(to.replace(/#.*/, '')) !== 'en' &&
        !to.startsWith('/log/') &&
        !/in Portuguese|Português/.test(label),
    );
    expect(unmarked.map(([, to]) => to)).toEqual([]);
  });
});
