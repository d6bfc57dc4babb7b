import { newId } from '@g2/kit/ids';
import type { ListRequest } from '@g2/proto/registration';
import { formatTaxId, readTaxId } from '@g2/terms/tax-id';
import { describe, expect, it } from 'vitest';
import { anyHash, codeOf, ownWorld, someone, wanted } from './world.ts';

const world = await ownWorld();
const owner = someone();
const operator = someone('operator');
const admin = someone('admin');

const titles = (page: { items: { details?: { title: string } | undefined }[] }) =>
  page.items.map((item) => item.details?.title);

describe('own list', () => {
  it('returns the user’s own registrations, newest first, in pages', async () => {
    const user = someone();
    for (let n = 1; n <= 14; n++) await world.create(user, { title: `Nº ${n}` });
    const first = await world.as(user).listOwn(wanted());
    expect([first.total, first.items.length]).toEqual([14, 12]);
    expect(titles(first).slice(0, 2)).toEqual(['Nº 14', 'Nº 13']);
    const second = await world.as(user).listOwn(wanted({ page: { page: 2, limit: 12 } }));
    expect(titles(second)).toEqual(['Nº 2', 'Nº 1']);
    expect((await world.as(someone()).listOwn(wanted())).total).toBe(0);
    expect(await codeOf(world.as(user).listOwn(wanted({ page: { page: 1, limit: 101 } })))).toBe(
      'invalid-input',
    );
    expect(await codeOf(world.as(user).listOwn(wanted({ statuses: ['pago'] })))).toBe('invalid-input');
  });

  it('searches title, holder name and description, ignoring case', async () => {
    const user = someone();
    await world.create(user, { title: 'Álgebra 100%' });
    await world.create(user, { holderName: 'João ÁLGEBRA' });
    await world.create(user, { description: 'faz álgebra' });
    await world.create(user, { applicantName: 'Álgebra', title: 'um_dois' });
    const find = async (search: string) => (await world.as(user).listOwn(wanted({ search }))).total;
    for (const search of ['ÁLGEBRA', 'algebra', 'a\u0301lgebra'])
      expect([search, await find(search)]).toEqual([search, 3]);
    expect(await find('100%')).toBe(1);
    expect(await find('0_%')).toBe(0);
    expect(await find('0\uff05')).toBe(1);
    expect(await find('0\uff3f\uff05')).toBe(0);
    expect(await find('um_d')).toBe(1);
    expect(await find("'; --\\")).toBe(0);
  });

  it('returns the registrations of one account to staff', async () => {
    const user = someone();
    const word = `De uma conta ${newId().slice(-6)}`;
    for (const title of [word, 'outro']) await world.create(user, { title });
    await world.create(someone(), { title: word });
    const find = async (over: Partial<ListRequest>) => {
      const page = await world.as(operator).listForStaff(wanted({ userId: user.id, ...over }));
      return [page.total, titles(page)];
    };
    expect(await find({})).toEqual([2, ['outro', word]]);
    expect(await find({ sort: 'title' })).toEqual([2, [word, 'outro']]);
    expect(await find({ search: word, statuses: ['submitted'] })).toEqual([1, [word]]);
    expect(await find({ statuses: ['paid'] })).toEqual([0, []]);
    expect(await find({ assignedToMe: true })).toEqual([0, []]);
    expect(await find({ userId: newId() })).toEqual([0, []]);
    expect(await codeOf(world.as(operator).listForStaff(wanted({ userId: 'x' })))).toBe('invalid-input');
  });

  it('filters by status', async () => {
    const user = someone();
    await world.create(user);
    const paid = await world.at(user, 'paid');
    const page = await world.as(user).listOwn(wanted({ statuses: ['paid', 'reviewing'] }));
    expect(page.items.map((item) => item.id)).toEqual([paid.id]);
    expect(page.total).toBe(1);
  });
});

