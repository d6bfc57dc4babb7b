import { newId } from '@g2/kit/ids';
import { expect, it } from 'vitest';
import { codeOf, ownWorld, refusal, someone } from './world.ts';

const owner = someone();
const admin = someone('admin');
const operator = someone('operator');

const world = await ownWorld();

const list = async (archived = false) => (await world.as(operator).listReasons({ archived })).items;
const titles = async () => (await list()).map(({ title }) => title);
const reviewed = async () => (await world.at(owner, 'paid', 'reviewing')).id;
const ask = (id: string, reasonIds: string[]) =>
  world
    .as(operator)
    .operatorAction({ id, action: 'request_corrections', reason: 'x', chosen: { reasonIds } });

it('eight ready reasons exist at first, and admins can add, change, order and archive them', async () => {
  const first = await titles();
  expect([first.length, first[0]]).toEqual([8, 'Código-fonte ausente']);
  const added = await world.as(admin).addReason({ title: ' Novo ', text: 'Texto' });
  expect(added).toMatchObject({ title: 'Novo', text: 'Texto', uses: 0, archivedAt: undefined });
  await world.as(admin).changeReason({ id: added.id, place: 2, text: 'Outro' });
  expect(await titles()).toEqual([first[0], 'Novo', ...first.slice(1)]);
  const archived = await world.as(admin).changeReason({ id: added.id, archived: true });
  expect(archived.archivedAt).toBeInstanceOf(Date);
  expect(await titles()).toEqual(first);
  expect((await list(true)).at(-1)).toMatchObject({ id: added.id, text: 'Outro' });
  await world.as(admin).changeReason({ id: added.id, archived: false });
  expect((await titles()).at(-1)).toBe('Novo');
});

it('concurrent reorders keep each ready reason once', async () => {
  const before = await list();
  await Promise.all(
    before.map(({ id }, n) => world.as(admin).changeReason({ id, place: before.length - n })),
  );
  expect((await titles()).toSorted()).toEqual(before.map(({ title }) => title).toSorted());
});

it('the use of a ready reason is counted once per accepted request for corrections', async () => {
  const [one, two] = await list();
  if (!one || !two) throw new Error('no reasons');
  const uses = async () =>
    (await list(true)).filter(({ id }) => id === one.id || id === two.id).map((each) => each.uses);
  const id = await reviewed();
  await ask(id, [one.id, two.id, one.id]);
  expect(await uses()).toEqual([1, 1]);
  expect(await codeOf(ask(id, [one.id]))).toBe('illegal-transition');
  const other = await reviewed();
  const refused = await refusal(ask(other, [one.id, newId()]));
  expect([refused.code, refused.detail.fields]).toEqual([
    'invalid-input',
    { reasonIds: 'Motivo pronto inválido' },
  ]);
  expect(await codeOf(ask(other, ['x']))).toBe('invalid-input');
  expect((await world.as(operator).getRegistration({ id: other })).status).toBe('reviewing');
  expect(await uses()).toEqual([1, 1]);
});
