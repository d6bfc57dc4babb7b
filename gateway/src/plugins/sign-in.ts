import { AppError } from '@g2/terms/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idParams } from '../../contract/common.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** True for a browser that opens an address. Programs do not accept HTML. */
const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');

/** Without a session, redirects to the sign-in, then to `page`. @param check throws `unauthenticated` without one */
export const redirectToSignIn =
  (check: Hook, page: (id: string) => string): Hook =>
  async (request, reply) => {
    try {
      return await check(request, reply);
    } catch (error) {
      const params = idParams.safeParse(request.params);
      const isOut = error instanceof AppError && error.code === 'unauthenticated';
      if (!isOut || !isNavigation(request) || !params.success) throw error;
      return reply.redirect(`/auth?next=${encodeURIComponent(page(params.data.id))}`);
    }
  };
