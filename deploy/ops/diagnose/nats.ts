import { jetstreamManager } from '@nats-io/jetstream';
import { connectNats } from '../backup/stream.ts';
import { messageOf } from '../world.ts';
import type { Section } from './sources.ts';

export const nats: Section = async ({ natsUrl }) => {
  const nc = await connectNats(natsUrl).catch((error: unknown) => {
    throw new Error(`NATS does not answer: ${messageOf(error)}`);
  });
  try {
    const jsm = await jetstreamManager(nc);
    const lines: string[] = [];
    for await (const { config, state } of jsm.streams.list()) {
      lines.push(`stream ${config.name}: ${state.messages} messages, ${state.bytes} bytes`);
      for await (const one of jsm.consumers.list(config.name)) {
        const { num_pending, num_ack_pending, num_redelivered } = one;
        if (num_pending + num_ack_pending === 0) continue;
        const what = one.config.filter_subject ?? one.config.filter_subjects?.join(', ') ?? 'all';
        lines.push(
          `consumer ${one.name} (${what}): ${num_pending} not yet given out, ${num_ack_pending} in hand, ${num_redelivered} given out again`,
        );
      }
    }
    return lines;
  } finally {
    await nc.close();
  }
};
