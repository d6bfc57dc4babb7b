import { newId } from '@g2/kit/ids';
import { CertificateIssued, CertificateRevoked } from '@g2/proto/certificate';
import { facts } from '@g2/proto/facts';
import { PaymentAlert, PaymentSettled, PurchaseCompleted } from '@g2/proto/payment';
import { StatusChanged, UnpaidFileExpiring } from '@g2/proto/registration';
import { ObjectDamaged } from '@g2/proto/storage';
import { describe, expect, it } from 'vitest';
import { openMailbox, WELCOME } from './mailbox.ts';
import { newPerson, ownWorld } from './world.ts';

const world = await ownWorld();
const mailbox = await openMailbox(world);

const title = 'Meu App';
const about = (userId: string) => ({ registrationId: newId(), userId, title });

describe('each promised mail', () => {
  it('welcome, which has nothing of what was typed', async () => {
    const { email } = await newPerson(world);
    const { text } = await mailbox.arrives(email, WELCOME);
    expect(text).toMatch(/^Olá!\n/);
    expect(text).not.toContain('Maria');
    expect(text).toMatch(/^Confirmar meu e-mail: \S+\/auth\/confirmar\?token=[\w-]{43}$/m);
  });

  const kinds: [string, string, (userId: string) => Promise<void>][] = [
    [
      'status change',
      'Em Análise: Meu App',
      (userId) =>
        mailbox.tell(
          facts.statusChanged,
          StatusChanged.create({ ...about(userId), fromStatus: 'paid', toStatus: 'reviewing' }),
        ),
    ],
    [
      'corrections',
      'Correções solicitadas: Meu App',
      (userId) =>
        mailbox.tell(
          facts.statusChanged,
          StatusChanged.create({
            ...about(userId),
            fromStatus: 'reviewing',
            toStatus: 'submitted',
            reason: 'x',
          }),
        ),
    ],
    [
      'receipt of a registration',
      'Recibo de pagamento: Meu App',
      (userId) =>
        mailbox.tell(
          facts.paymentSettled,
          PaymentSettled.create({
            ...about(userId),
            paymentId: newId(),
            method: 'card',
            amountCents: 349_900,
          }),
        ),
    ],
    [
      'receipt of a purchase',
      'Recibo da compra de créditos',
      (userId) =>
        mailbox.tell(
          facts.purchaseCompleted,
          PurchaseCompleted.create({ purchaseId: newId(), userId, credits: 10_000, priceInCents: 10_000 }),
        ),
    ],
    [
      'certificate ready',
      'Certificado disponível: Meu App',
      (userId) =>
        mailbox.tell(facts.certificateIssued, CertificateIssued.create({ ...about(userId), number: 'G2-1' })),
    ],
    [
      'certificate revoked',
      'Certificado revogado: Meu App',
      (userId) =>
        mailbox.tell(
          facts.certificateRevoked,
          CertificateRevoked.create({ ...about(userId), number: 'G2-1', reason: 'Titularidade contestada' }),
        ),
    ],
  ];
  it.each(kinds)('%s', async (_name, subject, publish) => {
    const { id, email } = await newPerson(world);
    await publish(id);
    const { text } = await mailbox.arrives(email, subject);
    expect(text).toContain('Maria');
    const isReceipt = subject.startsWith('Recibo');
    expect(text.includes('não é o INPI')).toBe(isReceipt);
    expect(/^Quantidade: 1\nValor unitário: R\$ [\d.]+,00\nTotal pago: R\$ [\d.]+,00$/m.test(text)).toBe(
      isReceipt,
    );
  });

  it('unpaid file about to go, with the day in São Paulo', async () => {
    const { id, email } = await newPerson(world);
    const file = { ...about(id), fileName: 'app.zip', expiresAt: new Date('2026-12-01T02:30:00Z') };
    await mailbox.tell(facts.unpaidFileExpiring, UnpaidFileExpiring.create(file));
    const { text } = await mailbox.arrives(email, 'Arquivo a ser removido: Meu App');
    expect(text).toContain('"app.zip" do registro "Meu App" será removido em 30/11/2026 23:30');
    expect(text).toContain('/dashboard');
  });

  it('alert, to every active admin alone', async () => {
    const admins = [await newPerson(world, 'admin'), await newPerson(world, 'admin')];
    const others = [await newPerson(world, 'operator'), await newPerson(world, 'admin')];
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [others[1]?.id]);
    await mailbox.tell(
      facts.paymentAlert,
      PaymentAlert.create({ kind: 'dispute', text: 'Uma contestação chegou.' }),
    );
    for (const { email } of admins) {
      expect((await mailbox.arrives(email, 'Alerta de pagamentos: dispute')).text).toContain(
        'Uma contestação chegou.',
      );
    }
    for (const { email } of others) expect(await mailbox.inbox(email)).toHaveLength(1);
  });

  it('a damaged file, to the admins', async () => {
    const { email } = await newPerson(world, 'admin');
    const damaged = { registrationId: newId(), objectKey: 'ab/x.zip', damage: 'different' };
    await mailbox.tell(facts.objectDamaged, ObjectDamaged.create(damaged));
    const { text } = await mailbox.arrives(email, 'Alerta de armazenamento: arquivo danificado');
    expect(text).toContain(`Registro: ${damaged.registrationId}\nArquivo: ab/x.zip`);
    expect(text).toContain('já não tem o hash do depósito');
  });
});
