import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Seen } from '../../contract/seen.ts';
import type { Config } from '../config.ts';

/** The build's own module that renders a number's page to HTML: the very components that the browser takes over. */
const MODULE = 'server/prerender.js';

type Render = (path: string, seen: Seen, anonymous: boolean) => Promise<string>;
type Module = { renderNumber: Render };

/** Renders a number's page; undefined where the build has no such module, and the browser has to do it. */
export type PageRenderer = (...asked: Parameters<Render>) => Promise<string | undefined>;

/** The module is loaded when it is first asked for, and again when the build has written it anew. */
export function createPageRenderer(config: Config): PageRenderer {
  const file = join(config.WEB_DIST, MODULE);
  let loaded: { stamp: number; module: Promise<Module> } | undefined;
  return async (...asked) => {
    const stamp = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (stamp === undefined) return undefined;
    if (loaded?.stamp !== stamp) {
      loaded = { stamp, module: import(`${pathToFileURL(file).href}?${stamp}`) };
    }
    return (await loaded.module).renderNumber(...asked);
  };
}
