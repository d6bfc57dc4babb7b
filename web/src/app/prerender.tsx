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

/** HTML of a page as a visitor sees it; the build writes it into the page's document. Rethrows errors of components. */
export const renderPage = (path: keyof typeof PRERENDERED): Promise<string> => render(path, visitorClient());

/**
 * HTML of the page of a certificate; the gateway calls this (`dist/server`) and writes the HTML into the document.
 * Rethrows errors of components.
 * @param path the requested path
 * @param isAnonymous the request has no session; otherwise the browser requests the signed-in user
 */
export function renderCertificatePage(
  path: string,
  embedded: EmbeddedVerdict,
  isAnonymous: boolean,
): Promise<string> {
  const client = isAnonymous ? visitorClient() : createQueryClient();
  cacheEmbeddedVerdict(client, embedded);
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
