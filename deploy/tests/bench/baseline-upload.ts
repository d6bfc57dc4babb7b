import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

// The least that keeps a file with its proof: hash and write as the bytes come, one fsync, answer.
const folder = process.env.FOLDER ?? '';
let count = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end('ready');
  void receive(request).then((sha256) => response.end(JSON.stringify({ sha256 })));
});

async function receive(body: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(join(folder, `bare-${count++}`), 'w');
  for await (const chunk of body) {
    hash.update(chunk);
    await file.write(chunk);
  }
  await file.sync();
  await file.close();
  return hash.digest('hex');
}

server.requestTimeout = 0;
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
