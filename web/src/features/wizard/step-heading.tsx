import { Title } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';

/** True after the first navigation inside the wizard; on a page load the browser controls the focus. */
export const NavigatedContext = createContext(false);

/** Heading of a step; receives the focus when the step appears, so that screen readers announce it. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigated = useContext(NavigatedContext);
  useEffect(() => {
    if (!navigated) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [navigated]);
  return (
    // `w-fit`: the focus outline surrounds the text, not the whole line.
    <Title order={2} ref={heading} tabIndex={-1} className="w-fit rounded-xs outline-offset-4 scroll-mt-24">
      {children}
    </Title>
  );
}

/** Like `StepHeading`, for views without steps: focuses the main content, so that its heading is read first. */
export function useArrival(): void {
  const navigated = useContext(NavigatedContext);
  useEffect(() => {
    if (!navigated) return;
    document.getElementById('conteudo')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [navigated]);
}
