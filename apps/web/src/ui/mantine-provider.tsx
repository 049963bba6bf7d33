import { createTheme, MantineProvider, type MantineColorsTuple } from '@mantine/core';
import type { ReactNode } from 'react';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Divider.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import './mantine.css';
import styles from './mantine.module.css';
import { useAppearance } from './appearance.ts';

// The palette is in theme.css; Mantine requires ten shades, but none of them is used.
const accentShades: MantineColorsTuple = [
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
  'var(--accent)',
];

const field = {
  classNames: {
    root: styles.wrapper ?? '',
    label: styles.label ?? '',
    input: styles.input ?? '',
    error: styles.error ?? '',
    required: styles.required ?? '',
  },
};

const theme = createTheme({
  colors: { accent: accentShades },
  primaryColor: 'accent',
  fontFamily: 'var(--font)',
  // By name rather than by each component's `extend`, which would load every component on every page.
  components: {
    TextInput: field,
    PasswordInput: { classNames: { ...field.classNames, visibilityToggle: styles.toggle ?? '' } },
    Textarea: field,
    NativeSelect: field,
    Menu: {
      classNames: {
        dropdown: styles.dropdown ?? '',
        label: styles.menuLabel ?? '',
        item: styles.menuItem ?? '',
        divider: styles.divider ?? '',
      },
    },
  },
});

/**
 * For the routes that use Mantine; the landing page does not. The variables come from style sheets, not from a style
 * element, so that the Content-Security-Policy can forbid inline style elements.
 */
export function UiKitProvider({ children }: { children: ReactNode }) {
  const { mode } = useAppearance();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={mode === 'light' ? 'light' : 'dark'}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
