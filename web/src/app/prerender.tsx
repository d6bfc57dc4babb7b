import type { EmbeddedVerdict } from '@g2/gateway/contract/embedded-verdict';
import type { PRERENDERED } from '@g2/gateway/contract/pages';
import type { QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { cacheEmbeddedVerdict } from '../lib/embedded-verdict.ts';
import { createQueryClient } from '../lib/failures.ts';
import { App } from './app.tsx';
import { loadVisitorPage } from './router.tsx';
import { visitorClient } from './visitor.ts';

/** A page's HTML as a visitor sees it; the build writes it into the page's document. Rethrows errors of components. */
export const renderPage = (path: keyof typeof PRERENDERED): Promise<string> => render(path, visitorClient());

/**
 * The HTML of a certificate's page; the gateway writes it into the document (`dist/server`). Rethrows errors of
 * components.
 * @param path the requested path
 * @param anonymous true if the request has no session; else the browser still has to ask for the user
 */
export function renderNumber(path: string, seen: EmbeddedVerdict, anonymous: boolean): Promise<string> {
  const client = anonymous ? visitorClient() : createQueryClient();
  cacheEmbeddedVerdict(client, seen);
  return render(path, client);
}

async function render(path: string, client: QueryClient): Promise<string> {
  await loadVisitorPage(path);
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <App
      client={client}
      router={({ children }) => <StaticRouter location={path}>{children}</StaticRouter>}
    />,
    {
      // One chunk of HTML: with several, scripts would have to move the content into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failures.push(error);
      },
    },
  );
  const html = await new Response(prelude).text();
  // The garbage-collection timers of the query cache would keep the process alive for minutes.
  client.clear();
  if (failures.length > 0) throw failures[0];
  if (!html.includes('<h1')) throw new Error(`${path} came out without its heading`);
  return html;
}
