import type { PagePath } from '@g2/gateway/contract/pages';
import { lazyWithPreload, type PreloadableComponent } from '../ui/lazy-with-preload.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import type { LightPath } from './page-list.ts';

/** A page of the list that comes with the first of them (page-list.ts). */
export const lazyPage = (path: Exclude<PagePath, LightPath>): PreloadableComponent =>
  lazyWithPreload(async () => (await import('./page-list.ts')).fetchPage(path), <PageSpinner />);
