import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { texts } from './texts.ts';

const green: MantineColorsTuple = [
  '#e8f5ef',
  '#d0e9de',
  '#a6d6c1',
  '#7ac9a9',
  '#55c99f',
  '#2f9a74',
  '#178060',
  '#0b6b4f',
  '#08553e',
  '#06402f',
];

const ink: MantineColorsTuple = [
  '#e8eeea',
  '#c5cfc9',
  '#a5b3ab',
  '#7f8e86',
  '#435249',
  '#26312c',
  '#131b18',
  '#0d1311',
  '#0a0f0d',
  '#060a08',
];

const SANS_FONTS =
  "'Segoe UI Variable Text', 'Segoe UI', -apple-system, BlinkMacSystemFont, Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
const MONO_FONTS = "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Liberation Mono', Menlo, Consolas, monospace";

// Mantine's text colour on filled buttons is the same in both themes; these colours are readable in each theme.
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isPrimary = input.color === undefined || input.color === 'green';
  if (input.variant === 'filled' && isPrimary) {
    return {
      ...colors,
      background: 'var(--g2-accent)',
      hover: 'var(--g2-accent-hover)',
      color: 'var(--g2-on-accent)',
    };
  }
  if (input.variant === 'subtle' && isPrimary) {
    return { ...colors, color: 'var(--g2-accent)', hover: 'var(--g2-accent-soft)' };
  }
  if (input.color === 'red') {
    return input.variant === 'filled'
      ? { ...colors, background: '#a3211a', hover: '#871a14', color: '#ffffff' }
      : { ...colors, color: 'var(--g2-danger)', hover: 'var(--g2-danger-soft)' };
  }
  return colors;
};

/** Delay before a tooltip opens, and the time after it closes in which the next one opens without a delay (spec §9). */
const TOOLTIP_OPEN_DELAY_MS = 700;
const TOOLTIP_SKIP_DELAY_MS = 300;

/** Mantine renders a dialog's header as `<header>`, which would be a second banner landmark of the page. */
const dialogAttributes = { header: { role: 'none' } };

/** The application's Mantine theme. It maps Mantine's names to the colours and sizes of theme.css. */
export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver: variantColors,
  colors: { green, dark: ink },
  black: '#13201a',
  fontFamily: SANS_FONTS,
  fontFamilyMonospace: MONO_FONTS,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  radius: {
    xs: 'var(--g2-radius-xs)',
    sm: 'var(--g2-radius-sm)',
    md: 'var(--g2-radius-md)',
    lg: 'var(--g2-radius-lg)',
    xl: 'var(--g2-radius-full)',
  },
  spacing: {
    xs: 'var(--g2-space-4)',
    sm: 'var(--g2-space-5)',
    md: 'var(--g2-space-6)',
    lg: 'var(--g2-space-7)',
    xl: 'var(--g2-space-9)',
  },
  fontSizes: {
    xs: 'var(--g2-text-xs)',
    sm: 'var(--g2-text-sm)',
    md: 'var(--g2-text-md)',
    lg: 'var(--g2-text-lg)',
    xl: 'var(--g2-text-xl)',
  },
  lineHeights: { xs: '1.45', sm: '1.5', md: '1.6', lg: '1.55', xl: '1.45' },
  headings: {
    fontFamily: SANS_FONTS,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: 'var(--g2-headline)', lineHeight: '1.2' },
      h2: { fontSize: 'var(--g2-text-xl)', lineHeight: '1.3' },
      h3: { fontSize: 'var(--g2-text-lg)', lineHeight: '1.4' },
      h4: { fontSize: 'var(--g2-text-md)', lineHeight: '1.45' },
    },
  },
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        shadow: 'none',
        overlayProps: { backgroundOpacity: 0.55 },
        closeButtonProps: { 'aria-label': texts.close },
        attributes: dialogAttributes,
      },
      classNames: {
        content: 'g2-modal-content',
        header: 'g2-modal-header',
        title: 'g2-modal-title',
        body: 'g2-modal-body',
      },
    },
    Drawer: {
      defaultProps: { closeButtonProps: { 'aria-label': texts.close }, attributes: dialogAttributes },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Tooltip: { defaultProps: { openDelay: TOOLTIP_OPEN_DELAY_MS } },
    // Within a group, a tooltip opens at once while the previous one is still shown.
    TooltipGroup: { defaultProps: { openDelay: TOOLTIP_OPEN_DELAY_MS, closeDelay: TOOLTIP_SKIP_DELAY_MS } },
    Menu: { defaultProps: { shadow: 'none' } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': texts.showPassword } } },
    // A closed dropdown that stays mounted would be positioned again on every render of the page.
    Combobox: { defaultProps: { keepMounted: false } },
    Button: { defaultProps: { size: 'md' } },
    Loader: { defaultProps: { type: 'oval' } },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
  },
});

const VARIABLES = {
  '--mantine-color-body': 'var(--g2-bg)',
  '--mantine-color-text': 'var(--g2-ink)',
  '--mantine-color-dimmed': 'var(--g2-ink-2)',
  '--mantine-color-placeholder': 'color-mix(in srgb, var(--g2-ink-2) 85%, transparent)',
  '--mantine-color-anchor': 'var(--g2-accent)',
  '--mantine-color-error': 'var(--g2-danger)',
  '--mantine-color-default': 'var(--g2-surface)',
  '--mantine-color-default-hover': 'var(--g2-sunken)',
  '--menu-item-hover': 'var(--g2-sunken)',
  '--mantine-color-default-color': 'var(--g2-ink)',
  '--mantine-color-default-border': 'var(--g2-field)',
  // Mantine's own colour would be invisible on a card in the dark theme.
  '--mantine-color-disabled': 'color-mix(in srgb, var(--g2-line) 75%, var(--g2-surface))',
  '--mantine-color-disabled-color': 'color-mix(in srgb, var(--g2-ink-2) 75%, transparent)',
  '--mantine-color-disabled-border': 'var(--g2-line)',
};

export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: VARIABLES,
  dark: VARIABLES,
});
