import type { PagePath } from '@g2/gateway/contract/pages';
import { lazyWithPreload, type PreloadableComponent } from '../ui/lazy-with-preload.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import type { LightPath } from './page-list.ts';

/** A page of page-list.ts. The list is loaded together with the first such page. */
export const lazyPage = (path: Exclude<PagePath, LightPath>): PreloadableComponent =>
  lazyWithPreload(async () => (await import('./page-list.ts')).fetchPage(path), <PageSpinner />);
