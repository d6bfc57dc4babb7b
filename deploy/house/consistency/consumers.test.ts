import type { Subscription } from '@g2/kit/events';
import { consumedBy } from '@g2/kit/nats-permissions';
import { type ServiceName, serviceNames } from '@g2/kit/provision';
import { expect, it } from 'vitest';
import { subscriptions as certificate } from '../../../services/certificate/src/events.ts';
import { subscriptions as identity } from '../../../services/identity/src/events.ts';
import { subscriptions as payment } from '../../../services/payment-credit/src/events.ts';
import { subscriptions as registration } from '../../../services/registration/src/events.ts';
import { subscriptions as storage } from '../../../services/storage-hashing/src/events.ts';

// A placeholder for the dependencies: this test reads the subscriptions and calls no handler.
const none = { config: {} } as never;

const subscriptionsOf: Record<ServiceName, readonly Subscription[]> = {
  identity: identity(none),
  registration: registration(none),
  'storage-hashing': storage(none),
  'payment-credit': payment(none),
  certificate: certificate(none),
};

it.each(serviceNames)('%s subscribes to exactly the events that declare it as a consumer', (service) => {
  expect(subscriptionsOf[service].map(({ type }) => type).sort()).toEqual(consumedBy(service));
});
