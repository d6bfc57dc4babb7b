import { Loader, VisuallyHidden } from '@mantine/core';
import classes from './page.module.css';

/** Centred spinner, for the session and for a page's code on its way. */
export function PageSpinner() {
  return (
    <div className={classes.center}>
      <VisuallyHidden component="h1">Carregando…</VisuallyHidden>
      <div role="status" aria-label="Carregando">
        <Loader size={36} aria-hidden />
      </div>
    </div>
  );
}
