import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consumedBy } from '@g2/kit/nats-permissions';
import { schemaOf, serviceNames } from '@g2/kit/provision';
import { facts } from '@g2/proto/facts';
import { expect, it } from 'vitest';

const read = (service: string) =>
  readFileSync(join(import.meta.dirname, '../../../services', service, 'README.md'), 'utf8');
const types = Object.values(facts).map(({ type }) => type);

/** Event names such as `identity.user_changed`, or `.user_changed` after one of the same service. */
function namedIn(text: string): Set<string> {
  let owner = '';
  const named = [...text.matchAll(/`([a-z]+)?\.([a-z_]+)`/g)].map(([, service, event]) => {
    owner = service ?? owner;
    return `${owner}.${event}`;
  });
  return new Set(named);
}

it.each(serviceNames)('README of %s names every event that it consumes and emits', (service) => {
  const named = namedIn(read(service));
  const own = types.filter((type) => type.startsWith(`${schemaOf[service]}.`));
  expect([...consumedBy(service), ...own].filter((type) => !named.has(type))).toEqual([]);
});
