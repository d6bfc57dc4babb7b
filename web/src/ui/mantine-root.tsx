import { MantineProvider } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { createSchemeManager } from './scheme-manager.ts';
import { resolveVariables, theme } from './theme.ts';

/**
 * Provider for Mantine components. Each page and each overlay that uses Mantine has its own provider, so that pages
 * without Mantine, such as the landing page, do not load it. Its CSS variables are in app/mantine-variables.css.
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

/** Wraps a component in Mantine's provider, so that it can be used anywhere. */
export function withMantine<P extends object>(Component: ComponentType<P>): ComponentType<P> {
  return function OnMantine(props: P) {
    return (
      <MantineRoot>
        <Component {...props} />
      </MantineRoot>
    );
  };
}
