import { loadConfig } from '@g2/kit/env';
import { newId } from '@g2/kit/ids';
import { durableOf } from '@g2/kit/nats-permissions';
import { eventually } from '@g2/kit/testing';
import type { EventType } from '@g2/proto/facts';
import { config } from '../src/config.ts';
import { subscriptions } from '../src/events.ts';
import { openStore } from '../src/store.ts';
import type { TestService } from './world.ts';

/** Subject of the sign-up mail. */
export const WELCOME = 'Boas-vindas ao G2 Software Registry: confirme seu e-mail';
export const FORGOTTEN = 'Defina uma nova senha';

/** Mails to an address in the development mailbox, newest first. */
export const mailsTo = async (world: TestService, to: string) =>
  (await world.rpc.listDevMail({})).items.filter((mail) => mail.to === to);

/** Token in the newest mail with this subject. @param other token of an earlier mail, to skip */
export const tokenTo = (world: TestService, to: string, subject: string, other = ''): Promise<string> =>
  eventually(`link of "${subject}"`, async () => {
    const mail = (await mailsTo(world, to)).find((one) => one.subject === subject);
    const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    return token === other ? undefined : token;
  });

/** Publishes events of other services, and reads the resulting mails. */
export async function openMailbox(world: TestService) {
  const bus = await world.testEnv.bus();
  const inbox = async (to: string) =>
    (await world.rpc.listDevMail({})).items
      .filter((mail) => mail.to === to)
      .map(({ subject, text }) => ({ subject, text }));
  return {
    inbox,
    arrives: (to: string, subject: string) =>
      eventually(`mail "${subject}"`, async () => (await inbox(to)).find((mail) => mail.subject === subject)),

    /** Publishes an event; pass the same `eventId` to repeat it. */
    tell: <T>(kind: EventType<T>, data: T, eventId = newId(), time = new Date()) =>
      bus.publish({
        id: eventId,
        type: kind.type,
        aggregate_id: newId(),
        version: 1,
        data: kind.codec.toJSON(data),
        traceparent: null,
        created_at: time,
      }),
  };
}

/**
 * Calls the handler of an event again, as after a lost acknowledgement. To publish the event again would not
 * do so: the stream drops repeats for minutes.
 */
export async function redeliver<T>(
  world: TestService,
  { type, codec }: EventType<T>,
  data: T,
  eventId: string,
) {
  const settings = loadConfig(config, world.env);
  const db = openStore(settings);
  const needs = { config: settings, db, clock: () => new Date(), triggerMailer: () => {} };
  try {
    await subscriptions(needs)
      .find((one) => one.type === type)
      ?.handle(JSON.stringify(codec.toJSON(data)), {
        consumer: durableOf('identity', type),
        eventId,
        aggregateId: newId(),
        version: 1,
        time: new Date(),
      });
  } finally {
    await db.close();
  }
}
