import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

type Heard = { status: number; body: unknown; headers: Record<string, unknown>; ms: number };

/** Posts JSON from another local IP address, as a different client. Status 0 means no response. */
export function postFrom(
  localAddress: string,
  base: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Heard> {
  const startedAt = performance.now();
  const payload = JSON.stringify(body);
  const none = (): Heard => ({ status: 0, body: null, headers: {}, ms: performance.now() - startedAt });
  return new Promise((resolve) => {
    const outgoing = request(
      new URL(path, base.replace('localhost', '127.0.0.1')),
      {
        method: 'POST',
        localAddress,
        timeout: 30_000,
        headers: {
          host: new URL(base).host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          ...headers,
        },
      },
      (response) => {
        const heard = text(response).then((text): Heard => {
          const isJson = response.headers['content-type']?.includes('json');
          const body = isJson ? (JSON.parse(text) as unknown) : text;
          return {
            status: response.statusCode ?? 0,
            body,
            headers: response.headers,
            ms: performance.now() - startedAt,
          };
        });
        heard.then(resolve, () => resolve(none()));
      },
    );
    outgoing.once('error', () => resolve(none()));
    outgoing.once('timeout', () => outgoing.destroy());
    outgoing.end(payload);
  });
}

/** Opens a connection and sends a request head and a partial body; `head` starts with the request line. */
export async function beginRequest(base: string, head: readonly string[], body: Buffer): Promise<Socket> {
  const { hostname, port, host } = new URL(base);
  const at = hostname === 'localhost' ? '127.0.0.1' : hostname;
  const socket = connect({ host: at, port: Number(port) });
  socket.on('error', () => {});
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.write(`${[head[0], `Host: ${host}`, ...head.slice(1)].join('\r\n')}\r\n\r\n`);
  socket.write(body);
  return socket;
}
