import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { DETAILS, ownWorld, zipOf } from './world.ts';

const world = await ownWorld();
const pool = (service: 'registration' | 'storage-hashing') =>
  world.testEnv.pool({ connectionString: world.testEnv.env(service).DATABASE_URL, max: 1 });
const pools = { registration: pool('registration'), 'storage-hashing': pool('storage-hashing') };
const owner = await world.signUpClient();

type Sent = { status: number | undefined; body: Record<string, unknown> };

/** Starts an upload that the test completes later. */
function begin(id: string, zip: Buffer) {
  const outgoing = httpRequest(`${world.gateway.url}/api/registrations/${id}/upload`, {
    method: 'POST',
    headers: {
      cookie: owner.cookie ?? '',
      'content-type': 'application/zip',
      'content-length': zip.length,
      'x-file-name': 'fonte.zip',
    },
  });
  const reply = new Promise<Sent>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (response) => {
      json(response).then(
        (body) => resolve({ status: response.statusCode, body: body as Sent['body'] }),
        reject,
      );
    });
  });
  const middle = Math.floor(zip.length / 2);
  outgoing.write(zip.subarray(0, middle));
  return { finish: () => void outgoing.end(zip.subarray(middle)), answer: reply };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const held = async (id: string) => (await owner.get(`/api/registrations/${id}`)).json.sha256;

const look = (service: 'registration' | 'storage-hashing', query: string, values: unknown[]) =>
  pools[service].query(query, values).then(({ rows }) => rows as Record<string, unknown>[]);

/** Waits until the upload has its ticket, so that the next upload is the later one. */
const hasBegun = (id: string) =>
  eventually('the upload has begun', async () => {
    const rows = await look('registration', 'SELECT 1 FROM upload_tickets WHERE registration_id = $1', [id]);
    return rows.length > 0;
  });

describe('an upload', () => {
  it('is refused when a later one superseded it, and its bytes are deleted', async () => {
    const id = String((await owner.post('/api/registrations', DETAILS)).json.id);
    const [large, small] = [zipOf(randomBytes(2_000_000)), zipOf(randomBytes(1_000))];
    const first = begin(id, large);
    await hasBegun(id);
    const second = begin(id, small);
    second.finish();
    expect(await second.answer).toMatchObject({ status: 200, body: { sha256: sha256(small) } });
    first.finish();
    expect(await first.answer).toMatchObject({
      status: 409,
      body: { code: 'upload-superseded', message: 'Este envio foi substituído por outro mais recente.' },
    });
    expect(await held(id)).toBe(sha256(small));
    // Storage may have received only a part of the superseded bytes, so the test asserts only their deletion.
    const states = async () =>
      (
        await look(
          'storage-hashing',
          'SELECT o.state FROM uploads u JOIN objects o ON o.key = u.object_key WHERE u.registration_id = $1 ORDER BY u.started_at',
          [id],
        )
      ).map(({ state }) => state);
    await eventually('its bytes are gone', async () => (await states())[0] === 'released');
    expect(await states()).toEqual(['released', 'attached']);
  });
});
