import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

export type Later<P> = ComponentType<P> & {
  /** Fetches the code before it is shown; resolves at once when it is there. */
  load(): Promise<void>;
};

/**
 * A component whose code is fetched when it is first shown, `waiting` in its place until then. It shows the moment it
 * is there: React's own `lazy` would leave whatever waited in its place for 300 ms, however fast the code came.
 */
export function later<P extends object>(
  fetchCode: () => Promise<ComponentType<P>>,
  waiting: ReactNode,
): Later<P> {
  let Code: ComponentType<P> | undefined;
  const load = async () => {
    Code ??= await fetchCode();
  };
  function Shown(props: P) {
    const [outcome, setOutcome] = useState<{ error?: unknown }>();
    useEffect(() => {
      if (Code !== undefined) return;
      let shown = true;
      load().then(
        () => shown && setOutcome({}),
        (error: unknown) => shown && setOutcome({ error }),
      );
      return () => {
        shown = false;
      };
    }, []);
    // For the boundary around the page.
    if (outcome?.error !== undefined) throw outcome.error;
    return Code === undefined ? waiting : <Code {...props} />;
  }
  return Object.assign(Shown, { load });
}
