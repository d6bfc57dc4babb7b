import { setupWorker } from 'msw/browser';
import { http } from 'msw/http';
import { respondFrom } from './api.ts';
import { seededDb } from './seed.ts';

/** sessionStorage key of the signed-in user, which survives a reload; all other state of the mock starts fresh. */
const SESSION_KEY = 'g2-mock-session';

/** Starts a service worker that answers API calls from the mock, for development without the services. */
export async function startMock(): Promise<void> {
  const db = seededDb();
  db.sessionUserId = sessionStorage.getItem(SESSION_KEY);
  const worker = setupWorker(
    http.all('/api/*', async ({ request }) => {
      const response = await respondFrom(db, request);
      if (db.sessionUserId === null) sessionStorage.removeItem(SESSION_KEY);
      else sessionStorage.setItem(SESSION_KEY, db.sessionUserId);
      if (response !== undefined) return response;
      console.error(`the mock has no answer: ${request.method} ${request.url}`);
      return new Response(null, { status: 501 });
    }),
  );
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
}
