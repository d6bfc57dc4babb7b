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
import { isMadeForVisitors, provesSignedOut, visitorClient } from './visitor.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const Router = ({ children }: { children: ReactNode }) => (
  <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
);

sweepPrivateStorageRegularly();
const isVisitor = provesSignedOut();
const client = isVisitor ? visitorClient() : createQueryClient();
readEmbeddedVerdict(client);
const app = <App client={client} router={Router} />;
const { pathname, hash } = window.location;
if (root.firstElementChild === null) {
  // Request the user in parallel with the page's code; otherwise the request would start only after rendering.
  if (!isVisitor) void client.prefetchQuery(userQuery);
  const pageLoaded = loadPage(pathname);
  // An English page waits for its texts: otherwise header and footer would first be in Portuguese.
  const readyToRender = languageOf(pathname) === 'en' ? pageLoaded : Promise.resolve();
  void readyToRender.then(() => startTransition(() => createRoot(root).render(app)));
} else {
  // A prerendered page is hydrated once its code is loaded. It is rendered from scratch if an anchor in the URL opens
  // content, or if it was prerendered for a visitor and a user may be signed in.
  const canHydrate = (isVisitor || !isMadeForVisitors()) && (hash === '' || pathname === '/');
  void loadVisitorPage(pathname).then(
    // A transition keeps input responsive; the prerendered HTML is readable meanwhile.
    () => startTransition(() => void (canHydrate ? hydrateRoot(root, app) : createRoot(root).render(app))),
    // If its code cannot be loaded, the prerendered page stays: its text is readable, and its links work.
    () => {},
  );
}
