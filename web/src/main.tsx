import './app/mantine.ts';
import './app/theme.css';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { LandingPage } from './app/home.tsx';
import { loadPage } from './app/router.tsx';
import { visitorClient } from './app/visitor.ts';
import { followColorScheme } from './lib/color-scheme.ts';
import { loadAfreshWhenPartsAreGone } from './lib/fresh-page.ts';
import { sweepPrivateStorage } from './lib/private-storage.ts';
import { createQueryClient } from './lib/query-client.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const Router = ({ children }: { children: ReactNode }) => (
  <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
);

followColorScheme();
sweepPrivateStorage();
loadAfreshWhenPartsAreGone();
if (root.firstElementChild === null) {
  void loadPage(window.location.pathname);
  createRoot(root).render(<App client={createQueryClient()} router={Router} />);
} else {
  // The landing page came rendered: it is taken over as it stands, once its code is there.
  void LandingPage.load().then(
    () => hydrateRoot(root, <App client={visitorClient()} router={Router} />),
    // Without its code it stands as it is: it reads, and its links lead on.
    () => {},
  );
}
