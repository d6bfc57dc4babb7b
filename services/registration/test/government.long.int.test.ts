import { newId } from '@g2/kit/ids';
import { expect, it } from 'vitest';
import { sampleDocument, sampleGovernmentData } from './government.ts';
import { anyHash, codeOf, ownWorld, refusal, someone, wanted } from './world.ts';

const world = await ownWorld();
const owner = someone();
const [paula, otavio] = [someone('operator'), someone('operator')];
const inStep = async () => ({ id: (await world.at(owner, 'paid', 'reviewing', 'government_processing')).id });

it('[step-writers] refuses the second of two edits of the same version of the step', async () => {
  const at = await inStep();
  const [mine, theirs] = [world.as(paula), world.as(otavio)];
  const first = await mine.setGovernment({ ...at, version: 0, data: sampleGovernmentData });
  expect([first.version, first.updatedBy, first.data?.protocol]).toEqual([
    1,
    paula.id,
    sampleGovernmentData.protocol,
  ]);
  const late = theirs.setGovernment({
    ...at,
    version: 0,
    data: { ...sampleGovernmentData, protocol: 'BR 99' },
  });
  expect(await refusal(late)).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Outra pessoa alterou'),
  });
  const kept = await theirs.getGovernment(at);
  expect([kept.version, kept.data?.protocol, kept.changes.length]).toEqual([
    1,
    sampleGovernmentData.protocol,
    1,
  ]);
  // A retry after a lost response succeeds without a further change.
  expect((await mine.setGovernment({ ...at, version: 0, data: sampleGovernmentData })).changes).toHaveLength(
    1,
  );
});

