import { loadConfig } from '@g2/kit/env';
import { newId } from '@g2/kit/ids';
import { consumedBy } from '@g2/kit/nats-permissions';
import { CertificateIssued, CertificateRevoked } from '@g2/proto/certificate';
import { type EventType, facts } from '@g2/proto/facts';
import { BoletoIssued, PaymentAlert, PaymentSettled, PurchaseCompleted } from '@g2/proto/payment';
import { StaffMessageWaiting, StatusChanged, UnpaidFileExpiring } from '@g2/proto/registration';
import { ObjectDamaged } from '@g2/proto/storage';
import { describe, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { subscriptions } from '../src/events.ts';
import { openStore } from '../src/store.ts';
import { openMailbox, redeliver, WELCOME } from './mailbox.ts';
import { newPerson, testServiceForFile } from './world.ts';

const world = await testServiceForFile();
const mailbox = await openMailbox(world);

const title = 'Meu App';
const about = (userId: string) => ({ registrationId: newId(), userId, title });

describe('the mails of api-rules R10', () => {
  it('ask for a confirmation of the address without quoting what was typed at sign-up', async () => {
    const { email } = await newPerson(world);
    const { text } = await mailbox.arrives(email, WELCOME);
    expect(text).toMatch(/^Olá!\n/);
    expect(text).not.toContain('Maria');
    expect(text).toMatch(/^Confirmar meu e-mail: \S+\/auth\/confirmar\?token=[\w-]{43}$/m);
  });

  it.each([
    [
      'Correções solicitadas: Meu App',
      facts.statusChanged,
      StatusChanged.create({ ...about(''), fromStatus: 'reviewing', toStatus: 'submitted', reason: 'x' }),
    ],
    [
      'Recibo da compra de créditos',
      facts.purchaseCompleted,
      PurchaseCompleted.create({ purchaseId: newId(), credits: 10_000, priceInCents: 10_000 }),
    ],
    [
      'Certificado revogado: Meu App',
      facts.certificateRevoked,
      CertificateRevoked.create({ ...about(''), number: 'G2-1', reason: 'Titularidade contestada' }),
    ],
  ] as const)('include a mail to the user with the subject: %s', async (subject, kind, fact) => {
    const { id, email } = await newPerson(world);
    await mailbox.tell<{ userId: string }>(kind as EventType<{ userId: string }>, { ...fact, userId: id });
    expect((await mailbox.arrives(email, subject)).text).toContain('Maria');
  });

  it('announce the deletion of an unpaid file with the date in São Paulo', async () => {
    const { id, email } = await newPerson(world);
    const file = { ...about(id), fileName: 'app.zip', expiresAt: new Date('2026-12-01T02:30:00Z') };
    await mailbox.tell(facts.unpaidFileExpiring, UnpaidFileExpiring.create(file));
    const { text } = await mailbox.arrives(email, 'Arquivo a ser removido: Meu App');
    expect(text).toContain('"app.zip" do registro "Meu App" será removido em 30/11/2026 23:30');
    expect(text).toContain('/dashboard');
  });

  it('contain the code, PDF link and due date in São Paulo of an issued boleto', async () => {
    const { id, email } = await newPerson(world);
    const code = '00190500954014481606906809350314337370000000100';
    const boleto = {
      ...about(id),
      paymentId: newId(),
      amountCents: 349_900,
      code,
      pdf: 'https://pagar.example/boleto.pdf',
      expiresAt: new Date('2026-12-06T02:59:59Z'),
    };
    const eventId = newId();
    await mailbox.tell(facts.boletoIssued, BoletoIssued.create(boleto), eventId);
    const { text } = await mailbox.arrives(email, 'Boleto gerado: Meu App');
    expect(text).toContain('Vence em: 05/12/2026');
    expect(text).toContain('Linha digitável: 00190.50095 40144.816069 06809.350314 3 37370000000100');
    expect(text).toContain(`Só os números: ${code}`);
    expect(text).toContain('Abrir o boleto (PDF): https://pagar.example/boleto.pdf');
    expect(text).toContain(`/dashboard?pay=${boleto.registrationId}`);
    await redeliver(world, facts.boletoIssued, BoletoIssued.create(boleto), eventId);
    const own = (await mailbox.inbox(email)).filter((mail) => mail.subject.startsWith('Boleto gerado'));
    expect(own).toHaveLength(1);
    const purchase = { ...boleto, registrationId: undefined, title: '' };
    await mailbox.tell(facts.boletoIssued, BoletoIssued.create(purchase));
    expect((await mailbox.arrives(email, 'Boleto gerado: compra de créditos')).text).toMatch(/\/dashboard$/m);
  });

  it("report a client's message to the operator in charge, otherwise to all operators", async () => {
    const [holder, other] = [await newPerson(world, 'operator'), await newPerson(world, 'operator')];
    const [admin, gone] = [await newPerson(world, 'admin'), await newPerson(world, 'operator')];
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [gone.id]);
    const waiting = (name: string, operatorId?: string) =>
      mailbox.tell(
        facts.staffMessageWaiting,
        StaffMessageWaiting.create({ registrationId: newId(), title: name, operatorId }),
      );
    const subject = (name: string) => `Nova mensagem do cliente: ${name}`;
    await waiting('Dele', holder.id);
    expect((await mailbox.arrives(holder.email, subject('Dele'))).text).toContain('/operator?view=messages');
    await waiting('De ninguém');
    await waiting('De quem saiu', gone.id);
    for (const { email } of [holder, other])
      for (const name of ['De ninguém', 'De quem saiu']) await mailbox.arrives(email, subject(name));
    const subjects = async (email: string) => (await mailbox.inbox(email)).map((mail) => mail.subject);
    expect(await subjects(other.email)).not.toContain(subject('Dele'));
    for (const { email } of [admin, gone])
      expect((await subjects(email)).filter((one) => one.startsWith('Nova mensagem'))).toEqual([]);
  });

  it('report payment alerts to active admins only', async () => {
    const admins = [await newPerson(world, 'admin'), await newPerson(world, 'admin')];
    const others = [await newPerson(world, 'operator'), await newPerson(world, 'admin')];
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [others[1]?.id]);
    await mailbox.tell(
      facts.paymentAlert,
      PaymentAlert.create({ kind: 'dispute', text: 'Uma contestação chegou.' }),
    );
    for (const { email } of admins) {
      expect((await mailbox.arrives(email, 'Alerta de pagamentos: Contestação')).text).toContain(
        'Uma contestação chegou.',
      );
    }
    for (const { email } of others) expect(await mailbox.inbox(email)).toHaveLength(1);
  });

  it('report a damaged file to the admins', async () => {
    const { email } = await newPerson(world, 'admin');
    const damaged = { registrationId: newId(), objectKey: 'ab/x.zip', damage: 'different' };
    await mailbox.tell(facts.objectDamaged, ObjectDamaged.create(damaged));
    const { text } = await mailbox.arrives(email, 'Alerta de armazenamento: arquivo danificado');
    expect(text).toContain(`Registro: ${damaged.registrationId}\nArquivo: ab/x.zip`);
    expect(text).toContain('já não tem o hash do depósito');
  });
});

