import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type ThrottledProxy = {
  port: number;
  sent(): number;
  close(): void;
};

/**
 * Opens a proxy that throttles uploads to a local port.
 * @param rate upstream bytes per second
 * @param onSent called with the bytes sent so far
 */
export async function startThrottledProxy(
  to: number,
  rate: number,
  onSent: (bytes: number) => void,
): Promise<ThrottledProxy> {
  let sent = 0;
  const server = net.createServer((near) => {
    const far = net.connect(to, '127.0.0.1');
    const end = () => {
      near.destroy();
      far.destroy();
    };
    near.on('error', end).on('close', end);
    far.on('error', end).on('close', end);
    far.pipe(near);
    carry(near, far).catch(end);
  });
  const carry = async (near: net.Socket, far: net.Socket) => {
    for await (const chunk of near as AsyncIterable<Buffer>) {
      sent += chunk.length;
      onSent(sent);
      if (!far.write(chunk)) await once(far, 'drain');
      await delay((chunk.length / rate) * 1_000);
    }
    far.end();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, sent: () => sent, close: () => void server.close() };
}
