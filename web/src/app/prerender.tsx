import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from './app.tsx';
import { LandingPage } from './home.tsx';
import { visitorClient } from './visitor.ts';

/** `/` as a visitor sees it, as HTML; the build writes it into `landing.html`. Throws what a component throws. */
export async function renderLanding(): Promise<string> {
  await LandingPage.load();
  const failures: unknown[] = [];
  const client = visitorClient();
  const { prelude } = await prerender(
    <App client={client} router={({ children }) => <StaticRouter location="/">{children}</StaticRouter>} />,
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
  if (!html.includes('<h1')) throw new Error('the landing page came out without its heading');
  return html;
}
