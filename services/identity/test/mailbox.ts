import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import type { EventType } from '@g2/proto/facts';
import type { World } from './world.ts';

/** Facts of other services, and the mails they make. */
export async function openMailbox(world: World) {
  const bus = await world.bed.bus();
  const inbox = async (to: string) =>
    (await world.rpc.listDevMail({})).items
      .filter((mail) => mail.to === to)
      .map(({ subject, text }) => ({ subject, text }));
  return {
    inbox,
    arrives: (to: string, subject: string) =>
      eventually(`mail "${subject}"`, async () => (await inbox(to)).find((mail) => mail.subject === subject)),

    /** Publishes a fact as the service that makes it true would; `eventId` again for the same fact again. */
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
export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;
