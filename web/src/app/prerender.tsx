import type { EmbeddedVerdict } from '@g2/gateway/contract/embedded-verdict';
import type { PRERENDERED } from '@g2/gateway/contract/pages';
import type { QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { createQueryClient } from '../lib/failures.ts';
import { rememberSeen } from '../lib/seen.ts';
import { App } from './app.tsx';
import { loadShown } from './router.tsx';
import { visitorClient } from './visitor.ts';

/** A page as a visitor sees it, as HTML; the build writes it into its document. Throws what a component throws. */
export const renderPage = (path: keyof typeof PRERENDERED): Promise<string> => render(path, visitorClient());

/**
 * The page of a certificate's number, as HTML; the gateway writes it into its document (`dist/server`). Throws what a
 * component throws.
 * @param path as it was asked for
 * @param anonymous nobody is signed in; else that is still to be asked
 */
export function renderNumber(path: string, seen: EmbeddedVerdict, anonymous: boolean): Promise<string> {
  const client = anonymous ? visitorClient() : createQueryClient();
  rememberSeen(client, seen);
  return render(path, client);
}

async function render(path: string, client: QueryClient): Promise<string> {
  await loadShown(path);
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <App
      client={client}
      router={({ children }) => <StaticRouter location={path}>{children}</StaticRouter>}
    />,
    {
      // In one piece: a page that is put together by scripts would not read without them.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failures.push(error);
      },
    },
  );
  const html = await new Response(prelude).text();
  // Its timers would keep the build waiting for minutes.
  client.clear();
  if (failures.length > 0) throw failures[0];
  if (!html.includes('<h1')) throw new Error(`${path} came out without its heading`);
  return html;
}
