import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '@g2/kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createStage, type Stage } from './test-gateway.ts';

let stage: Stage;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await stage.close();
});

type Line = { answer: () => string; isOver: () => boolean; socket: Socket };

/** Sends the start of a request and keeps the connection open. */
async function begin(text: string): Promise<Line> {
  const { hostname, port } = new URL(stage.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let answer = '';
  let over = false;
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    over = true;
  });
  await once(socket, 'connect');
  socket.write(text);
  return { answer: () => answer, isOver: () => over, socket };
}

const ofLogin = 'content-type: application/json\r\ncontent-length: 1000\r\nhost: x\r\n\r\n{';

describe('an incomplete body', () => {
  it('times out with the contract’s error, also on fifty connections at once', async () => {
    stage = await createStage({ bodyMs: 300 });
    const lines = await Promise.all(
      Array.from({ length: 50 }, () => begin(`POST /api/login HTTP/1.1\r\n${ofLogin}`)),
    );
    await eventually('all are over', async () => lines.every((line) => line.isOver()));
    for (const line of lines) {
      expect(line.answer()).toMatch(/^HTTP\/1\.1 408 /);
      expect(line.answer()).toContain('"code":"request-timeout"');
      expect(line.answer()).toContain('"requestId":"');
    }
  });

  it('ends the connection after an early response, even if some bytes still arrive', async () => {
    stage = await createStage({ bodyMs: 300 });
    const line = await begin(`POST /api/registrations HTTP/1.1\r\n${ofLogin}`);
    await eventually('the answer', async () => line.answer().startsWith('HTTP/1.1 401'));
    const drip = setInterval(() => line.socket.write(' '), 50);
    await eventually('it is over', async () => line.isOver(), 5_000).finally(() => clearInterval(drip));
  });
});
