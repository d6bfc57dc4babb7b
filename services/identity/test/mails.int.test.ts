import { loadConfig } from '@g2/kit/env';
import { newId } from '@g2/kit/ids';
import { consumedBy } from '@g2/kit/nats-rights';
import { eventually } from '@g2/kit/testing';
import { CertificateIssued } from '@g2/proto/certificate';
import { type EventType, facts } from '@g2/proto/facts';
import { PaymentAlert, PaymentSettled, PurchaseCompleted } from '@g2/proto/payment';
import { StatusChanged, UnpaidFileExpiring } from '@g2/proto/registration';
import { describe, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { subscriptions } from '../src/events.ts';
import { openStore } from '../src/store.ts';
import { newPerson, ownWorld } from './world.ts';

const world = await ownWorld();
const bus = await world.bed.bus();

/** Publishes a fact as the service that makes it true would; `eventId` again for the same fact again. */
const tell = <T>(kind: EventType<T>, data: T, eventId = newId(), time = new Date()) =>
  bus.publish({
    id: eventId,
    type: kind.type,
    aggregate_id: newId(),
    version: 1,
    data: kind.codec.toJSON(data),
    traceparent: null,
    created_at: time,
  });

const inbox = async (to: string) =>
  (await world.rpc.listDevMail({})).items
    .filter((mail) => mail.to === to)
    .map(({ subject, text }) => ({ subject, text }));
const arrives = (to: string, subject: string) =>
  eventually(`mail "${subject}"`, async () => (await inbox(to)).find((mail) => mail.subject === subject));

const title = 'Meu App';
const about = (userId: string) => ({ registrationId: newId(), userId, title });

describe('each promised mail', () => {
  it('welcome', async () => {
    const { email } = await newPerson(world);
    expect((await arrives(email, 'Boas-vindas ao G2 Software Registry')).text).toContain('Olá, Maria!');
  });

  const kinds: [string, string, (userId: string) => Promise<void>][] = [
    [
      'status change',
      'Em Análise: Meu App',
      (userId) =>
        tell(
          facts.statusChanged,
          StatusChanged.create({ ...about(userId), fromStatus: 'paid', toStatus: 'reviewing' }),
        ),
    ],
    [
      'corrections',
      'Correções solicitadas: Meu App',
      (userId) =>
        tell(
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
        tell(
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
        tell(
          facts.purchaseCompleted,
          PurchaseCompleted.create({ purchaseId: newId(), userId, credits: 10_000, priceInCents: 10_000 }),
        ),
    ],
    [
      'certificate ready',
      'Certificado disponível: Meu App',
      (userId) =>
        tell(facts.certificateIssued, CertificateIssued.create({ ...about(userId), number: 'G2-1' })),
    ],
  ];
  it.each(kinds)('%s', async (_name, subject, publish) => {
    const { id, email } = await newPerson(world);
    await publish(id);
    const { text } = await arrives(email, subject);
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
    await tell(facts.unpaidFileExpiring, UnpaidFileExpiring.create(file));
    const { text } = await arrives(email, 'Arquivo a ser removido: Meu App');
    expect(text).toContain('"app.zip" do registro "Meu App" será removido em 30/11/2026 23:30');
    expect(text).toContain('/dashboard');
  });

  it('alert, to every active admin alone', async () => {
    const admins = [await newPerson(world, 'admin'), await newPerson(world, 'admin')];
    const others = [await newPerson(world, 'operator'), await newPerson(world, 'admin')];
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [others[1]?.id]);
    await tell(facts.paymentAlert, PaymentAlert.create({ kind: 'dispute', text: 'Uma contestação chegou.' }));
    for (const { email } of admins) {
      expect((await arrives(email, 'Alerta de pagamentos: dispute')).text).toContain(
        'Uma contestação chegou.',
      );
    }
    for (const { email } of others) expect(await inbox(email)).toHaveLength(1);
  });
});

describe('an event', () => {
  /** Waits until all published before it was handled: every consumer takes a marker of its own. */
  const settled = async () => {
    const { id, email } = await newPerson(world);
    const change = { ...about(id), fromStatus: 'paid', toStatus: 'reviewing' };
    await tell(facts.statusChanged, StatusChanged.create(change));
    await arrives(email, 'Em Análise: Meu App');
  };

  it('makes one mail however often it is delivered', async () => {
    const { id, email } = await newPerson(world);
    const data = { ...about(id), fromStatus: 'submitted', toStatus: 'paid' };
    const eventId = newId();
    await tell(facts.statusChanged, StatusChanged.create(data), eventId);
    await arrives(email, 'Pago: Meu App');
    await redeliver(eventId, StatusChanged.create(data));
    // Even past the inbox's memory the mail's own key holds.
    await world.db.query('DELETE FROM inbox WHERE event_id = $1', [eventId]);
    await redeliver(eventId, StatusChanged.create(data));
    await settled();
    expect((await inbox(email)).filter((mail) => mail.subject === 'Pago: Meu App')).toHaveLength(1);
    const { rowCount } = await world.db.query('SELECT 1 FROM outgoing_emails WHERE dedupe_key LIKE $1', [
      `${eventId}%`,
    ]);
    expect(rowCount).toBe(1);
  });

  it('out of order tells each change as it is', async () => {
    const { id, email } = await newPerson(world);
    const change = (fromStatus: string, toStatus: string) =>
      tell(facts.statusChanged, StatusChanged.create({ ...about(id), fromStatus, toStatus }));
    await change('reviewing', 'government_processing');
    await change('paid', 'reviewing');
    await arrives(email, 'Processamento Governamental: Meu App');
    expect((await arrives(email, 'Em Análise: Meu App')).text).toContain('de "Pago" para "Em Análise"');
  });

  it('that another mail tells of makes none of its own: the first payment, and the certificate', async () => {
    const { id, email } = await newPerson(world);
    const change = (fromStatus: string, toStatus: string, receiptFollows = false) =>
      tell(facts.statusChanged, StatusChanged.create({ ...about(id), fromStatus, toStatus, receiptFollows }));
    await change('submitted', 'paid', true);
    await change('completed', 'certificate_issued');
    await tell(
      facts.paymentSettled,
      PaymentSettled.create({ ...about(id), paymentId: newId(), method: 'card', amountCents: 349_900 }),
    );
    await tell(facts.certificateIssued, CertificateIssued.create({ ...about(id), number: 'G2-1' }));
    const receipt = await arrives(email, 'Recibo de pagamento: Meu App');
    expect(receipt.text).toContain('agora é "Pago"');
    const certificate = await arrives(email, 'Certificado disponível: Meu App');
    expect(certificate.text).toContain('mudou para "Certificado Emitido"');
    await settled();
    expect((await inbox(email)).map((mail) => mail.subject).sort()).toEqual([
      'Boas-vindas ao G2 Software Registry',
      'Certificado disponível: Meu App',
      'Recibo de pagamento: Meu App',
    ]);
    // Sent again after corrections nothing is paid: no receipt follows.
    await change('submitted', 'paid');
    await arrives(email, 'Pago: Meu App');
  });

  it('of more than a day ago makes none, however late it comes', async () => {
    const { id, email } = await newPerson(world);
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const change = (toStatus: string, time: Date) => {
      const data = StatusChanged.create({ ...about(id), fromStatus: 'x', toStatus });
      return tell(facts.statusChanged, data, newId(), time);
    };
    await change('completed', at(25));
    await change('reviewing', at(23));
    await arrives(email, 'Em Análise: Meu App');
    await settled();
    expect((await inbox(email)).map((mail) => mail.subject)).not.toContain('Concluído: Meu App');
    const { rows } = await world.db.query('SELECT subject FROM outgoing_emails WHERE recipient = $1', [
      email,
    ]);
    expect(rows).toHaveLength(2);
  });

  it('from before this service first listened makes none', async () => {
    const settings = loadConfig(config, world.env);
    const db = openStore(settings);
    const mailing = subscriptions({ config: settings, db, clock: () => new Date(), wakeMailer: () => {} });
    await db.close();
    expect(mailing.map(({ deliver }) => deliver)).toEqual(mailing.map(() => 'new'));
    expect(mailing.map(({ type }) => type).sort()).toEqual(consumedBy('identity'));
  });

  it('about nobody known, or a creation, makes none', async () => {
    const { id, email } = await newPerson(world);
    await tell(facts.statusChanged, StatusChanged.create({ ...about(id), toStatus: 'submitted' }));
    for (const userId of [newId(), 'no-uuid', '']) {
      await tell(
        facts.statusChanged,
        StatusChanged.create({ ...about(userId), fromStatus: 'submitted', toStatus: 'paid' }),
      );
    }
    await settled();
    expect(await inbox(email)).toHaveLength(1);
  });

  /** Hands the handler a delivery again, as after a lost acknowledgement. */
  async function redeliver(eventId: string, data: StatusChanged): Promise<void> {
    const settings = loadConfig(config, world.env);
    const db = openStore(settings);
    try {
      const [handler] = subscriptions({
        config: settings,
        db,
        clock: () => new Date(),
        wakeMailer: () => {},
      });
      await handler?.handle(JSON.stringify(facts.statusChanged.codec.toJSON(data)), {
        consumer: 'identity-registration-status_changed',
        eventId,
        aggregateId: data.registrationId,
        version: 1,
        time: new Date(),
      });
    } finally {
      await db.close();
    }
  }
});
