import { expect, it } from 'vitest';
import { accessRules, routeIds } from './access.ts';

it('has a rule for every route of the contract', () => {
  expect(routeIds.filter((id) => !(id in accessRules))).toEqual([]);
});

it('has no rule for a route that is gone', () => {
  const outsideContract = ['GET /api/openapi.json', 'GET /dev/mail', 'GET /livez', 'GET /readyz'];
  const known = new Set([...routeIds, ...outsideContract]);
  expect(Object.keys(accessRules).filter((id) => !known.has(id))).toEqual([]);
});
