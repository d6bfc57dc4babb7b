import { expect, it } from 'vitest';
import * as access from './access.ts';
import * as account from './account.ts';
import * as contacts from './contacts.ts';
import { shortLine, welcome } from './mails.ts';
import * as receipts from './receipts.ts';
import * as refunds from './refunds.ts';
import * as registrations from './registrations.ts';
import * as staff from './staff.ts';

const url = 'https://g2.example';
// 23:30 in São Paulo, the next day in UTC.
const at = new Date('2026-11-21T02:30:00Z');
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const app = { registrationId: 'r1', title: 'Meu\r\nApp' };
const paid = { ...app, paymentId: 'p1', method: 'card', amountCents: 349_900, paidAt: at };
const bought = { purchaseId: 'c1', credits: 10_050, priceInCents: 10_050, method: '', paidAt: at };
const part = { amountCents: 349_900, refundedCents: 100_000, failed: false };
const boleto = {
  amountCents: 349_900,
  code: '00190500954014481606906809350314337370000000100',
  expiresAt: at,
};
const contact = { number: 'AT-2026-000001', subject: 'Prazo\n1', message: 'Quando?\r\n\r\nObrigada \u202e' };
const writer = { name: 'Ana\nLima', email: 'ana@example.com' };
const answer = { number: 'AT-2026-000001', subject: 'Prazo', text: 'Amanhã.', isOpen: true };
const changed = (toStatus: string, more: object = {}) =>
  registrations.statusChanged('Ana', { ...app, toStatus, ...more }, url);