describe('own list by priority', () => {
  const sort = 'priority';
  const named = async (title: string, made: Promise<{ id: string }>) => {
    const { id } = await made;
    await world.pool.query('UPDATE registrations SET title = $2 WHERE id = $1', [id, title]);
    return id;
  };

  it('sorts corrections first, then payable, certificates and missing files, each newest first', async () => {
    const user = someone();
    const done = ['paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'];
    const correct = await named('corrigir antes', world.at(user, 'paid', 'reviewing'));
    await named('certificado antes', world.at(user, ...done));
    await named('pagar antes', world.payable(user));
    const later = await named('corrigir depois', world.at(user, 'paid', 'reviewing'));
    await named('certificado depois', world.at(user, ...done));
    await named('em análise', world.at(user, 'paid', 'reviewing'));
    await named('pagar depois', world.payable(user));
    await named('sem arquivo antes', world.create(user));
    await named('sem arquivo depois', world.create(user));
    for (const id of [correct, later])
      await world.as(operator).operatorAction({ id, action: 'request_corrections' });
    const urgent = ['corrigir', 'pagar', 'certificado', 'sem arquivo'];
    const order = urgent.flatMap((what) => [`${what} depois`, `${what} antes`]);
    const list = (over: Partial<ListRequest>) => world.as(user).listOwn(wanted({ sort, ...over }));
    expect(titles(await list({}))).toEqual([...order, 'em análise']);
    const statuses = ['submitted', 'certificate_issued'];
    expect(titles(await list({ statuses }))).toEqual(order);
    const first = await list({ statuses, page: { page: 1, limit: 3 } });
    expect([titles(first), first.total]).toEqual([order.slice(0, 3), 8]);
    expect(titles(await list({ statuses, page: { page: 2, limit: 3 } }))).toEqual(order.slice(3, 6));
    expect(titles(await list({ search: 'SEM ARQ' }))).toEqual(order.slice(6));
  });

  it('sorts by a column in both directions and filters paid registrations', async () => {
    const user = someone();
    await named('Único', world.create(user));
    const sentBack = await named('ábaco', world.at(user, 'paid', 'reviewing'));
    await named('Balança', world.payable(user));
    const list = (over: Partial<ListRequest>) => world.as(user).listOwn(wanted(over));
    expect(titles(await list({ sort: 'title' }))).toEqual(['ábaco', 'Balança', 'Único']);
    expect(titles(await list({ sort: '-title', page: { page: 1, limit: 2 } }))).toEqual(['Único', 'Balança']);
    expect(titles(await list({ sort: 'createdAt' }))).toEqual(['Único', 'ábaco', 'Balança']);
    expect(titles(await list({ sort: '-createdAt' }))).toEqual(['Balança', 'ábaco', 'Único']);
    expect(titles(await list({ sort: '-status' }))[0]).toBe('ábaco');
    expect(titles(await list({ paid: true }))).toEqual(['ábaco']);
    await world.as(operator).operatorAction({ id: sentBack, action: 'request_corrections' });
    expect(titles(await list({ sort: '-statusUpdatedAt' }))[0]).toBe('ábaco');
    expect(titles(await list({ paid: true }))).toEqual(['ábaco']);
    const found = await list({ statuses: ['submitted'], sort: 'title', search: 'programa', paid: false });
    expect(found.total).toBe((await list({ search: 'programa' })).total);
  });

  it('refuses unknown sort orders', async () => {
    for (const other of ['-priority', 'applicantName', 'x'])
      expect(await codeOf(world.as(someone()).listOwn(wanted({ sort: other })))).toBe('invalid-input');
  });
});

