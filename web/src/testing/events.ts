import { type EventName, eventPayloads } from '@g2/gateway/contract/events';
import type { z } from 'zod';
import { answerWith } from './server.ts';

const lines = new Set<ReadableStreamDefaultController<Uint8Array>>();
/** Told before anybody followed. */
let early: Uint8Array[] = [];

/** Has the line of the server's events stand open. It says nothing by itself, so nothing is read again because of it. */
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

/** Sends an event of the server to whoever follows, or to the first who will. */
export function tell<Name extends EventName>(
  name: Name,
  payload: z.input<(typeof eventPayloads)[Name]>,
): void {
  const data = JSON.stringify(eventPayloads[name].parse(payload));
  const event = new TextEncoder().encode(`event: ${name}\ndata: ${data}\n\n`);
  if (lines.size === 0) early.push(event);
  for (const line of lines) line.enqueue(event);
}
