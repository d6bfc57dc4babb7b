import { loadConfig } from '@g2/kit/env';
import { newId } from '@g2/kit/ids';
import { consumedBy } from '@g2/kit/nats-rights';
import { CertificateIssued } from '@g2/proto/certificate';
import { facts } from '@g2/proto/facts';
import { PaymentSettled } from '@g2/proto/payment';
import { StatusChanged } from '@g2/proto/registration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { subscriptions } from '../src/events.ts';
import { openStore } from '../src/store.ts';
import { type Mailbox, openMailbox, WELCOME } from './mailbox.ts';
import { createWorld, newPerson, type World } from './world.ts';

let world: World;
let mailbox: Mailbox;
beforeAll(async () => {
  world = await createWorld();
  mailbox = await openMailbox(world);
});
afterAll(() => world?.close());

const title = 'Meu App';
const about = (userId: string) => ({ registrationId: newId(), userId, title });

describe('an event', () => {
  /** Waits until all published before it was handled: every consumer takes a marker of its own. */
  const settled = async () => {
    const { id, email } = await newPerson(world);
    const change = { ...about(id), fromStatus: 'paid', toStatus: 'reviewing' };
    await mailbox.tell(facts.statusChanged, StatusChanged.create(change));
    await mailbox.arrives(email, 'Em Análise: Meu App');
  };

  it('makes one mail however often it is delivered', async () => {
    const { id, email } = await newPerson(world);
    const data = { ...about(id), fromStatus: 'submitted', toStatus: 'paid' };
    const eventId = newId();
    await mailbox.tell(facts.statusChanged, StatusChanged.create(data), eventId);
    await mailbox.arrives(email, 'Pago: Meu App');
    await redeliver(eventId, StatusChanged.create(data));
    // Even past the inbox's memory the mail's own key holds.
    await world.db.query('DELETE FROM inbox WHERE event_id = $1', [eventId]);
    await redeliver(eventId, StatusChanged.create(data));
    await settled();
    expect((await mailbox.inbox(email)).filter((mail) => mail.subject === 'Pago: Meu App')).toHaveLength(1);
    const { rowCount } = await world.db.query('SELECT 1 FROM outgoing_emails WHERE dedupe_key LIKE $1', [
      `${eventId}%`,
    ]);
    expect(rowCount).toBe(1);
  });

  it('out of order tells each change as it is', async () => {
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

  it('that another mail tells of makes none of its own: the first payment, and the certificate', async () => {
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
    // Sent again after corrections nothing is paid: no receipt follows.
    await change('submitted', 'paid');
    await mailbox.arrives(email, 'Pago: Meu App');
  });

  it('of more than a day ago makes none, however late it comes', async () => {
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

  it('from before this service first listened makes none', async () => {
    const settings = loadConfig(config, world.env);
    const db = openStore(settings);
    const mailing = subscriptions({ config: settings, db, clock: () => new Date(), wakeMailer: () => {} });
    await db.close();
    expect(mailing.map(({ type }) => type).sort()).toEqual(consumedBy('identity'));
    // What the trail is told is no mail.
    const isTold = ({ type }: { type: string }) => type.endsWith('.act');
    const deliveries = mailing.map((one) => [isTold(one), one.deliver]);
    expect(deliveries).toEqual(mailing.map((one) => (isTold(one) ? [true, 'all'] : [false, 'new'])));
  });

  it('about nobody known, or a creation, makes none', async () => {
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
