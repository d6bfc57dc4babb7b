import { AppError } from '@g2/terms/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idParams } from '../../contract/common.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** A person's browser on its way to an address, such as one of a mail; programs ask for no HTML. */
const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');

/**
 * Leads a browser's navigation that needs a session and has none to the sign-in, and from there to a page that has what
 * was asked for; whoever else comes without one is refused as ever.
 * @param check throws `unauthenticated` without a session
 * @param page that page, by the id in the address
 */
export const orSignIn =
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
