import type { PRERENDERED } from '@g2/gateway/contract/pages';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from './app.tsx';
import { loadShown } from './router.tsx';
import { visitorClient } from './visitor.ts';

/** A page as a visitor sees it, as HTML; the build writes it into its document. Throws what a component throws. */
export async function renderPage(path: keyof typeof PRERENDERED): Promise<string> {
  await loadShown(path);
  const failures: unknown[] = [];
  const client = visitorClient();
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
