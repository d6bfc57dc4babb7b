import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { runPartsOnce } from '../lib/parts.ts';

export type PreloadableComponent<P = object> = ComponentType<P> & {
  /** Loads the code before the component is shown; resolves at once if it is already loaded. */
  preload(): Promise<void>;
};

/**
 * A component with code that is loaded when it is first shown, with `waiting` in its place until then. Unlike React's
 * `lazy`, it appears as soon as it is loaded: `lazy` keeps its fallback for at least 300 ms.
 */
export function lazyWithPreload<P extends object>(
  fetchCode: () => Promise<ComponentType<P>>,
  waiting: ReactNode,
): PreloadableComponent<P> {
  let Code: ComponentType<P> | undefined;
  const preload = async () => {
    // Wait for the first page's scripts to run one by one: an import now would run them all at once.
    await runPartsOnce();
    Code ??= await fetchCode();
  };
  function Preloadable(props: P) {
    // State at the first render: the code may be loaded before the effect runs.
    const [isLoaded, setLoaded] = useState(Code !== undefined);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (isLoaded) return;
      let isMounted = true;
      preload().then(
        // A transition renders a large page in slices, so that user input is handled meanwhile.
        () => isMounted && startTransition(() => setLoaded(true)),
        (error: unknown) => isMounted && setFailure({ error }),
      );
      return () => {
        isMounted = false;
      };
    }, [isLoaded]);
    // Rethrow for the page's error boundary.
    if (failure !== undefined) throw failure.error;
    return Code === undefined ? waiting : <Code {...props} />;
  }
  return Object.assign(Preloadable, { preload });
}
