import { type EventName, eventPayloads } from '@g2/gateway/contract/events';
import type { z } from 'zod';
import { answerWith } from './server.ts';

const lines = new Set<ReadableStreamDefaultController<Uint8Array>>();
/** Events sent before the page subscribed. */
let early: Uint8Array[] = [];

/** Answers the event stream with a connection that stays open without events, so that no data is refreshed. */
export function openLine(): void {
  lines.clear();
  early = [];
  answerWith('followEvents', () => {
    const start = (line: ReadableStreamDefaultController<Uint8Array>) => {
      lines.add(line);
      for (const one of early.splice(0)) line.enqueue(one);
    };
    const body = new ReadableStream<Uint8Array>({ start });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
}

/** Sends a server event to all subscribers; without one, to the first that subscribes. */
export function tell<Name extends EventName>(
  name: Name,
  payload: z.input<(typeof eventPayloads)[Name]>,
): void {
  const data = JSON.stringify(eventPayloads[name].parse(payload));
  const event = new TextEncoder().encode(`event: ${name}\ndata: ${data}\n\n`);
  if (lines.size === 0) early.push(event);
  for (const line of lines) line.enqueue(event);
}
