import { type EventName, eventPayloads } from '@g2/gateway/contract/events';
import type { z } from 'zod';
import { answerWith } from './server.ts';

const openStreams = new Set<ReadableStreamDefaultController<Uint8Array>>();
/** Events sent before the page subscribed. */
let earlyEvents: Uint8Array[] = [];

/** Answers the event stream with a connection that stays open; it carries only the events of `tell`. */
export function openEventStream(): void {
  openStreams.clear();
  earlyEvents = [];
  answerWith('followEvents', () => {
    const start = (stream: ReadableStreamDefaultController<Uint8Array>) => {
      openStreams.add(stream);
      for (const event of earlyEvents.splice(0)) stream.enqueue(event);
    };
    const body = new ReadableStream<Uint8Array>({ start });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
}

/** Sends a server event to all open streams. Without an open stream, the next one to open gets it. */
export function tell<Name extends EventName>(
  name: Name,
  payload: z.input<(typeof eventPayloads)[Name]>,
): void {
  const data = JSON.stringify(eventPayloads[name].parse(payload));
  const event = new TextEncoder().encode(`event: ${name}\ndata: ${data}\n\n`);
  if (openStreams.size === 0) earlyEvents.push(event);
  for (const stream of openStreams) stream.enqueue(event);
}
