// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Menu, MenuChoice, MenuItem } from './menu.tsx';

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

test('arrow keys go around, and a letter goes to the next item that begins with it', () => {
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

test('leaves the shortcuts of the browser alone', () => {
  fireEvent.click(button());
  expect(press('l', { ctrlKey: true })).toBe(true);
  expect(focused()).toBe('Settings');
});

test('Tab closes it and goes on from its button', () => {
  fireEvent.click(button());
  expect(press('Tab')).toBe(true);
  expect(menu()).toBeNull();
  expect(focused()).toBe('Account');
});

test('an item closes it, a choice and a press on its title do not, a press elsewhere does', () => {
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
