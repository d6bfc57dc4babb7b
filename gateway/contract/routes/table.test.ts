import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL_ROUTES } from './all.ts';
import { ALL_ROLES, admins, type Route, staff } from './route.ts';

const routes: Record<string, Route> = Object.fromEntries(ALL_ROUTES);
const idsWhere = (holds: (route: Route) => boolean) =>
  ALL_ROUTES.filter(([, route]) => holds(route)).map(([id]) => id);

describe('the route table', () => {
  it('has unique operationIds, and unique pairs of method and path', () => {
    expect(Object.keys(routes)).toHaveLength(ALL_ROUTES.length);
    expect(new Set(ALL_ROUTES.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(
      ALL_ROUTES.length,
    );
  });

  it.each(ALL_ROUTES)('%s: declares exactly the parameters of its path', (_id, { path, params }) => {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const known = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
    expect(known.toSorted()).toEqual(named.toSorted());
  });

  it('has no bodies on GET routes', () => {
    expect(
      idsWhere(({ method, body, bodies }) => method === 'GET' && (body ?? bodies) !== undefined),
    ).toEqual([]);
  });
});

// The expected routes are listed by hand, so that a review shows when a route opens to more roles.
describe('access to the routes', () => {
  it('is public for sign-up, sign-in, sign-out, mailed links, certificate look-ups and contact', () => {
    expect(idsWhere(({ roles }) => roles === undefined)).toEqual([
      'register',
      'logIn',
      'logOut',
      'startExternalLogin',
      'finishExternalLogin',
      'forgotPassword',
      'setPasswordByLink',
      'allowSignIn',
      'verifyEmail',
      'logInWithFactor',
      'startPasskeyLogIn',
      'logInWithPasskey',
      'listProviders',
      'getSupport',
      'openContact',
      'getPublicCertificate',
      'findCertificatesByFile',
    ]);
  });

  it('is limited to staff on queue routes and to admins under /api/admin', () => {
    expect(
      idsWhere(({ path }) => path.startsWith('/api/operator/'))
        .concat('performOperatorAction', 'takeRegistration')
        .toSorted(),
    ).toEqual(idsWhere(({ roles }) => roles === staff).toSorted());
    expect(idsWhere(({ path }) => path.startsWith('/api/admin/'))).toEqual(
      idsWhere(({ roles }) => roles === admins),
    );
  });

  it('uses no other combination of roles', () => {
    expect(
      idsWhere(
        ({ roles }) => roles !== undefined && ![ALL_ROLES, staff, admins].some((known) => known === roles),
      ),
    ).toEqual([]);
  });
});
