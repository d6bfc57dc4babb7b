import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { isFileProven } from '@g2/proof/manifest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { forge } from './archives/forge.ts';
import { depositsIn, zipped } from './deposits.ts';
import { openWorld, uploadTicketFor, type World } from './world.ts';

const FILES = { 'LEIA-ME.md': '# Olá\n', 'src/a.ts': 'export const a = 1;\n', 'src/b.py': 'print("é")\n' };

describe.each(['fs', 's3'] as const)('a deposit on %s', (driver) => {
  let world: World;
  let client: string;
  let deposit: Awaited<ReturnType<typeof depositsIn>>['deposit'];
  let looked: Awaited<ReturnType<typeof depositsIn>>['looked'];

  beforeAll(async () => {
    const found = await openWorld(driver);
    if (!found) throw new Error(`${driver} is not there`);
    world = found;
    client = await world.testEnv.userToken({ id: newId(), role: 'client' });
    ({ deposit, looked } = await depositsIn(world));
  });
  afterAll(() => world?.close());

  const list = (ticket: string, prefix = '', page = { page: 0, limit: 0 }) =>
    world.rpc.listFiles({ ticket, prefix, page }, { token: client });

  it('reports languages, warnings, root and files after it is attached', async () => {
    const one = await deposit(await zipped({ ...FILES, '.env': 'A=1\n' }));
    const found = await looked(one);
    expect(found).toMatchObject({ registrationId: one.registrationId, problem: undefined, files: 4 });
    expect(found.languages.map(({ name }) => name).sort()).toEqual(
      expect.arrayContaining(['Python', 'TypeScript']),
    );
    expect(found.warnings).toContain('env-file');
    const { items, total } = await list(one.ticket);
    expect(total).toBe(4);
    expect(items.map(({ path }) => path)).toEqual(['.env', 'LEIA-ME.md', 'src/a.ts', 'src/b.py']);
    const sha256 = createHash('sha256').update(FILES['src/a.ts']).digest('hex');
    expect(items[2]).toMatchObject({ size: 20, sha256, language: 'TypeScript', warning: undefined });
    expect((await list(one.ticket, 'src/')).items).toHaveLength(2);
    expect(await list(one.ticket, 'src/', { page: 2, limit: 1 })).toMatchObject({
      items: [{ path: 'src/b.py' }],
      total: 2,
    });
  });

  it('returns a file as text and proves it without revealing the others', async () => {
    const one = await deposit(await zipped({ ...FILES, 'dados.bin': randomBytes(5_000) }));
    const { root } = await looked(one);
    const read = (path: string) => world.rpc.readFile({ ticket: one.ticket, path }, { token: client });
    expect(await read('src/b.py')).toEqual({ text: FILES['src/b.py'], isWhole: true });
    await expect(read('dados.bin')).rejects.toMatchObject({ code: 'file-not-text' });
    await expect(read('src/c.py')).rejects.toMatchObject({ code: 'not-found' });
    const proof = await world.rpc.proveFile({ ticket: one.ticket, path: 'src/a.ts' }, { token: client });
    expect(proof.root).toBe(root);
    expect(isFileProven(proof)).toBe(true);
    expect(isFileProven({ ...proof, path: 'src/b.ts' })).toBe(false);
  });

  it('reports files with unsupported compression, but does not call them binaries', async () => {
    const data = randomBytes(50);
    const one = await deposit(forge([{ name: 'src/a.ts', method: 12, data, size: 900 }]));
    expect((await looked(one)).warnings).toEqual(['unsupported-method']);
    expect((await list(one.ticket)).items).toMatchObject([{ path: 'src/a.ts', sha256: undefined }]);
    const request = { ticket: one.ticket, path: 'src/a.ts' };
    for (const about of [world.rpc.readFile, world.rpc.proveFile]) {
      await expect(about(request, { token: client })).rejects.toMatchObject({
        code: 'file-not-read',
        message: expect.stringContaining('não é lida'),
      });
      await expect(about({ ...request, path: 'b.ts' }, { token: client })).rejects.toMatchObject({
        code: 'not-found',
        message: 'Este arquivo não está no ZIP.',
      });
    }
  });

  it('is compared with an earlier deposit by kind of change and page', async () => {
    const earlier = await deposit(
      await zipped({ ...FILES, 'dados.bin': randomBytes(5_000), 'velho.txt': 'x' }),
    );
    const later = await deposit(
      await zipped({
        ...FILES,
        'src/a.ts': 'export {};\n',
        'dados.bin': randomBytes(6_000),
        'É.md': '# Novo\n',
      }),
    );
    await Promise.all([looked(earlier), looked(later)]);
    const compare = (change = '', page = { page: 0, limit: 0 }, tickets = {}) =>
      world.rpc.compareFiles(
        { ticket: later.ticket, earlierTicket: earlier.ticket, change, page, ...tickets },
        { token: client },
      );
    const all = await compare();
    expect(all).toMatchObject({ total: 4, added: 1, removed: 1, changed: 2 });
    const none = { size: undefined, sizeBefore: undefined };
    expect(all.items).toEqual(
      [
        { path: 'dados.bin', change: 'changed', size: 6_000, sizeBefore: 5_000, isText: false },
        {
          path: 'src/a.ts',
          change: 'changed',
          size: 11,
          sizeBefore: 20,
          language: 'TypeScript',
          isText: true,
        },
        { ...none, path: 'velho.txt', change: 'removed', sizeBefore: 1, isText: true },
        { ...none, path: 'É.md', change: 'added', size: 7, language: 'Markdown', isText: true },
      ].map((one) => expect.objectContaining(one)),
    );
    const second = await compare('changed', { page: 2, limit: 1 });
    expect(second).toMatchObject({ total: 2, added: 1, removed: 1, items: [{ path: 'src/a.ts' }] });
    expect(second.items).toHaveLength(1);
    expect(await compare('removed')).toMatchObject({ total: 1, items: [{ path: 'velho.txt' }] });
    expect((await compare('', { page: 9, limit: 10 })).items).toEqual([]);
    await expect(compare('moved')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(compare('', undefined, { earlierTicket: 'x' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    const same = await compare('', undefined, { earlierTicket: later.ticket });
    expect(same).toEqual({ items: [], total: 0, added: 0, removed: 0, changed: 0 });
  });

  it('pairs duplicate paths in order and counts surplus ones as added', async () => {
    const twice = async (...contents: string[]) => {
      const zip = new ZipFile();
      for (const content of contents) zip.addBuffer(Buffer.from(content), 'a.txt');
      zip.addBuffer(randomBytes(20), 'outro.bin');
      zip.end();
      return deposit(await buffer(zip.outputStream as NodeJS.ReadStream));
    };
    const [earlier, later] = [await twice('um'), await twice('um', 'um', 'um')];
    await Promise.all([looked(earlier), looked(later)]);
    const compared = await world.rpc.compareFiles(
      { ticket: later.ticket, earlierTicket: earlier.ticket, change: '', page: undefined },
      { token: client },
    );
    expect(compared).toMatchObject({ added: 2, removed: 0, changed: 1 });
    expect(compared.items.map(({ path, change }) => [path, change])).toEqual([
      ['a.txt', 'added'],
      ['a.txt', 'added'],
      ['outro.bin', 'changed'],
    ]);
  });

  it('compares 100,000 files in one request', async () => {
    const [earlier, later] = [
      await deposit(await zipped({ a: randomBytes(9) })),
      await deposit(await zipped({ b: randomBytes(9) })),
    ];
    await Promise.all([looked(earlier), looked(later)]);
    const fill = (key: string, from: number, hashed: string) =>
      world.sql(
        `INSERT INTO manifest_files (object_key, index, path, size, sha256, is_text, place)
         SELECT $1, n, 'projeto/pasta-' || n % 997 || '/arquivo-' || n || '.ts', n, encode(sha256((${hashed})::bytea), 'hex'),
           true, '{}' FROM generate_series($2::int, $2::int + 99999) n`,
        [key, from],
      );
    await fill(earlier.key, 1, 'n::text');
    await fill(later.key, 1_001, "CASE WHEN n % 10 = 0 THEN 'x' || n ELSE n::text END");
    const compared = await world.rpc.compareFiles(
      {
        ticket: later.ticket,
        earlierTicket: earlier.ticket,
        change: 'changed',
        page: { page: 50, limit: 100 },
      },
      { token: client },
    );
    expect(compared).toMatchObject({ total: 9_900, added: 1_001, removed: 1_001, changed: 9_900 });
    expect(compared.items).toHaveLength(100);
  });

  it('gives file proofs only to its owner', async () => {
    const one = await deposit(await zipped({ ...FILES, 'z.txt': randomBytes(20).toString('hex') }));
    expect(await looked(one)).toMatchObject({ sha256: one.sha256 });
    const { staffTicket: ticket } = one;
    expect((await list(ticket)).total).toBe(4);
    await expect(world.rpc.proveFile({ ticket, path: 'src/a.ts' }, { token: client })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('requires a ticket signed by registration', async () => {
    const one = await deposit(await zipped(FILES));
    await looked(one);
    for (const ticket of ['', 'x', await uploadTicketFor(world.testEnv)]) {
      await expect(list(ticket)).rejects.toMatchObject({ code: 'unauthenticated' });
    }
    await expect(
      world.rpc.listFiles({ ticket: one.ticket, prefix: '', page: undefined }),
    ).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('is reported as damaged when its content contradicts the ZIP', async () => {
    const zip = await zipped(FILES);
    // Changes a byte of compressed content; the directory stays valid.
    const changed = Buffer.from(zip);
    changed[zip.indexOf('LEIA-ME.md') + 12] = (changed[zip.indexOf('LEIA-ME.md') + 12] as number) ^ 0xff;
    const one = await deposit(changed);
    expect(await looked(one)).toMatchObject({ problem: 'zip-damaged', root: '' });
    await expect(list(one.ticket)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is inspected without an event, as after an upgrade', async () => {
    const one = await deposit(await zipped({ ...FILES, 'x.txt': randomBytes(20).toString('hex') }));
    await looked(one);
    await world.sql('DELETE FROM manifest_files WHERE object_key = $1', [one.key]);
    await world.sql('DELETE FROM inspections WHERE object_key = $1', [one.key]);
    const other = await deposit(await zipped({ ...FILES, 'y.txt': randomBytes(20).toString('hex') }));
    await looked(other);
    await eventually('looked into again', async () => (await list(one.ticket)).total === 4);
  });
});
