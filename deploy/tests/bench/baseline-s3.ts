import { createServer, type IncomingMessage, request } from 'node:http';
import { Client } from 'minio';

// Baseline: a minimal program that streams a file to S3 in parts of 8 MiB. Sends one part while the next fills.
const { S3_ENDPOINT = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '', S3_BUCKET = '' } = process.env;
const PART = 8 * 1024 * 1024;
const { hostname, port } = new URL(S3_ENDPOINT);
const client = new Client({
  endPoint: hostname,
  port: Number(port),
  useSSL: false,
  accessKey: S3_ACCESS_KEY,
  secretKey: S3_SECRET_KEY,
});
let count = 0;

const server = createServer((call, response) => {
  if (call.method === 'GET') return response.end('ready');
  void receive(call).then(() => response.end('{}'));
});

async function receive(body: IncomingMessage): Promise<void> {
  const key = `bare-${count++}`;
  const uploadId = await client.initiateNewMultipartUpload(S3_BUCKET, key, {});
  const parts: { part: number; etag: string }[] = [];
  let underWay: Promise<unknown> = Promise.resolve();
  let held: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    await underWay;
    const part = parts.length + 1;
    const [chunks, length] = [held, size];
    const url = await client.presignedUrl('PUT', S3_BUCKET, key, 3600, {
      partNumber: String(part),
      uploadId,
    });
    parts.push({ part, etag: '' });
    underWay = put(url, chunks, length).then((etag) => (parts[part - 1] = { part, etag }));
    held = [];
    size = 0;
  };
  for await (const chunk of body as AsyncIterable<Buffer>) {
    held.push(chunk);
    size += chunk.length;
    if (size >= PART) await flush();
  }
  if (size > 0) await flush();
  await underWay;
  await client.completeMultipartUpload(S3_BUCKET, key, uploadId, parts);
}

const put = (url: string, chunks: Buffer[], length: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const call = request(url, { method: 'PUT', headers: { 'content-length': length } });
    call.once('error', reject).once('response', (response) => {
      response.resume();
      resolve(String(response.headers.etag).replaceAll('"', ''));
    });
    for (const chunk of chunks) call.write(chunk);
    call.end();
  });

await client.makeBucket(S3_BUCKET);
server.requestTimeout = 0;
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
