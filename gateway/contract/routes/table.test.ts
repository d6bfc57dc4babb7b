import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL_ROUTES } from './all.ts';
import { admins, type Route, signedIn, staff } from './route.ts';

const routes: Record<string, Route> = Object.fromEntries(ALL_ROUTES);
const idsWhere = (holds: (route: Route) => boolean) =>
  ALL_ROUTES.filter(([, route]) => holds(route)).map(([id]) => id);

describe('the table of calls', () => {
  it('has each operationId once, and each method and path', () => {
    expect(Object.keys(routes)).toHaveLength(ALL_ROUTES.length);
    expect(new Set(ALL_ROUTES.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(
      ALL_ROUTES.length,
    );
  });

  it.each(ALL_ROUTES)(
    '%s: its schema knows the parameters of its path, and no other',
    (_id, { path, params }) => {
      const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const known = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
      expect(known.toSorted()).toEqual(named.toSorted());
    },
  );

  it('takes no body where something is only read', () => {
    expect(
      idsWhere(({ method, body, bodies }) => method === 'GET' && (body ?? bodies) !== undefined),
    ).toEqual([]);
  });
});

// By hand: what is opened to more people than before is to be seen here.
describe('who may call', () => {
  it('anybody: to sign up, in and out, by a mail’s link too, and to look certificates up and write to the staff', () => {
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

  it('staff: the queue and its action; admins alone: what stands under /api/admin', () => {
    expect(
      idsWhere(({ path }) => path.startsWith('/api/operator/'))
        .concat('performOperatorAction', 'takeRegistration')
        .toSorted(),
    ).toEqual(idsWhere(({ roles }) => roles === staff).toSorted());
    expect(idsWhere(({ path }) => path.startsWith('/api/admin/'))).toEqual(
      idsWhere(({ roles }) => roles === admins),
    );
  });

  it('nobody else', () => {
    expect(
      idsWhere(
        ({ roles }) => roles !== undefined && ![signedIn, staff, admins].some((known) => known === roles),
      ),
    ).toEqual([]);
  });
});
