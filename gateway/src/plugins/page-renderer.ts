import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EmbeddedVerdict } from '../../contract/embedded-verdict.ts';
import type { Config } from '../config.ts';

/** Name of the server bundle in the build. It renders the components that the browser then hydrates. */
const MODULE = /^prerender-[\w-]+\.js$/;

type Render = (path: string, seen: EmbeddedVerdict, anonymous: boolean) => Promise<string>;
type Module = { renderCertificatePage: Render };

/** Returns undefined if the build has no server bundle; the browser then renders the page. */
export type PageRenderer = (...asked: Parameters<Render>) => Promise<string | undefined>;

/** Loads the server bundle on first use, and again after a new build. */
export function createPageRenderer(config: Config): PageRenderer {
  const folder = join(config.WEB_DIST, 'server');
  let known: { stamp: number; file: string | undefined } | undefined;
  return async (...request) => {
    const stamp = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    if (stamp === undefined) return undefined;
    if (known?.stamp !== stamp)
      known = { stamp, file: readdirSync(folder).find((name) => MODULE.test(name)) };
    if (known.file === undefined) return undefined;
    const module: Module = await import(pathToFileURL(join(folder, known.file)).href);
    return module.renderCertificatePage(...request);
  };
}
