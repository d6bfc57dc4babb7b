import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type SilentWay = {
  /** host:port */
  address: string;
  isUsed(): boolean;
  /** The open connections carry no more bytes and stay open, as when a host fails. With `forEver` also new ones. */
  silence(forEver?: boolean): void;
};

/** Opens a TCP proxy for the running test. `port`: of a server on this machine */
export async function openSilentWay(port: number): Promise<SilentWay> {
  const sockets = new Set<net.Socket>();
  let isLost = false;
  const server = net.createServer((near) => {
    sockets.add(near);
    if (isLost) return;
    const far = net.connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    isUsed: () => sockets.size > 0,
    silence(forEver = false) {
      isLost = forEver;
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
