import { expect, it } from 'vitest';
import { accessRules, routeIds } from './access.ts';

it('has an access rule for every route of the API contract', () => {
  expect(routeIds.filter((id) => !(id in accessRules))).toEqual([]);
});

it('has no access rule for a route that does not exist', () => {
  const outsideContract = ['GET /api/openapi.json', 'GET /dev/mail', 'GET /livez', 'GET /readyz'];
  const known = new Set([...routeIds, ...outsideContract]);
  expect(Object.keys(accessRules).filter((id) => !known.has(id))).toEqual([]);
});
