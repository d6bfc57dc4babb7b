import { MantineProvider } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { createSchemeManager } from './scheme-manager.ts';
import { resolveVariables, theme } from './theme.ts';

/**
 * What Mantine's components stand on. Each page that uses them has its own, and so has what floats over any page: pages
 * that do without them, the landing page first, load none of it. Its variables are a sheet (app/mantine-variables.css).
 */
function MantineRoot({ children }: { children: ReactNode }) {
  const [manager] = useState(createSchemeManager);
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={manager}
      cssVariablesResolver={resolveVariables}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

/** A component that may use Mantine's, wherever it is shown. */
export function onMantine<P extends object>(Component: ComponentType<P>): ComponentType<P> {
  return function OnMantine(props: P) {
    return (
      <MantineRoot>
        <Component {...props} />
      </MantineRoot>
    );
  };
}
