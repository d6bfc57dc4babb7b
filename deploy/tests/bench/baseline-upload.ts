import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

// Baseline: a minimal program that stores a file by a streamed write and one fsync, with two hashes of it.
const folder = process.env.FOLDER ?? '';
let count = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end('ready');
  void receive(request).then((hashes) => response.end(JSON.stringify(hashes)));
});

async function receive(body: AsyncIterable<Buffer>): Promise<string[]> {
  const hashes = [createHash('sha256'), createHash('sha512')];
  const file = await open(join(folder, `bare-${count++}`), 'w');
  for await (const chunk of body) {
    for (const hash of hashes) hash.update(chunk);
    await file.write(chunk);
  }
  await file.sync();
  await file.close();
  return hashes.map((hash) => hash.digest('hex'));
}

server.requestTimeout = 0;
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
