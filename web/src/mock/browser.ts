import { setupWorker } from 'msw/browser';
import { http } from 'msw/http';
import { respondFrom } from './api.ts';
import { seededDb } from './seed.ts';

/** Whose session goes on when the page is loaded again; all other state begins anew. */
const SESSION = 'g2-mock-session';

/** Has the mock answer the application's calls: for development without the services. */
export async function startMock(): Promise<void> {
  const db = seededDb();
  db.sessionUserId = sessionStorage.getItem(SESSION);
  const worker = setupWorker(
    http.all('/api/*', async ({ request }) => {
      const response = await respondFrom(db, request);
      if (db.sessionUserId === null) sessionStorage.removeItem(SESSION);
      else sessionStorage.setItem(SESSION, db.sessionUserId);
      if (response !== undefined) return response;
      console.error(`the mock has no answer: ${request.method} ${request.url}`);
      return new Response(null, { status: 501 });
    }),
  );
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
}
