import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { createQueryClient } from '../lib/failures.ts';
import { keepPrivateStorageSwept } from '../lib/private-storage.ts';
import { takeSeen } from '../lib/seen.ts';
import { userQuery } from '../lib/session.ts';
import { App } from './app.tsx';
import { loadPage, loadShown } from './router.tsx';
import { comesWithoutSession, isForVisitors, visitorClient } from './visitor.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const Router = ({ children }: { children: ReactNode }) => (
  <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
);

keepPrivateStorageSwept();
const asVisitor = comesWithoutSession();
const client = asVisitor ? visitorClient() : createQueryClient();
takeSeen(client);
const app = <App client={client} router={Router} />;
const { pathname, hash } = window.location;
if (root.firstElementChild === null) {
  // Who is here is asked while the page's code runs; drawn, it would be asked after that.
  if (!asVisitor) void client.prefetchQuery(userQuery);
  void loadPage(pathname);
  startTransition(() => createRoot(root).render(app));
} else {
  // The page came rendered: it is taken over as it stands, once its code is there. What an anchor opens, and somebody who
  // may be signed in after all where it was rendered for a visitor, are not in it.
  const asItStands = (asVisitor || !isForVisitors()) && (hash === '' || pathname === '/');
  void loadShown(pathname).then(
    // In slices, between which a press is answered: nothing waits for it that could not be read before.
    () => startTransition(() => void (asItStands ? hydrateRoot(root, app) : createRoot(root).render(app))),
    // Without its code it stands as it is: it reads, and its links lead on.
    () => {},
  );
}
