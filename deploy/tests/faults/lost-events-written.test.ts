import { consumedBy } from '@g2/kit/nats-permissions';
import { serviceNames } from '@g2/kit/provision';
import { expect, it } from 'vitest';
import { eventDataByType } from './lost-events-written.ts';

const known = {
  registrationId: 'r',
  userId: 'u',
  title: 't',
  objectKey: 'k',
  sha256: 's',
  paymentId: 'p',
  operatorId: 'o',
};

it('has drill data for every event type that a service consumes', () => {
  const types = [...new Set(serviceNames.flatMap((name) => [...consumedBy(name)]))];
  expect(Object.keys(eventDataByType(known)).sort()).toEqual(types.sort());
});
