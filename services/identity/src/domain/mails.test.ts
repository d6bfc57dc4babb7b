import { describe, expect, it } from 'vitest';
import { welcome } from './mails.ts';
import { passwordChanged, passwordReset } from './mails-passwords.ts';
import { purchaseReceipt, registrationReceipt } from './mails-receipts.ts';
import {
  certificateReady,
  certificateRevoked,
  messageWaiting,
  statusChanged,
  unpaidFileExpiring,
} from './mails-registrations.ts';

const url = 'https://g2.example';
// 23:30 in São Paulo, the next day in UTC.
const paidAt = new Date('2026-11-21T02:30:00Z');

const app = { registrationId: 'r1', title: 'Meu App' };

describe('mails', () => {
  it('welcome links to the dashboard', () => {
    const mail = welcome('Ana', url);
    expect(mail.subject).toContain('G2 Software Registry');
    expect(mail.body).toMatch(/^Olá, Ana!/);
    expect(mail.body).toContain('https://g2.example/dashboard');
  });

  it.each([
    ['paid', 'Pago'],
    ['reviewing', 'Em Análise'],
    ['government_processing', 'Processamento Governamental'],
    ['completed', 'Concluído'],
  ])('a change to %s names it %s', (toStatus, name) => {
    const mail = statusChanged('Ana', { ...app, fromStatus: 'submitted', toStatus }, url);
    expect(mail.subject).toBe(`${name}: Meu App`);
    expect(mail.body).toContain(`mudou de "Submetido" para "${name}"`);
  });

  it('corrections tell the reason, or that there is none', () => {
    const change = { ...app, fromStatus: 'reviewing', toStatus: 'submitted' };
    const told = statusChanged('Ana', { ...change, reason: 'Falta o README' }, url);
    expect(told.subject).toBe('Correções solicitadas: Meu App');
    expect(told.body).toContain('Ver e corrigir: https://g2.example/registros/r1\n');
    expect(told.body).toContain('Motivo: Falta o README');
    expect(statusChanged('Ana', { ...change, reason: ' ' }, url).body).toContain(
      'Motivo: Correções solicitadas pela equipe',
    );
  });

  const notInpi =
    'empresa privada: não é o INPI (Instituto Nacional da Propriedade Industrial) nem age em nome dele';

  it.each([
    ['card', 'Cartão'],
    ['credits', 'Créditos pré-pagos'],
    ['manual', 'Lançamento manual pela administração'],
  ])(
    'the receipt of a registration paid by %s is itemised, and says that we are not INPI',
    (method, name) => {
      const paid = { paymentId: 'p1', registrationId: 'r1', title: 'Ação\n日本', method };
      const { subject, body } = registrationReceipt('Ana', { ...paid, amountCents: 349_900, paidAt }, url);
      expect(subject).toBe('Recibo de pagamento: Ação 日本');
      expect(body.split('\n\n')[2]?.split('\n')).toEqual([
        'Serviço: Registro de autoria de software (taxa única): "Ação 日本"',
        'Quantidade: 1',
        'Valor unitário: R$ 3.499,00',
        'Total pago: R$ 3.499,00',
        `Forma de pagamento: ${name}`,
        'Data: 20/11/2026 23:30 (horário de Brasília)',
        'Pagamento: p1',
        'Registro: r1',
      ]);
      expect(body).toContain('o status do registro "Ação 日本" agora é "Pago"');
      expect(body).toContain('aguarda a análise da nossa equipe');
      expect(body).toContain('https://g2.example/registros/r1?documento=recibo\n');
      expect(body).toContain(notInpi);
      expect(body).toContain('não é guia nem comprovante de retribuição ao INPI');
    },
  );

  it('the receipt of a new version says what it is, and its own price', () => {
    const paid = { paymentId: 'p1', registrationId: 'r1', title: 'Agenda', method: 'card', paidAt };
    const { body } = registrationReceipt('Ana', { ...paid, amountCents: 149_999 }, url);
    expect(body).toContain(
      'Serviço: Atualização de registro de software: nova versão (taxa única): "Agenda"\nQuantidade: 1\nValor unitário: R$ 1.499,99\n',
    );
  });

  it('the receipt of a purchase is itemised, and says that we are not INPI', () => {
    const bought = { purchaseId: 'c1', credits: 10_050, priceInCents: 10_050, method: '', paidAt };
    const { body } = purchaseReceipt('Ana', bought, url);
    expect(body.split('\n\n')[2]?.split('\n')).toEqual([
      'Serviço: 100,50 créditos pré-pagos',
      'Quantidade: 1',
      'Valor unitário: R$ 100,50',
      'Total pago: R$ 100,50',
      'Forma de pagamento: Cartão',
      'Data: 20/11/2026 23:30 (horário de Brasília)',
      'Compra: c1',
    ]);
    expect(body).toContain(notInpi);
    expect(purchaseReceipt('Ana', { ...bought, method: 'pix' }, url).body).toContain(
      'Forma de pagamento: Pix\n',
    );
  });

  it('the certificate mail has the status, its number and where to get it', () => {
    const issued = { registrationId: 'r1', number: 'G2-2026-000001', title: 'Meu App' };
    const { body } = certificateReady('Ana', issued, url);
    expect(body).toContain('G2-2026-000001');
    expect(body).toContain('mudou para "Certificado Emitido"');
    expect(body).toContain('https://g2.example/registros/r1?documento=certificado\n');
    expect(body).not.toContain('Avisaremos');
  });

  it('a revoked certificate: which, why, what strangers read, and whom to ask', () => {
    const revoked = {
      registrationId: 'r1',
      number: 'G2-2026-000001',
      title: 'Meu App',
      reason: 'Erro\r\nnosso',
    };
    const { subject, body } = certificateRevoked('Ana', revoked, url);
    expect(subject).toBe('Certificado revogado: Meu App');
    expect(body).toContain('O certificado nº G2-2026-000001 do registro "Meu App" foi revogado');
    expect(body).toContain('Motivo: Erro\nnosso\n');
    expect(body).toContain(': https://g2.example/verificar/G2-2026-000001\n');
    expect(body).toContain('https://g2.example/help');
  });

  it('a file about to go says which, until when, and where to pay', () => {
    const file = { registrationId: 'r1', title: 'Meu\u202e App', fileName: 'a\r\nb.zip', expiresAt: paidAt };
    const { subject, body } = unpaidFileExpiring('Ana', file, url);
    expect(subject).toBe('Arquivo a ser removido: Meu App');
    expect(body).toContain('"a b.zip" do registro "Meu App" será removido em 20/11/2026 23:30');
    expect(body).toContain('Pagar agora: https://g2.example/dashboard?pay=r1\n');
  });

  it('a message of the staff is told without its text, with where to read it', () => {
    const { subject, body } = messageWaiting('Ana', { registrationId: 'r1', title: 'Meu\nApp' }, url);
    expect(subject).toBe('Nova mensagem da equipe: Meu App');
    expect(body).toContain('escreveu para você sobre o registro "Meu App"');
    expect(body).toContain('Ler a mensagem: https://g2.example/registros/r1?documento=mensagens\n');
  });

  it('a new password is told with where to turn to, never the password', () => {
    for (const mail of [passwordReset('Ana', url), passwordChanged('Ana', url)]) {
      expect(mail.subject).toMatch(/^Sua senha foi/);
      expect(mail.body).toContain('Não fui eu: https://g2.example/auth/esqueci\n');
    }
  });

  it('greets nobody with what is no name, and tells reasons without what cannot be seen', () => {
    expect(welcome('Regularize em https://evil.example/pagar', url).body).toMatch(/^Olá, cliente!/);
    const change = {
      registrationId: 'r1',
      title: 'App',
      toStatus: 'submitted',
      reason: 'Falta:\r\n1. o\0 README\u202e',
    };
    expect(statusChanged('Ana', change, url).body).toContain('Motivo: Falta:\n1. o README\n');
  });

  it('keeps what people type out of the lines of a header', () => {
    const change = { registrationId: 'r1', title: 'x\r\nBcc: all@evil.example\r\n', toStatus: 'paid' };
    const mail = statusChanged('Ana', change, url);
    expect(mail.subject).toBe('Pago: x Bcc: all@evil.example');
    expect(statusChanged('A', { ...change, title: '😀'.repeat(200) }, url).subject).toSatisfy(
      (subject: string) => subject.isWellFormed() && subject.length < 150,
    );
  });
});
