import { Loader, VisuallyHidden } from '@mantine/core';
import classes from './page.module.css';

/** Centred spinner, for the session and for a page's code on its way; the footer waits as long as it stands. */
export function PageSpinner() {
  return (
    <div className={classes.center} data-page-waiting>
      <VisuallyHidden component="h1">Carregando…</VisuallyHidden>
      <div role="status" aria-label="Carregando">
        <Loader size={36} aria-hidden />
      </div>
    </div>
  );
}
