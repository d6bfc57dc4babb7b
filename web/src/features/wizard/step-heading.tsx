import { Title } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';

/** Whether the user has navigated inside the wizard. If not, the page was just loaded and its focus is left alone. */
export const NavigatedContext = createContext(false);

/** Heading of a step; receives the focus when the step appears, so that screen readers announce it. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasNavigated = useContext(NavigatedContext);
  useEffect(() => {
    if (!hasNavigated) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [hasNavigated]);
  return (
    // `w-fit`: the focus outline surrounds the text, not the whole line.
    <Title order={2} ref={heading} tabIndex={-1} className="w-fit rounded-xs outline-offset-4 scroll-mt-24">
      {children}
    </Title>
  );
}

/** For views without `StepHeading`: focuses the main content after navigation, so that its heading is read first. */
export function useFocusMainOnArrival(): void {
  const hasNavigated = useContext(NavigatedContext);
  useEffect(() => {
    if (!hasNavigated) return;
    document.getElementById('conteudo')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [hasNavigated]);
}
