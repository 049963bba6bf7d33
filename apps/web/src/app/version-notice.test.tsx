// @vitest-environment happy-dom
import { apiVersion } from '@boathouse/contract/endpoint';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { liveCockpit } from '../features/rowing/rowing/cockpit/live-cockpit.ts';
import { forgetVersionSkew, noteUnexpected, noteVersion } from '../lib/server/version-skew.ts';

vi.hoisted(() => {
  document.head.innerHTML = '<meta name="contact" content="hello@boathouse.example" />';
});

afterEach(() => {
  cleanup();
  liveCockpit.set(false);
  forgetVersionSkew();
  vi.restoreAllMocks();
});

async function show() {
  const { VersionNotice } = await import('./version-notice.tsx');
  render(<VersionNotice />);
}

const reload = () => screen.queryByRole('button', { name: 'Reload' });

test('offers to reload a page that is older than the server', async () => {
  const reloading = vi.spyOn(location, 'reload').mockImplementation(() => {});
  await show();
  expect(reload()).toBeNull();
  act(() => noteVersion(String(apiVersion + 1)));
  expect(screen.getByRole('status').textContent).toContain('was updated. Reload the page');
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reloading).toHaveBeenCalledOnce();
});

test('offers it after a response that the page does not understand', async () => {
  await show();
  act(() => noteUnexpected());
  expect(screen.getByRole('status').textContent).toContain("that this page doesn't understand");
  expect(reload()).toBeTruthy();
});

test('offers nothing while the server is older than the page: reloading would not help', async () => {
  await show();
  act(() => noteVersion(String(apiVersion - 1)));
  expect(reload()).toBeNull();
});

test('waits in the cockpit', async () => {
  liveCockpit.set(true);
  await show();
  act(() => noteVersion(String(apiVersion + 1)));
  expect(reload()).toBeNull();
  act(() => liveCockpit.set(false));
  expect(reload()).toBeTruthy();
});
