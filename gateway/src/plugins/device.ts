import { randomBytes } from 'node:crypto';
import { requestContext } from '@g2/kit/log';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the browser, from its cookie or new; null except on sign-in routes. */
    device: string | null;
  }
}

/** Sign-in routes. Only these read the device cookie. */
const SIGN_IN = /^\/api\/(?:login|register|auth)(?:[/?]|$)/;
const DEVICE = /^[\w-]{22}$/;
const YEAR_S = 365 * 24 * 3_600;

/** Prolongs the device cookie for a year, after a sign-in. */
export type KeepDevice = (reply: FastifyReply) => void;

/** Cookie with a browser id. It is no credential: a copy only suppresses the new-device mail to the owner. */
export function addDevice(app: FastifyInstance, config: Pick<Config, 'IS_LOCAL'>): KeepDevice {
  const name = config.IS_LOCAL ? 'g2_device' : '__Host-g2_device';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: !config.IS_LOCAL } as const;
  app.decorateRequest('device', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const origin = requestContext.getStore()?.origin;
    if (origin && SIGN_IN.test(request.url)) {
      const known = request.cookies[name] ?? '';
      request.device = DEVICE.test(known) ? known : randomBytes(16).toString('base64url');
      origin.device = request.device;
    }
    done();
  });
  return (reply) => {
    const { device } = reply.request;
    if (device !== null) reply.setCookie(name, device, { ...options, maxAge: YEAR_S });
  };
}
