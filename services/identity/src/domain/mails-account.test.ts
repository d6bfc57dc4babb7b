import { describe, expect, it } from 'vitest';
import { htmlOf } from './mail-html.ts';
import * as account from './mails-account.ts';

const url = 'https://g2.example';
const token = 'a'.repeat(43);

describe('mails to an address that may be a stranger’s', () => {
  it.each([
    ['Boas-vindas ao G2 Software Registry: confirme seu e-mail', account.confirmAddress(token, url)],
    ['Defina uma nova senha', account.passwordForgotten(token, url)],
    ['Confirme seu novo e-mail', account.confirmNewAddress(token, url)],
    ['Este e-mail já tem uma conta', account.addressAskedFor(url)],
    ['O e-mail da sua conta voltou a ser o anterior', account.addressRestored(url)],
  ])('%s greets without a name, and says what to do if it was not them', (subject, mail) => {
    expect(mail.subject).toBe(subject);
    expect(mail.body).toMatch(/^Olá!\n\n/);
    expect(mail.body).toMatch(/Se não foi você|Dúvidas/);
  });
});

describe('links', () => {
  it.each([
    ['/auth/confirmar', account.confirmAddress(token, url), ''],
    ['/auth/nova-senha', account.passwordForgotten(token, url), ''],
    ['/auth/confirmar', account.confirmNewAddress(token, url), '&troca=1'],
    ['/auth/nova-senha', account.addressChanged('Ana', token, url), '&desfazer=1'],
  ])('lead to %s with the token, as a button', (path, mail, more) => {
    expect(mail.body).toContain(`: ${url}${path}?token=${token}${more}\n`);
    expect(htmlOf(mail, url)).toContain(`href="${url}${path}?token=${token}${more.replace('&', '&#38;')}"`);
  });

  it.each([account.passwordSetByLink('Ana', url), account.changeAsked('Ana', url)])(
    'of $subject lead whoever did not do it to a new password',
    ({ body }) => {
      expect(body).toMatch(/^Olá, Ana!/);
      expect(body).toContain(`Não fui eu: ${url}/auth/esqueci\n`);
    },
  );
});