describe('staff list', () => {
  it('finds a registration by applicant name, e-mail, tax id and hash prefix', async () => {
    const sha256 = anyHash();
    const word = newId().slice(24);
    const { id } = await world.payable(owner, { sha256 });
    await world.as(owner).updateRegistration({
      id,
      applicantName: `Zé ${word}`,
      applicantEmail: `${word}@example.com`,
      applicantTaxId: '987.654.321-00',
    });
    const find = async (search: string) =>
      (await world.as(operator).listForStaff(wanted({ search }))).items.map((item) => item.id);
    for (const search of [
      `zé ${word}`,
      `${word}@EXAMPLE`,
      '987.654.321',
      sha256.slice(0, 12),
      sha256.toUpperCase(),
    ]) {
      expect(await find(search)).toEqual([id]);
    }
    expect(await find(sha256.slice(1, 13))).toEqual([]);
    const [item] = (await world.as(operator).listForStaff(wanted({ search: word }))).items;
    expect(item?.staff).toMatchObject({ allowedActions: ['add_notes'], fileStoragePath: expect.any(String) });
  });

  it('finds text without accents, a tax id with or without punctuation, and an id', async () => {
    const word = newId().slice(24);
    const punctuated = await world.create(owner, { title: `Gestão Bancária ${word}` });
    const bare = await world.create(owner, { title: `Ação ${word}` });
    const alphanumeric = await world.create(owner, { title: `CNPJ ${word}` });
    const digits = `${Date.now()}`.slice(-9);
    const bares = Array.from({ length: 100 }, (_, check) => `${digits}${String(check).padStart(2, '0')}`);
    const cpf = formatTaxId(bares.find((one) => readTaxId(one)) ?? '');
    const taxIds = [
      [punctuated.id, cpf],
      [bare.id, cpf.replaceAll(/\D/g, '')],
      [alphanumeric.id, '12.ABC.345/01DE-35'],
    ] as const;
    for (const [id, applicantTaxId] of taxIds)
      await world.as(owner).updateRegistration({ id, applicantTaxId });
    const find = async (search: string) =>
      (await world.as(operator).listForStaff(wanted({ search, sort: 'createdAt' }))).items.map(
        ({ id }) => id,
      );
    for (const search of [
      digits,
      cpf,
      cpf.slice(0, 7),
      cpf.replaceAll(/\D/g, ''),
      `${digits.slice(0, 3)} ${digits.slice(3)}`,
    ]) {
      expect([search, await find(search)]).toEqual([search, [punctuated.id, bare.id]]);
    }
    for (const search of ['12abc34501de35', '12.ABC.345/01DE-35', '12ABC.345/01DE35']) {
      expect([search, await find(search)]).toEqual([search, [alphanumeric.id]]);
    }
    for (const search of [bare.id, bare.id.toUpperCase(), bare.id.slice(0, 30)]) {
      expect([search, await find(search)]).toEqual([search, [bare.id]]);
    }
    expect(await find(bare.id.slice(0, 23))).toContain(bare.id);
    expect(await find(bare.id.slice(1))).toEqual([]);
  });

  it('matches a complete e-mail address or tax id exactly, otherwise as text', async () => {
    const word = newId().slice(24);
    const mail = `ana.${word}@example.com`;
    const theirs = await world.create(someone(), { applicantEmail: mail, applicantTaxId: '987.654.321-00' });
    const other = await world.create(someone(), { applicantEmail: `mari${mail}`, title: `Sobre ${mail}` });
    const reported = await world.create(someone(), { description: `Escreva a contato.${word}@example.com` });
    const find = async (search: string, over: Partial<ListRequest> = {}) =>
      (await world.as(operator).listForStaff(wanted({ search, sort: 'createdAt', ...over }))).items.map(
        (item) => item.id,
      );
    expect(await find(mail.toUpperCase())).toEqual([theirs.id]);
    expect(await find(mail, { statuses: ['submitted'] })).toEqual([theirs.id]);
    expect(await find(mail, { userId: other.userId })).toEqual([other.id]);
    expect(await find(mail.slice(0, -1))).toEqual([theirs.id, other.id]);
    expect(await find(`contato.${word}@example.com`)).toEqual([reported.id]);
    expect((await find('98765432100')).includes(theirs.id)).toBe(true);
  });

  it('uses an index for every search', async () => {
    const connection = await world.pool.connect();
    try {
      await connection.query('SET enable_seqscan = off');
      const { rows } = await connection.query(
        `EXPLAIN SELECT FROM registration_search s WHERE s.searched LIKE folded('%Bancária%')
           OR s.searched LIKE '%111444777%' OR s.hash LIKE '0199abcd%'
           OR s.registration_id BETWEEN '0199abcd-0000-0000-0000-000000000000' AND '0199abcd-ffff-ffff-ffff-ffffffffffff'`,
      );
      const plan = JSON.stringify(rows);
      expect(plan).toContain('registration_search_searched_idx');
      expect(plan).toContain('registration_search_hash_idx');
      expect(plan).toContain('registration_search_pkey');
      expect(plan).not.toContain('Seq Scan');
    } finally {
      connection.release(true);
    }
  });

  it('shows the five newest registrations in the analytics, newest first', async () => {
    for (const title of ['Um', 'Dois', 'Três', 'Quatro', 'Cinco', 'Seis'])
      await world.create(owner, { title });
    const { recent } = await world.as(admin).getAnalytics({ period: 7 });
    expect(recent.map(({ details }) => details?.title)).toEqual(['Seis', 'Cinco', 'Quatro', 'Três', 'Dois']);
  });

  it('reports totals equal to the counted rows after every kind of change', async () => {
    const { id } = await world.at(owner, 'paid', 'reviewing');
    await world.as(operator).operatorAction({ id, action: 'request_corrections' });
    const gone = await world.create(owner);
    await world.as(owner).deleteRegistration({ id: gone.id });
    await Promise.all(Array.from({ length: 12 }, () => world.at(someone(), 'paid')));
    const { rows } = await world.pool.query<{ status: string; n: string }>(
      'SELECT status, count(*) AS n FROM registrations GROUP BY 1',
    );
    for (const { status, n } of rows) {
      const page = await world.as(operator).listForStaff(wanted({ statuses: [status] }));
      expect([status, page.total]).toEqual([status, Number(n)]);
    }
    const all = await world.as(operator).listForStaff(wanted({ page: { page: 1, limit: 100 } }));
    expect(all.total).toBe(rows.reduce((sum, row) => sum + Number(row.n), 0));
    expect(all.items).toHaveLength(Math.min(100, all.total));
    const stats = await world.as(operator).getOperatorStats({});
    const of = (status: string) => Number(rows.find((row) => row.status === status)?.n ?? 0);
    expect(stats).toMatchObject({
      total: all.total,
      awaitingReview: of('paid'),
      inReview: of('reviewing'),
      inGovernmentProcessing: of('government_processing'),
    });
  });

  it('returns the number of internal notes, without the notes', async () => {
    const { id } = await world.at(owner, 'paid');
    for (const notes of ['um segredo', 'outro segredo']) {
      await world.as(operator).operatorAction({ id, action: 'add_notes', notes });
    }
    const request = wanted({ statuses: ['paid'], page: { page: 1, limit: 100 } });
    const { items } = await world.as(operator).listForStaff(request);
    const listed = items.find((item) => item.id === id);
    expect(listed?.staff).toMatchObject({ internalNotes: [], internalNoteCount: 2 });
    const one = await world.as(operator).getRegistration({ id });
    expect(one.staff?.internalNotes.map((note) => note.text)).toEqual(['outro segredo', 'um segredo']);
    expect(one.staff?.internalNoteCount).toBe(2);
    const { recent } = await world.as(admin).getAnalytics({ period: 7 });
    expect(JSON.stringify([items, recent])).not.toContain('segredo');
  });

  it('is available only to staff', async () => {
    expect(await codeOf(world.as(owner).listForStaff(wanted()))).toBe('forbidden');
    expect(await codeOf(world.as(admin).listForStaff(wanted({ search: 'a\0b' })))).toBe('invalid-input');
  });
});
