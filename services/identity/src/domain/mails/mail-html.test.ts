import { describe, expect, it } from 'vitest';
import { passwordChanged } from './account.ts';
import { assignmentsMail } from './assignments.ts';
import { contactReceived } from './contacts.ts';
import { htmlOf } from './mail-html.ts';
import { welcome } from './mails.ts';
import { purchaseReceipt, registrationReceipt } from './receipts.ts';
import { certificateReady, certificateRevoked, statusChanged } from './registrations.ts';
import { report } from './staff.ts';

const url = 'https://g2.example';
const paidAt = new Date('2026-11-21T02:30:00Z');
const bought = { purchaseId: 'c1', credits: 10_050, priceInCents: 10_050, method: '', paidAt };
const paid = { paymentId: 'p1', registrationId: 'r1', title: 'App', method: 'card', amountCents: 1, paidAt };
const change = { registrationId: 'r1', title: 'App', fromStatus: 'paid', toStatus: 'submitted', reason: 'x' };

/** Visible text of an HTML document. */
const words = (html: string): string =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ');
const links = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&#38;', '&'));

const headingOf = (html: string): string => words(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').trim();

/** Matches HTML that loads a resource or runs code. */
const FETCHED =
  /<(img|picture|svg|script|link|iframe|object|embed|form)\b|url\(|@import|@font-face|\bsrc=|\bon\w+=/i;

describe('the HTML of a mail', () => {
  it.each([
    ['welcome', welcome('Ana', url)],
    ['a status', statusChanged('Ana', change, url)],
    ['a receipt', registrationReceipt('Ana', paid, url)],
    ['a purchase', purchaseReceipt('Ana', bought, url)],
    ['a certificate', certificateReady('Ana', { registrationId: 'r1', number: 'G2-1', title: 'App' }, url)],
    [
      'a revoked certificate',
      certificateRevoked(
        'Ana',
        { registrationId: 'r1', number: 'G2-1', title: 'App', reason: 'Erro nosso' },
        url,
      ),
    ],
    ['a password', passwordChanged('Ana', url)],
    ['a report', report('Ana', 30, undefined, url)],
  ])('of %s contains the whole text, the brand and only the links of the text', (_name, mail) => {
    const html = htmlOf(mail, url);
    const said = words(html);
    expect(headingOf(html)).toBe(mail.subject);
    expect(html).not.toMatch(FETCHED);
    expect(said).toMatch(/^ ?G2 G2 Software Registry /);
    for (const line of mail.body.split('\n')) {
      const parts = /: https:/.test(line) ? [line.split(': ')[0] ?? ''] : line.split(/: (?=\S)/);
      const whole = said.includes(line) || parts.every((part) => said.includes(part.trim()));
      expect([line, whole]).toEqual([line, true]);
    }
    const addresses = mail.body.match(/^[^:\n]+: (https:\S+)$/gm) ?? [];
    expect(links(html)).toEqual(addresses.map((line) => line.slice(line.indexOf('https:'))));
  });

  it('loads no resource, runs no code and supports dark mode', () => {
    const html = htmlOf(registrationReceipt('Ana', paid, url), url);
    expect(html).not.toMatch(FETCHED);
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });

  it("lists the brand's serif fonts before common fonts", () => {
    const html = htmlOf(welcome('Ana', url), url);
    expect(html).toMatch(/<h1[^>]*font-family:'G2 Serif','Source Serif 4',[^;]*Georgia,[^;]*serif;/);
  });

  it('shows the items of a receipt as a table', () => {
    const html = htmlOf(purchaseReceipt('Ana', bought, url), url);
    expect(html.match(/<tr><td class="soft line"/g)).toHaveLength(7);
    expect(words(html)).toContain('Total pago R$ 100,50 Forma de pagamento Cartão');
    expect(html).toContain('R$&nbsp;100,50');
  });

  it('turns the first action into a button and the others into links', () => {
    const html = htmlOf(passwordChanged('Ana', url), url);
    expect(html.match(/<a [^>]*background:[^>]*>(.*?)<\/a>/g)).toHaveLength(1);
    expect(words(/<a [^>]*background:[^>]*>.*?<\/a>/.exec(html)?.[0] ?? '')).toContain('Não fui eu');
    expect(words(/<a class="way".*?<\/a>/.exec(html)?.[0] ?? '')).toContain('Entrar');
  });

  it('shows a list with a single item as a list', () => {
    const one = { items: [{ registrationId: 'r1', title: 'App' }], total: 1 };
    const html = htmlOf(assignmentsMail('Ana', { given: one, lost: { items: [], total: 0 } }, url), url);
    expect(words(/<li.*?<\/li>/.exec(html)?.[0] ?? '').trim()).toBe('App');
  });

  it('shows user text as a quotation, without its ">" marks', () => {
    const wrote = { number: 'AT-1', subject: 'x', message: 'Perdi o celular.\n\nComo entro? > 1' };
    const html = htmlOf(contactReceived('Ana', wrote, url), url);
    const quoted = /<blockquote[^>]*>(.*?)<\/blockquote>/.exec(html)?.[1];
    expect(quoted).toBe('Perdi o celular.<br><br>Como entro? &#62; 1');
  });

  it('formats greeting, text, facts and signature as separate blocks', () => {
    const html = (body: string) => htmlOf({ subject: 's', body }, url);
    const letter = html('Olá!\n\nUm\nDois\n\na: 1\nb: 2\n\nc: 3\n\n> x\ny\n\na: 1\nb\n\nG2');
    expect(letter).toMatch(/font-weight:600;[^>]*>Olá!<\/p>/);
    expect(letter).toMatch(/<p class="ink"[^>]*>Um<br>Dois<\/p>/);
    expect(letter.match(/<td class="soft line"/g)).toHaveLength(2);
    for (const text of ['c: 3', '&#62; x<br>y', 'a: 1<br>b']) expect(letter).toContain(`>${text}</p>`);
    expect(letter).toMatch(/<p class="soft line"[^>]*>G2<\/p>/);
    const listed = html(`Olá!\n\n– a: ${url}/1\n– b: ${url}/2 x\n\nG2`);
    expect([links(listed), links(html(`Olá!\n\nx\nIr: ${url}/1\n\nG2`))]).toEqual([[], []]);
    expect(
      links(htmlOf({ subject: 's', body: 'Olá!\n\nIr: http://g2.local/1\n\nG2' }, 'http://g2.local')),
    ).toEqual(['http://g2.local/1']);
  });

  it('escapes user text and contains no links to other sites', () => {
    const title = '<img src=x onerror=alert(1)> & "x" \'y\'';
    const reason =
      'Pague agora: https://evil.example/pagar\n\nClique: https://evil.example\n\nx: javascript:alert(1)';
    const html = htmlOf(statusChanged('Ana', { ...change, title, reason }, url), url);
    expect(html).not.toContain('<img');
    expect(words(html)).toContain(title);
    expect(links(html)).toEqual(['https://g2.example/registros/r1']);
    const near = { subject: 's', body: 'Olá!\n\nIr: https://g2.example.evil.example/x\n\nG2' };
    expect(links(htmlOf(near, url))).toEqual([]);
  });
});
