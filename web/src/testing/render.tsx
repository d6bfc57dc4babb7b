import type { User } from '@g2/gateway/contract/users';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { AppTree } from '../app/app.tsx';
import { createQueryClient } from '../lib/failures.ts';
import { aUser } from './records.ts';
import { answer, refuse } from './server.ts';

let renderedApp: { root: Root; element: HTMLElement } | undefined;

const Router = ({ children }: { children: ReactNode }) => (
  <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
);

/**
 * Renders the whole application at an address, with the product's providers, router, guards and query settings. Without
 * React's strict mode, which would send each request twice.
 * @param user the signed-in user; null for a visitor
 */
export function open(address: string, user: User | null = aUser()): void {
  if (user === null) refuse('getCurrentUser', 'unauthenticated');
  else answer('getCurrentUser', user);
  close();
  window.history.replaceState(null, '', address);
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  root.render(<AppTree client={createQueryClient()} router={Router} />);
  renderedApp = { root, element };
}

export function close(): void {
  renderedApp?.root.unmount();
  renderedApp?.element.remove();
  renderedApp = undefined;
}
