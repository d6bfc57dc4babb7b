import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { newId } from '@g2/kit/ids';
import { CLIENT, createProvider, type IdentityProvider } from '@g2/kit/testing-provider';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fetchPicture, MAX_PICTURE_BYTES, PictureRefused } from '../src/pictures/picture-fetch.ts';
import { encodePicture } from '../src/pictures/picture-image.ts';
import { ADDRESS, check, createWorld, newPerson, type TestService } from './world.ts';

const RETURN_URL = 'http://localhost:8080/api/login/callback';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

let world: TestService;
let provider: IdentityProvider;
let pictures: Server;
let base: string;
/** Responses of the picture server, by path. */
const answers = new Map<string, RequestListener>();
const requests: string[] = [];

const png = (color: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
    .png()
    .withMetadata({ exif: { IFD0: { Artist: 'Lia Prado' } } })
    .toBuffer();

/** A small PNG that claims 50,000 × 50,000 pixels. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(50_000, 0);
  size.writeUInt32BE(50_000, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function serve(path: string, answer: RequestListener | Buffer | string, type = 'image/png'): string {
  const listener: RequestListener =
    typeof answer === 'function'
      ? answer
      : (_request, response) => response.writeHead(200, { 'content-type': type }).end(answer);
  answers.set(path, listener);
  return base + path;
}

beforeAll(async () => {
  pictures = createServer((request, response) => {
    requests.push(request.url ?? '');
    const answer = answers.get(request.url ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => pictures.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  provider = await createProvider(RETURN_URL);
  world = await createWorld({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  });
});
afterAll(async () => {
  await world?.close();
  await provider?.close();
  pictures?.closeAllConnections();
  pictures?.close();
});

async function enter(subject: string, picture: string) {
  provider.accounts.set(subject, {
    email: `${subject}@example.com`,
    email_verified: true,
    given_name: 'Lia',
    family_name: 'Prado',
    picture,
  });
  const { redirectUrl, flow } = await world.rpc.startOidc({ provider: '' });
  const callbackUrl = await provider.signIn(redirectUrl, subject);
  return world.rpc.finishOidc({ callbackUrl, flow, presentedSession: '', clientAddress: ADDRESS });
}

const tokenOf = (signedIn: { actorTokens: Record<string, string> }) => ({ token: signedIn.actorTokens });
/** Waits until the picture of a user is stored or given up. */
const settled = (userId: string): Promise<{ version: string | null }> =>
  vi.waitFor(
    async () => {
      const { rows } = await world.db.query('SELECT version, next_at FROM avatars WHERE user_id = $1', [
        userId,
      ]);
      expect(rows[0]?.next_at).toBeNull();
      return rows[0];
    },
    { timeout: 20_000, interval: 25 },
  );

describe('the picture of a provider account', () => {
  it('is fetched after the sign-in, re-encoded and served from our origin', async () => {
    const source = await png('#ff0000');
    const signedIn = await enter(newId(), serve('/lia.png', source));
    const id = signedIn.user?.id ?? '';
    const { version } = await settled(id);
    const { user } = await check(world, signedIn.sessionToken);
    expect(user?.profileImageUrl).toBe(`/api/users/${id}/avatar?v=${version}`);
    const picture = await world.rpc.getPicture({ id }, tokenOf(signedIn));
    expect(picture).toMatchObject({ mediaType: 'image/webp', version });
    const facts = await sharp(picture.content).metadata();
    expect([facts.format, facts.width, facts.height, facts.exif]).toEqual(['webp', 128, 128, undefined]);
    const { dominant } = await sharp(picture.content).stats();
    expect(dominant.r).toBeGreaterThan(200);
  });

  it('is replaced after a change at the provider but kept after a failed fetch', async () => {
    const subject = newId();
    const first = await enter(subject, serve('/um.png', await png('#00ff00')));
    const id = first.user?.id ?? '';
    const { version } = await settled(id);
    await enter(subject, serve('/svg.png', SVG));
    expect((await settled(id)).version).toBe(version);
    await enter(subject, serve('/dois.png', await png('#0000ff')));
    expect((await settled(id)).version).not.toBe(version);
  });

  it('is not fetched again at the next sign-in', async () => {
    const subject = newId();
    const { user } = await enter(subject, serve('/uma-vez.png', await png('#123456')));
    await settled(user?.id ?? '');
    await enter(subject, `${base}/uma-vez.png`);
    await settled(user?.id ?? '');
    expect(requests.filter((path) => path === '/uma-vez.png')).toHaveLength(1);
  });

  it('is visible to its owner and staff and is deleted with the account', async () => {
    const signedIn = await enter(newId(), serve('/dela.png', await png('#654321')));
    const id = signedIn.user?.id ?? '';
    await settled(id);
    const [client, operator] = [await newPerson(world), await newPerson(world, 'operator')];
    const of = async (sessionToken: string) => tokenOf(await check(world, sessionToken));
    await expect(world.rpc.getPicture({ id }, await of(client.sessionToken))).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(
      (await world.rpc.getPicture({ id }, await of(operator.sessionToken))).content.length,
    ).toBeGreaterThan(50);
    await world.db.query('DELETE FROM users WHERE id = $1', [id]);
    await expect(world.rpc.getPicture({ id }, await of(operator.sessionToken))).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it.each([
    ['a drawing with scripts', SVG, 'image/svg+xml'],
    ['an HTML page', '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['a decompression bomb', bomb(), 'image/png'],
    ['a truncated picture', null, 'image/png'],
    ['20 MB', Buffer.alloc(20 * 1024 * 1024), 'image/png'],
  ])('is not stored when it is %s, but the sign-in succeeds', async (name, body, type) => {
    const bytes = body ?? (await png('#777777')).subarray(0, 120);
    const signedIn = await enter(newId(), serve(`/${encodeURIComponent(name)}`, bytes, type));
    const id = signedIn.user?.id ?? '';
    expect((await settled(id)).version).toBeNull();
    expect((await check(world, signedIn.sessionToken)).user?.profileImageUrl).toBeUndefined();
    await expect(world.rpc.getPicture({ id }, tokenOf(signedIn))).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('a picture URL', () => {
  const strict = { allowLoopback: false, timeoutMs: 5_000 };

  it.each([
    'http://example.com/a.png',
    'ftp://example.com/a.png',
    'file:///etc/passwd',
    'https://127.0.0.1/a.png',
    'https://localhost/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:127.0.0.1]/a.png',
    'https://2130706433/a.png',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/a.png',
    'https://user:pass@example.com/a.png',
    'não é endereço',
  ])('%s is refused without a request', async (address) => {
    await expect(fetchPicture(address, strict)).rejects.toThrow(PictureRefused);
  });

  it('must not redirect to this machine, its network or in a loop', async () => {
    const to =
      (location: string): RequestListener =>
      (_request, response) =>
        response.writeHead(302, { location }).end();
    const lax = { ...strict, allowLoopback: true };
    for (const location of [
      'http://10.0.0.1/a.png',
      'https://169.254.169.254/',
      'file:///etc/passwd',
      'https://[',
    ])
      await expect(fetchPicture(serve('/fora', to(location)), lax)).rejects.toThrow(PictureRefused);
    await expect(fetchPicture(serve('/volta', to('/volta')), lax)).rejects.toThrow('too many redirects');
    // A redirect to loopback is refused outside a demo.
    await expect(fetchPicture(serve('/aqui', to(`${base}/lia.png`)), strict)).rejects.toThrow(PictureRefused);
  });

  it('is fetched only within a limit of time and size', async () => {
    const drip: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    };
    const lax = { allowLoopback: true, timeoutMs: 300 };
    await expect(fetchPicture(serve('/gota', drip), lax)).rejects.toMatchObject({ name: /Timeout|Abort/ });
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    };
    const large = fetchPicture(serve('/sem-fim', endless), { allowLoopback: true, timeoutMs: 20_000 });
    await expect(large).rejects.toThrow('too large');
    expect(MAX_PICTURE_BYTES).toBeLessThan(20 * 1024 * 1024);
  });
});

it('applies the EXIF orientation', async () => {
  const sideways = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(await encodePicture(sideways)).metadata()).orientation).toBeUndefined();
});
