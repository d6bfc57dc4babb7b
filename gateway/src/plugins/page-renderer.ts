import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Seen } from '../../contract/seen.ts';
import type { Config } from '../config.ts';

/** The build's own module that renders a number's page to HTML: the very components that the browser takes over. */
const MODULE = /^prerender-[\w-]+\.js$/;

type Render = (path: string, seen: Seen, anonymous: boolean) => Promise<string>;
type Module = { renderNumber: Render };

/** Renders a number's page; undefined where the build has no such module, and the browser has to do it. */
export type PageRenderer = (...asked: Parameters<Render>) => Promise<string | undefined>;

/** The module is loaded when it is first asked for, and the new one when there is another build. */
export function createPageRenderer(config: Config): PageRenderer {
  const folder = join(config.WEB_DIST, 'server');
  let known: { stamp: number; file: string | undefined } | undefined;
  return async (...asked) => {
    const stamp = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    if (stamp === undefined) return undefined;
    if (known?.stamp !== stamp)
      known = { stamp, file: readdirSync(folder).find((name) => MODULE.test(name)) };
    if (known.file === undefined) return undefined;
    const module: Module = await import(pathToFileURL(join(folder, known.file)).href);
    return module.renderNumber(...asked);
  };
}
