// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { MenuChoice, MenuItem } from './menu-items.tsx';
import { Menu } from './menu.tsx';

const select = vi.fn();
const choose = vi.fn();

beforeEach(() => {
  select.mockReset();
  choose.mockReset();
  render(
    <Menu
      renderButton={(props) => (
        <button type="button" {...props}>
          Account
        </button>
      )}
    >
      <MenuItem onSelect={() => select('settings')}>Settings</MenuItem>
      <MenuChoice
        label="Mode"
        options={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        value="dark"
        onChange={choose}
      />
      <MenuItem onSelect={() => select('leave')}>Log Out</MenuItem>
    </Menu>,
  );
});
afterEach(cleanup);

const button = () => screen.getByRole('button', { name: 'Account' });
const menu = () => screen.queryByRole('menu');
const focused = () => document.activeElement?.textContent;
/** Returns whether the browser acts on the key, too. */
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

test('opens at its first item, and at its last by the arrow up', () => {
  button().focus();
  press('ArrowUp');
  expect(focused()).toBe('Log Out');
  press('Escape');
  expect(menu()).toBeNull();
  expect(focused()).toBe('Account');
  press('ArrowDown');
  expect(focused()).toBe('Settings');
  expect(button().getAttribute('aria-expanded')).toBe('true');
  expect(button().getAttribute('aria-controls')).toBe(menu()?.id);
});

test('arrow keys wrap around, and a letter goes to the next item that begins with it', () => {
  fireEvent.click(button());
  press('ArrowUp');
  expect(focused()).toBe('Log Out');
  press('ArrowDown');
  press('l');
  expect(focused()).toBe('Light');
  press('l');
  expect(focused()).toBe('Log Out');
  press('Home');
  expect(focused()).toBe('Settings');
  press('End');
  expect(focused()).toBe('Log Out');
});

test('does not handle the shortcuts of the browser', () => {
  fireEvent.click(button());
  expect(press('l', { ctrlKey: true })).toBe(true);
  expect(focused()).toBe('Settings');
});

test('Tab closes it and continues from its button', () => {
  fireEvent.click(button());
  expect(press('Tab')).toBe(true);
  expect(menu()).toBeNull();
  expect(focused()).toBe('Account');
});

test('an item closes it, a choice and a press on its title do not, but a press elsewhere does', () => {
  fireEvent.click(button());
  expect(screen.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).toBe('true');
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Light' }));
  expect(choose).toHaveBeenCalledExactlyOnceWith('light');
  fireEvent.pointerDown(screen.getByText('Mode'));
  expect(menu()).not.toBeNull();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Log Out' }));
  expect(select).toHaveBeenCalledExactlyOnceWith('leave');
  expect(menu()).toBeNull();
  fireEvent.click(button());
  fireEvent.pointerDown(document.body);
  expect(menu()).toBeNull();
});

test('Tab leads from a menu whose items could not be loaded to Try again', async () => {
  cleanup();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const Items = lazyPart({ name: 'The menu', load: () => Promise.reject(new Error('The network is away.')) });
  render(
    <Menu renderButton={(props) => <button {...props}>Account</button>}>
      <Items />
    </Menu>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Account' }));
  await screen.findByRole('button', { name: 'Try again' });
  expect(press('Tab')).toBe(true);
  expect(menu()).not.toBeNull();
  press('Escape');
  expect(menu()).toBeNull();
});

test('items that load when the menu opens get the focus as soon as they appear', async () => {
  cleanup();
  const { promise, resolve } = Promise.withResolvers<() => ReactNode>();
  const Items = lazyPart({ name: 'The menu', load: () => promise });
  render(
    <Menu renderButton={(props) => <button {...props}>Account</button>}>
      <Items />
    </Menu>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Account' }));
  expect(document.activeElement).toBe(screen.getByRole('menu'));
  resolve(() => <MenuItem onSelect={select}>Settings</MenuItem>);
  const item = await screen.findByRole('menuitem', { name: 'Settings' });
  await waitFor(() => expect(document.activeElement).toBe(item));
});
