import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { ranParts } from '../lib/parts.ts';

export type PreloadableComponent<P = object> = ComponentType<P> & {
  /** Fetches the code before it is shown; resolves at once when it is there. */
  preload(): Promise<void>;
};

/**
 * A component whose code is fetched when it is first shown, `waiting` in its place until then. It shows the moment it
 * is there: React's own `lazy` would leave whatever waited in its place for 300 ms, however fast the code came.
 */
export function lazyWithPreload<P extends object>(
  fetchCode: () => Promise<ComponentType<P>>,
  waiting: ReactNode,
): PreloadableComponent<P> {
  let Code: ComponentType<P> | undefined;
  const preload = async () => {
    // What the first page's code is made of runs in turns; asked for here, it would run all at once.
    await ranParts();
    Code ??= await fetchCode();
  };
  function Shown(props: P) {
    // What was there when this was first drawn: the code may come before the effect runs.
    const [there, setThere] = useState(Code !== undefined);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (there) return;
      let shown = true;
      preload().then(
        // In slices: a whole page is long to draw, and a press meanwhile is answered.
        () => shown && startTransition(() => setThere(true)),
        (error: unknown) => shown && setFailure({ error }),
      );
      return () => {
        shown = false;
      };
    }, [there]);
    // For the boundary around the page.
    if (failure !== undefined) throw failure.error;
    return Code === undefined ? waiting : <Code {...props} />;
  }
  return Object.assign(Shown, { preload });
}