it('writes every mail as in the snapshot mails.txt', async () => {
  const mails = [
    welcome('Ana', url),
    account.confirmAddress('TOKEN', url),
    account.passwordForgotten('TOKEN', url),
    account.passwordSetByLink('Ana', url),
    account.signInPaused('Ana', 'TOKEN', url),
    account.confirmNewAddress('TOKEN', url),
    account.addressRequested(url),
    account.changeRequested('Ana', url),
    account.addressChanged('Ana', 'TOKEN', url),
    account.addressRestored(url),
    contacts.contactReceived('Ana', contact, url),
    contacts.contactConfirmation('AT-2026-000001', url),
    contacts.contactToStaff({ ...contact, ...writer, isSignedIn: true }, url),
    contacts.contactToStaff({ ...contact, ...writer, isSignedIn: false }, url),
    contacts.contactAnswered('Ana', answer, url),
    contacts.contactAnswered('Ana', { ...answer, isOpen: false }, url),
    contacts.visitorContactAnswered(answer, url),
    contacts.visitorContactAnswered({ ...answer, isOpen: false }, url),
    contacts.contactReplied({ ...answer, ...writer }, url),
    account.accountDeleted('Ana', url),
    access.newDevice('Ana', { address: '203.0.113.9', agent: chrome, at }, url),
    access.newDevice('Ana', { address: '', agent: '', at }, url),
    access.factorAdded('Ana', 'totp', url),
    access.factorAdded('Ana', 'passkey', url),
    access.factorRemoved('Ana', 'passkey', true, url),
    access.factorRemoved('Ana', 'totp', false, url),
    access.factorReset('Ana', url),
    access.manyWrongCodes('Ana', url),
    access.recoveryCodeUsed('Ana', 4, url),
    access.recoveryCodeUsed('Ana', 3, url),
    access.recoveryCodeUsed('Ana', 1, url),
    access.accountLinked('Ana', 'Google', url),
    access.accountUnlinked('Ana', 'Google', url),
    account.providerLinked('Ana', url),
    account.passwordReset('Ana', url),
    account.passwordChanged('Ana', url),
    receipts.registrationReceipt('Ana', paid, url),
    receipts.registrationReceipt('Ana', { ...paid, method: 'manual', amountCents: 149_999 }, url),
    receipts.purchaseReceipt('Ana', bought, url),
    receipts.purchaseReceipt('Ana', { ...bought, method: 'pix' }, url),
    receipts.boletoIssued('Ana', { ...app, ...boleto, pdf: 'https://pay.example/b.pdf' }, url),
    receipts.boletoIssued('Ana', { ...boleto, title: '' }, url),
    receipts.paymentReturned(
      'Ana',
      { ...app, amountCents: 349_900, transferredOn: '2026-11-21', reference: 'E1\n2' },
      url,
    ),
    changed('paid'),
    changed('reviewing', { fromStatus: 'paid', reason: 'Volta' }),
    changed('government_processing', { fromStatus: 'reviewing' }),
    changed('completed', { fromStatus: 'government_processing' }),
    changed('submitted', { fromStatus: 'reviewing', reason: 'Falta:\r\n1. o\0 README\u202e' }),
    changed('submitted', { fromStatus: 'reviewing', reason: ' ' }),
    registrations.certificateReady('Ana', { ...app, number: 'G2-1' }, url),
    registrations.certificateRevoked('Ana', { ...app, number: 'G2-1', reason: 'Erro\r\nnosso' }, url),
    registrations.paymentReminder('Ana', { ...app, fileName: 'a\nb.zip', amountCents: 349_900 }, url),
    registrations.newStaffMessage('Ana', app, url),
    registrations.unpaidFileExpiring(
      'Ana',
      { ...app, fileName: 'a\r\nb.zip', expiresAt: at, fileTaken: false },
      url,
    ),
    registrations.unpaidFileExpiring(
      'Ana',
      { ...app, fileName: 'a.zip', expiresAt: at, fileTaken: true },
      url,
    ),
    staff.adminAlert('Ada', { kind: 'devolução', text: 'Um\r\nDois', client: null }, url),
    staff.adminAlert(
      'Ada',
      {
        kind: 'dispute',
        text: 'O cliente contestou R$ 3.499,00 no banco dele.',
        client: 'Ana\r\nSouza',
        paymentId: 'p1',
        title: app.title,
        amountCents: 349_900,
        dueBy: at,
        nextAction: 'Responda no painel do Stripe.',
      },
      url,
    ),
    refunds.closureNotice('Ana', { ...app, closure: { reason: 'refunded', amountCents: 349_900, at } }, url),
    refunds.closureNotice(
      'Ana',
      { ...app, closure: { reason: 'dispute_lost', amountCents: 349_900, at } },
      url,
    ),
    refunds.closureNotice('Ana', app, url),
    refunds.refundNotice('Ana', { ...part, ...app }, url),
    refunds.refundNotice('Ana', { ...part, title: '' }, url),
    refunds.refundNotice('Ana', { ...part, ...app, failed: true }, url),
    refunds.returnNotice('Ana', { ...app, amountCents: 349_900, method: 'boleto' }, url),
    refunds.returnNotice('Ana', { ...app, amountCents: 349_900, method: 'pix' }, url),
    staff.newClientMessage('Ada', app, url),
    staff.objectDamaged('Ada', { registrationId: 'r1', objectKey: 'ab/1.zip', damage: 'missing' }, url),
    staff.objectDamaged('Ada', { registrationId: 'r1', objectKey: 'ab/1.zip', damage: 'different' }, url),
    staff.report('Ada', 30, undefined, url),
    staff.report('Ada', 7, { name: 'r.csv', content: Buffer.of(1) }, url),
    access.apiTokenCreated('Ana', { name: 'CI\n1', scopes: ['files:write', 'x'], expiresAt: at }, url),
    access.apiTokenCreated('Ana', { name: 'CI', scopes: ['files:write'], expiresAt: null }, url),
    access.apiTokenRevoked('Ana', 'CI\n1', url),
    staff.newAdmin('Ada', { id: 'u1', firstName: 'Ana', lastName: 'Souza' }, url),
    staff.newAdmin('Ada', { id: 'u1', firstName: 'veja', lastName: 'www.evil.example/x' }, url),
    staff.becameAdmin('Ana', url),
  ];
  const texts = mails.map(({ subject, body, attachment }) => {
    const more = attachment ? `\nAnexo: ${attachment.name}` : '';
    return `Assunto: ${subject}\n\n${body}${more}\n`;
  });
  await expect(texts.join('\n----\n')).toMatchFileSnapshot('mails.txt');
});

it('greets "cliente" instead of a name that contains a link', () => {
  expect(welcome('Regularize em https://evil.example/pagar', url).body).toMatch(/^Olá, cliente!/);
});

it('shortens user text and keeps line breaks in it out of mail headers', () => {
  const title = 'x\r\nBcc: all@evil.example\r\n';
  expect(changed('paid', { title }).subject).toBe('Pago: x Bcc: all@evil.example');
  expect(shortLine('😀'.repeat(200)).isWellFormed()).toBe(true);
  expect(shortLine('a'.repeat(121))).toBe(`${'a'.repeat(119)}…`);
  expect(shortLine('a'.repeat(120))).toHaveLength(120);
  const alert = staff.adminAlert('Ada', { kind: 'k'.repeat(100), text: 'x', client: null }, url);
  expect(alert.subject).toHaveLength('Alerta de pagamentos: '.length + 60);
  const long = access.newDevice('Ana', { address: '1'.repeat(70), agent: chrome, at }, url);
  expect(long.body).toContain(`Endereço: ${'1'.repeat(63)}…\n`);
});
