import { type EventName, eventPayloads } from '@g2/gateway/contract/events';
import type { z } from 'zod';
import { answerWith } from './server.ts';

const lines = new Set<ReadableStreamDefaultController<Uint8Array>>();

/** Has the line of the server's events stand open. It says nothing by itself, so nothing is read again because of it. */
export function openLine(): void {
  lines.clear();
  answerWith('followEvents', () => {
    const body = new ReadableStream<Uint8Array>({ start: (line) => void lines.add(line) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
}

/** Sends an event of the server to whoever follows. */
export function tell<Name extends EventName>(
  name: Name,
  payload: z.input<(typeof eventPayloads)[Name]>,
): void {
  const data = JSON.stringify(eventPayloads[name].parse(payload));
  for (const line of lines) line.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${data}\n\n`));
}
