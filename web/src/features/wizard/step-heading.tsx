import { Title } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import classes from './step-heading.module.css';

/** True once one has navigated inside the wizard; the first view of a page load leaves the focus to the browser. */
export const NavigatedContext = createContext(false);

/** Where the step's heading is found by whoever leads back to it. */
export const HEADING_ID = 'wizard-step';

/** Heading of a step: the focus goes there when the step appears, so that nobody has to search for what is new. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigated = useContext(NavigatedContext);
  useEffect(() => {
    if (!navigated) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [navigated]);
  return (
    <Title order={2} id={HEADING_ID} ref={heading} tabIndex={-1} className={classes.heading}>
      {children}
    </Title>
  );
}

/** The same for a view without steps: its frame's heading is announced from the start of the page's content. */
export function useArrival(): void {
  const navigated = useContext(NavigatedContext);
  useEffect(() => {
    if (!navigated) return;
    document.getElementById('conteudo')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [navigated]);
}
