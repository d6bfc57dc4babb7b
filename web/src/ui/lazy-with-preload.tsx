import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { runPreloadedScriptsOnce } from '../lib/parts.ts';

export type PreloadableComponent<P = object> = ComponentType<P> & {
  /** Loads the code before the component is shown; resolves at once if it is already loaded. */
  preload(): Promise<void>;
};

/**
 * A component whose code is loaded when it is first shown; until then, `placeholder` is shown. Unlike with React's
 * `lazy`, which keeps its fallback for at least 300 ms, the component appears as soon as its code is loaded.
 */
export function lazyWithPreload<P extends object>(
  fetchCode: () => Promise<ComponentType<P>>,
  placeholder: ReactNode,
): PreloadableComponent<P> {
  let LoadedComponent: ComponentType<P> | undefined;
  const preload = async () => {
    // Wait until the first page's scripts have run one by one: an import would run all of them at once.
    await runPreloadedScriptsOnce();
    LoadedComponent ??= await fetchCode();
  };
  function Preloadable(props: P) {
    // Read at the first render: the code may finish loading before the effect runs.
    const [isLoaded, setLoaded] = useState(LoadedComponent !== undefined);
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
    // The page's error boundary handles the error.
    if (failure !== undefined) throw failure.error;
    return LoadedComponent === undefined ? placeholder : <LoadedComponent {...props} />;
  }
  return Object.assign(Preloadable, { preload });
}
