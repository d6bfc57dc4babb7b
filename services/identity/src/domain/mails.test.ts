import { describe, expect, it } from 'vitest';
import * as mails from './mails.ts';

const url = 'https://g2.example';
// 23:30 in São Paulo, the next day in UTC.
const paidAt = new Date('2026-11-21T02:30:00Z');

describe('mails', () => {
  it('welcome links to the dashboard', () => {
    const mail = mails.welcome('Ana', url);
    expect(mail.subject).toContain('G2 Software Registry');
    expect(mail.body).toMatch(/^Olá, Ana!/);
    expect(mail.body).toContain('https://g2.example/dashboard');
  });

  it.each([
    ['paid', 'Pago'],
    ['reviewing', 'Em Análise'],
    ['government_processing', 'Processamento Governamental'],
    ['completed', 'Concluído'],
    ['certificate_issued', 'Certificado Emitido'],
  ])('a change to %s names it %s', (toStatus, name) => {
    const mail = mails.statusChanged('Ana', { title: 'Meu App', fromStatus: 'submitted', toStatus }, url);
    expect(mail.subject).toBe(`${name}: Meu App`);
    expect(mail.body).toContain(`mudou de "Submetido" para "${name}"`);
  });

  it('corrections tell the reason, or that there is none', () => {
    const change = { title: 'Meu App', fromStatus: 'reviewing', toStatus: 'submitted' };
    const told = mails.statusChanged('Ana', { ...change, reason: 'Falta o README' }, url);
    expect(told.subject).toBe('Correções solicitadas: Meu App');
    expect(told.body).toContain('Motivo: Falta o README');
    expect(mails.statusChanged('Ana', { ...change, reason: ' ' }, url).body).toContain(
      'Motivo: Correções solicitadas pela equipe',
    );
  });

  it('the receipt says amount, day in São Paulo, and that we are not INPI', () => {
    const paid = { paymentId: 'p1', registrationId: 'r1', title: 'Meu App', method: 'card' };
    const { body } = mails.registrationReceipt('Ana', { ...paid, amountCents: 349_900, paidAt }, url);
    expect(body).toContain('Valor: R$ 3.499,00');
    expect(body).toContain('Forma de pagamento: Cartão');
    expect(body).toContain('Data: 20/11/2026 23:30');
    expect(body).toContain('https://g2.example/api/registrations/r1/receipt');
    expect(body).toContain('não é o INPI');
  });

  it('the receipt of a purchase says credits and price', () => {
    const bought = { purchaseId: 'c1', credits: 10_050, priceInCents: 10_050, paidAt };
    const { body } = mails.purchaseReceipt('Ana', bought, url);
    expect(body).toContain('Créditos: 100,50 créditos');
    expect(body).toContain('Valor: R$ 100,50');
    expect(body).toContain('não é o INPI');
  });

  it('the certificate mail has its number and where to get it', () => {
    const issued = { registrationId: 'r1', number: 'G2-2026-000001', title: 'Meu App' };
    const { body } = mails.certificateReady('Ana', issued, url);
    expect(body).toContain('G2-2026-000001');
    expect(body).toContain('https://g2.example/api/registrations/r1/certificate');
  });

  it('keeps what people type out of the lines of a header', () => {
    const change = { title: 'x\r\nBcc: all@evil.example\r\n', toStatus: 'paid' };
    const mail = mails.statusChanged('Ana', change, url);
    expect(mail.subject).toBe('Pago: x Bcc: all@evil.example');
    expect(mails.statusChanged('A', { ...change, title: '😀'.repeat(200) }, url).subject).toSatisfy(
      (subject: string) => subject.isWellFormed() && subject.length < 150,
    );
  });
});