describe('an event', () => {
  /** Waits until earlier status events are handled: events are handled in order, and this one causes a mail. */
  const settled = async () => {
    const { id, email } = await newPerson(world);
    const change = { ...about(id), fromStatus: 'paid', toStatus: 'reviewing' };
    await mailbox.tell(facts.statusChanged, StatusChanged.create(change));
    await mailbox.arrives(email, 'Em Análise: Meu App');
  };

  it('queues one mail even if it is delivered several times', async () => {
    const { id, email } = await newPerson(world);
    const data = { ...about(id), fromStatus: 'submitted', toStatus: 'paid' };
    const eventId = newId();
    await mailbox.tell(facts.statusChanged, StatusChanged.create(data), eventId);
    await mailbox.arrives(email, 'Pago: Meu App');
    await redeliver(world, facts.statusChanged, StatusChanged.create(data), eventId);
    // After the inbox row is deleted, the mail's own key still prevents a second one.
    await world.db.query('DELETE FROM inbox WHERE event_id = $1', [eventId]);
    await redeliver(world, facts.statusChanged, StatusChanged.create(data), eventId);
    await settled();
    expect((await mailbox.inbox(email)).filter((mail) => mail.subject === 'Pago: Meu App')).toHaveLength(1);
    const { rowCount } = await world.db.query('SELECT 1 FROM outgoing_emails WHERE dedupe_key LIKE $1', [
      `${eventId}%`,
    ]);
    expect(rowCount).toBe(1);
  });

  it('queues a mail about its own status change even if events arrive out of order', async () => {
    const { id, email } = await newPerson(world);
    const change = (fromStatus: string, toStatus: string) =>
      mailbox.tell(facts.statusChanged, StatusChanged.create({ ...about(id), fromStatus, toStatus }));
    await change('reviewing', 'government_processing');
    await change('paid', 'reviewing');
    await mailbox.arrives(email, 'Processamento Governamental: Meu App');
    expect((await mailbox.arrives(email, 'Em Análise: Meu App')).text).toContain(
      'de "Pago" para "Em Análise"',
    );
  });

  it('queues no mail about a status that the receipt or the certificate mail reports', async () => {
    const { id, email } = await newPerson(world);
    const change = (fromStatus: string, toStatus: string, receiptFollows = false) =>
      mailbox.tell(
        facts.statusChanged,
        StatusChanged.create({ ...about(id), fromStatus, toStatus, receiptFollows }),
      );
    await change('submitted', 'paid', true);
    await change('completed', 'certificate_issued');
    await mailbox.tell(
      facts.paymentSettled,
      PaymentSettled.create({ ...about(id), paymentId: newId(), method: 'card', amountCents: 349_900 }),
    );
    await mailbox.tell(facts.certificateIssued, CertificateIssued.create({ ...about(id), number: 'G2-1' }));
    const receipt = await mailbox.arrives(email, 'Recibo de pagamento: Meu App');
    expect(receipt.text).toContain('agora é "Pago"');
    const certificate = await mailbox.arrives(email, 'Certificado disponível: Meu App');
    expect(certificate.text).toContain('mudou para "Certificado Emitido"');
    await settled();
    expect((await mailbox.inbox(email)).map((mail) => mail.subject).sort()).toEqual([
      WELCOME,
      'Certificado disponível: Meu App',
      'Recibo de pagamento: Meu App',
    ]);
    // The registration is resubmitted after corrections: no new payment, so no receipt.
    await change('submitted', 'paid');
    await mailbox.arrives(email, 'Pago: Meu App');
  });

  it('older than a day queues no mail', async () => {
    const { id, email } = await newPerson(world);
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const change = (toStatus: string, time: Date) => {
      const data = StatusChanged.create({ ...about(id), fromStatus: 'x', toStatus });
      return mailbox.tell(facts.statusChanged, data, newId(), time);
    };
    await change('completed', at(25));
    await change('reviewing', at(23));
    await mailbox.arrives(email, 'Em Análise: Meu App');
    await settled();
    expect((await mailbox.inbox(email)).map((mail) => mail.subject)).not.toContain('Concluído: Meu App');
    const { rows } = await world.db.query('SELECT subject FROM outgoing_emails WHERE recipient = $1', [
      email,
    ]);
    expect(rows).toHaveLength(2);
  });

  it('from before the subscription queues no mail', async () => {
    const settings = loadConfig(config, world.env);
    const db = openStore(settings);
    const mailing = subscriptions({ config: settings, db, clock: () => new Date(), triggerMailer: () => {} });
    await db.close();
    expect(mailing.map(({ type }) => type).sort()).toEqual(consumedBy('identity'));
    // Subscriptions to audit acts cause no mail; they start at the beginning of the stream.
    const isTold = ({ type }: { type: string }) => type.endsWith('.act');
    const deliveries = mailing.map((one) => [isTold(one), one.deliver]);
    expect(deliveries).toEqual(mailing.map((one) => (isTold(one) ? [true, 'all'] : [false, 'new'])));
  });

  it('about an unknown account or the creation of a registration queues no mail', async () => {
    const { id, email } = await newPerson(world);
    await mailbox.tell(facts.statusChanged, StatusChanged.create({ ...about(id), toStatus: 'submitted' }));
    for (const userId of [newId(), 'no-uuid', '']) {
      await mailbox.tell(
        facts.statusChanged,
        StatusChanged.create({ ...about(userId), fromStatus: 'submitted', toStatus: 'paid' }),
      );
    }
    await settled();
    expect(await mailbox.inbox(email)).toHaveLength(1);
  });
});
