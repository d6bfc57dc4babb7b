import { newId } from '@g2/kit/ids';
import type { RandomAct } from './acts-registration.ts';

const ROLES = ['client', 'client', 'client', 'operator', 'admin'] as const;

const joined: RandomAct = async ({ identity, dice, users }, now) => {
  const id = newId();
  await identity
    .insertInto('users')
    .values({
      id,
      email: `${id}@example.com`,
      firstName: 'Ana',
      lastName: 'Lima',
      role: dice.of(ROLES) ?? 'client',
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  users.push(id);
  return true;
};

const promoted: RandomAct = async ({ identity, dice, users }, now) => {
  const id = dice.of(users);
  if (id === undefined) return false;
  const role = dice.of(ROLES) ?? 'client';
  await identity.updateTable('users').set({ role, updatedAt: now }).where('id', '=', id).execute();
  return true;
};

const left: RandomAct = async (lane) => {
  const id = lane.dice.of(lane.users);
  if (id === undefined) return false;
  await lane.identity.deleteFrom('users').where('id', '=', id).execute();
  lane.users = lane.users.filter((one) => one !== id);
  return true;
};

export const identityActs: readonly (readonly [weight: number, act: RandomAct])[] = [
  [4, joined],
  [1, promoted],
  [1, left],
];
