import { languageOf } from '@g2/gateway/contract/pages';
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { readEmbeddedVerdict } from '../lib/embedded-verdict.ts';
import { createQueryClient } from '../lib/failures.ts';
import { sweepPrivateStorageRegularly } from '../lib/private-storage.ts';
import { userQuery } from '../lib/session.ts';
import { App } from './app.tsx';
import { loadPage, loadVisitorPage } from './router.tsx';
import { comesWithoutSession, isForVisitors, visitorClient } from './visitor.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const Router = ({ children }: { children: ReactNode }) => (
  <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
);

sweepPrivateStorageRegularly();
const asVisitor = comesWithoutSession();
const client = asVisitor ? visitorClient() : createQueryClient();
readEmbeddedVerdict(client);
const app = <App client={client} router={Router} />;
const { pathname, hash } = window.location;
if (root.firstElementChild === null) {
  // Request the user in parallel with the page's code; otherwise the request would start only after rendering.
  if (!asVisitor) void client.prefetchQuery(userQuery);
  const loaded = loadPage(pathname);
  // Header and footer would be in Portuguese until the English texts are there.
  const ready = languageOf(pathname) === 'en' ? loaded : Promise.resolve();
  void ready.then(() => startTransition(() => createRoot(root).render(app)));
} else {
  // A prerendered page is hydrated once its code is loaded. It is rendered from scratch where an anchor opens content,
  // or where it was prerendered for a visitor and the reader may be signed in.
  const canHydrate = (asVisitor || !isForVisitors()) && (hash === '' || pathname === '/');
  void loadVisitorPage(pathname).then(
    // A transition keeps input responsive; the prerendered HTML is readable meanwhile.
    () => startTransition(() => void (canHydrate ? hydrateRoot(root, app) : createRoot(root).render(app))),
    // Without its code the prerendered page stays: it is readable and its links work.
    () => {},
  );
}
