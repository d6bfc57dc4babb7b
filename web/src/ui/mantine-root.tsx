import { MantineProvider } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { createSchemeManager } from './scheme-manager.ts';
import { resolveVariables, theme } from './theme.ts';

/**
 * Wraps a component in a provider for Mantine components. Each page and each overlay that uses Mantine has its own
 * provider, so that pages without Mantine, such as the landing page, do not load it. The CSS variables are in
 * app/mantine-variables.css.
 */
export function withMantine<P extends object>(Component: ComponentType<P>): ComponentType<P> {
  return function WithMantineProvider(props: P) {
    const [manager] = useState(createSchemeManager);
    return (
      <MantineProvider
        theme={theme}
        colorSchemeManager={manager}
        cssVariablesResolver={resolveVariables}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <Component {...props} />
      </MantineProvider>
    );
  };
}
