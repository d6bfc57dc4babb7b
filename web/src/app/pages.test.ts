import { PAGE_PATHS, pageAt } from '@g2/gateway/contract/pages';
import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { routes } from './router.tsx';

const ID = '0192f0c0-0000-7000-8000-000000000000';
const ADDRESSES = [
  ...PAGE_PATHS.map((path) => path.replace(':id', ID)),
  '/help/',
  '/HELP',
  '/h%65lp',
  '/help/x',
  '/admin/zzz',
  '/admin/users/1',
  '/operator/registrations',
  '/operator/registrations/',
  '/operator/registrations/a%2Fb',
  '/nada',
  '/verificar',
  '/en/nada',
  '/EN/verify/',
  '/adm',
  '/authx',
];

it.each(ADDRESSES)('the gateway and the router resolve %s to the same page', (address) => {
  const routerPath = matchRoutes(routes, address)?.at(-1)?.route.path;
  expect(pageAt(address) ?? '*').toBe(routerPath);
});