it('[step-race] accepts exactly one of many concurrent edits of the government step', async () => {
  const at = await inStep();
  const results = await Promise.allSettled(
    ['A', 'B', 'C', 'D', 'E'].map((protocol) =>
      world.as(paula).setGovernment({ ...at, version: 0, data: { ...sampleGovernmentData, protocol } }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await world.as(paula).getGovernment(at)).version).toBe(1);
});

it('[step-history] records the author of each change, and only field names in the audit trail', async () => {
  const at = await inStep();
  await world.as(paula).setGovernment({ ...at, version: 0, data: sampleGovernmentData });
  const cleared = { ...sampleGovernmentData, protocol: undefined, gruCents: 18_500 };
  const { changes } = await world.as(otavio).setGovernment({ ...at, version: 1, data: cleared });
  expect(changes.map(({ changedBy, fields }) => [changedBy, fields])).toEqual([
    [
      otavio.id,
      [
        { field: 'protocol', before: sampleGovernmentData.protocol, after: undefined },
        { field: 'gruCents', before: undefined, after: '18500' },
      ],
    ],
    [paula.id, [{ field: 'protocol', before: undefined, after: sampleGovernmentData.protocol }]],
  ]);
  await world.drained();
  const acts = world.heard.filter(
    ({ type, data }) =>
      type === 'registration.act' && data.subjectId === at.id && data.action === 'government-edited',
  );
  expect(acts.map(({ data }) => [data.actorId, data.detail])).toEqual([
    [paula.id, { fields: 'protocol' }],
    [otavio.id, { fields: 'protocol,gruCents' }],
  ]);
});

it('[step-access] lets only staff edit the government step, and only from the review on', async () => {
  const at = await inStep();
  const set = { version: 0, data: sampleGovernmentData };
  expect(await codeOf(world.as(owner).getGovernment(at))).toBe('forbidden');
  expect(await codeOf(world.as(owner).setGovernment({ ...at, ...set }))).toBe('forbidden');
  expect(await codeOf(world.as(owner).addGovernmentFile({ ...at, ...sampleDocument() }))).toBe('forbidden');
  expect(await codeOf(world.as({ ...owner, role: 'admin' }).setGovernment({ ...at, ...set }))).toBe(
    'own-registration',
  );
  const { id } = await world.at(owner, 'paid');
  expect(await codeOf(world.as(paula).setGovernment({ id, ...set }))).toBe('not-editable');
});

it('[step-verdict] compares the hash on INPI’s certificate with the file’s hash', async () => {
  const [sha256, sha512] = [anyHash(), anyHash() + anyHash()];
  const made = await world.create(owner);
  await world.upload(owner, made.id, { sha256, sha512 });
  const admin = world.as(someone('admin'));
  for (const status of ['paid', 'reviewing']) await admin.changeStatus({ id: made.id, status });
  const put = (version: number, certificateHash: string) =>
    admin.setGovernment({ id: made.id, version, data: { ...sampleGovernmentData, certificateHash } });
  expect((await put(0, sha512.toUpperCase())).verdict).toBe('match');
  expect((await put(1, anyHash())).verdict).toBe('mismatch');
  expect((await admin.getRegistration({ id: made.id })).staff?.government).toMatchObject({
    protocol: sampleGovernmentData.protocol,
    verdict: 'mismatch',
  });
});

it('[papers] stores a document once and returns it unchanged until it is removed', async () => {
  const at = await inStep();
  const staff = world.as(paula);
  const paper = sampleDocument();
  const added = await staff.addGovernmentFile({ ...at, ...paper });
  expect(added).toMatchObject({ kind: 'attachment', mediaType: 'application/pdf', addedBy: paula.id });
  expect((await staff.addGovernmentFile({ ...at, ...paper })).id).toBe(added.id);
  const { content } = await staff.getGovernmentFile({ ...at, fileId: added.id });
  expect(Buffer.from(content).equals(paper.content)).toBe(true);
  // The largest allowed document can be stored and read.
  const largest = Buffer.concat([paper.content, Buffer.alloc(3 * 1024 * 1024 - paper.content.length)]);
  const big = await staff.addGovernmentFile({ ...at, ...sampleDocument({ content: largest }) });
  expect((await staff.getGovernmentFile({ ...at, fileId: big.id })).content).toHaveLength(largest.length);
  const over = sampleDocument({ content: Buffer.concat([largest, Buffer.alloc(1)]) });
  expect(await codeOf(staff.addGovernmentFile({ ...at, ...over }))).toBe('payload-too-large');
  expect(
    await codeOf(staff.addGovernmentFile({ ...at, ...sampleDocument({ content: Buffer.from('MZ') }) })),
  ).toBe('unsupported-media-type');
  expect((await staff.getGovernment(at)).files).toHaveLength(2);
  // The document cannot be read through another registration.
  expect(await codeOf(staff.getGovernmentFile({ ...(await inStep()), fileId: added.id }))).toBe('not-found');
  await staff.removeGovernmentFile({ ...at, fileId: added.id });
  expect(await codeOf(staff.getGovernmentFile({ ...at, fileId: added.id }))).toBe('not-found');
  const { changes } = await staff.getGovernment(at);
  expect(changes[0]?.fields).toEqual([{ field: 'file', before: 'guia.pdf', after: undefined }]);
});

it('[papers-room] allows at most twenty documents, also with concurrent uploads', async () => {
  const at = await inStep();
  const results = await Promise.allSettled(
    Array.from({ length: 22 }, () => world.as(paula).addGovernmentFile({ ...at, ...sampleDocument() })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
});

it('[protocols] finds each line’s registration and completes it with the day of the line', async () => {
  const [at, other] = [await inStep(), await inStep()];
  const staff = world.as(paula);
  const protocol = `BR 51 2026 ${newId()}`;
  await staff.setGovernment({
    ...at,
    version: 0,
    data: { ...sampleGovernmentData, protocol, filedOn: '2025-01-02' },
  });
  await staff.setGovernment({
    ...other,
    version: 0,
    data: { ...sampleGovernmentData, protocol: `X ${protocol}` },
  });
  const text = [
    `${protocol.toLowerCase()};20/02/2025`,
    `X${protocol};01/01/2999`,
    `desconhecido ${protocol};20/02/2025`,
  ].join('\n');
  const { items } = await staff.findProtocols({ text });
  expect(items.map((line) => [line.outcome, line.day, line.registration?.id])).toEqual([
    ['found', '2025-02-20', at.id],
    ['bad-date', undefined, undefined],
    ['unknown', '2025-02-20', undefined],
  ]);
  const admin = world.as(someone('admin'));
  const done = {
    ...at,
    status: 'completed',
    expectedStatus: 'government_processing',
    completedOn: '2025-02-20',
  };
  expect((await admin.changeStatus(done)).status).toBe('completed');
  expect((await admin.getGovernment(at)).data).toMatchObject({ protocol, completedOn: '2025-02-20' });
  // A repeated completion is refused. Looking up the line reports that the registration is already completed.
  expect(await codeOf(admin.changeStatus(done))).toBe('conflict');
  expect((await staff.findProtocols({ text })).items[0]?.outcome).toBe('already');
});

it('refuses a completion day in the future and does not change the status', async () => {
  const at = await inStep();
  const admin = world.as(someone('admin'));
  const request = { ...at, status: 'completed', completedOn: '2999-01-01' };
  expect(await codeOf(admin.changeStatus(request))).toBe('invalid-input');
  expect((await admin.getRegistration(at)).status).toBe('government_processing');
});

it('[step-found] finds a registration by its complete protocol in any format', async () => {
  const [at, other] = [await inStep(), await inStep()];
  const protocol = `BR 51 2026 ${String(Date.now()).slice(-6)}-7`;
  for (const one of [at, other])
    await world.as(paula).setGovernment({ ...one, version: 0, data: { ...sampleGovernmentData, protocol } });
  const found = async (search: string) => {
    const { items } = await world.as(otavio).listForStaff(wanted({ search }));
    return items.map((item) => item.id).toSorted();
  };
  const both = [at.id, other.id].toSorted();
  for (const typed of [protocol, protocol.toLowerCase().replaceAll(/\W/g, ''), protocol.replace('-', '/')])
    expect(await found(typed)).toEqual(both);
  expect(await found(protocol.slice(0, -2))).toEqual([]);
});
