import { expect, it } from 'vitest';
import * as account from './account.ts';
import { htmlOf } from './mail-html.ts';

const url = 'https://g2.example';

it.each([
  ['/auth/confirmar', account.confirmAddress('TOKEN', url), ''],
  ['/auth/nova-senha', account.passwordForgotten('TOKEN', url), ''],
  ['/auth/confirmar', account.confirmNewAddress('TOKEN', url), '&#38;troca=1'],
  ['/auth/permitir', account.signInPaused('Ana', 'TOKEN', url), ''],
  ['/auth/nova-senha', account.addressChanged('Ana', 'TOKEN', url), '&#38;desfazer=1'],
])('renders the link to %s as a button', (path, mail, more) => {
  expect(htmlOf(mail, url)).toContain(`href="${url}${path}?token=TOKEN${more}"`);
});
