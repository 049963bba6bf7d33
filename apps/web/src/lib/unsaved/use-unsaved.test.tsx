// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, Link, RouterProvider, useNavigate } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useUnsaved } from './use-unsaved.ts';

const closed = vi.fn();

afterEach(() => {
  cleanup();
  closed.mockReset();
});

function Form({ isBegun }: { isBegun: boolean }) {
  const [isUnsaved, setIsUnsaved] = useState(isBegun);
  const unsaved = useUnsaved(isUnsaved);
  const navigate = useNavigate();
  return (
    <main>
      <p>Form</p>
      <Link to="/other">Other</Link>
      <Link to="?tab=2">Tab</Link>
      <button
        type="button"
        onClick={() => {
          unsaved.release();
          void navigate('/other');
        }}
      >
        Save
      </button>
      <button type="button" onClick={() => setIsUnsaved(false)}>
        Saved
      </button>
      <button type="button" onClick={() => unsaved.askBefore(closed)}>
        Close
      </button>
      {unsaved.isAsking && (
        <>
          <button type="button" onClick={unsaved.leave}>
            Leave
          </button>
          <button type="button" onClick={unsaved.stay}>
            Stay
          </button>
        </>
      )}
    </main>
  );
}

function open(isBegun: boolean) {
  const router = createMemoryRouter(
    [
      { path: '/before', element: <p>Before</p> },
      { path: '/form', element: <Form isBegun={isBegun} /> },
      { path: '/other', element: <p>Other page</p> },
    ],
    { initialEntries: ['/before', '/form'] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

const click = (name: string) => fireEvent.click(screen.getByText(name));
const isOnForm = () => screen.queryByText('Form') !== null;

test('a link asks first, and leaves or stays as the user decides', async () => {
  open(true);
  click('Other');
  expect(isOnForm()).toBe(true);
  click('Stay');
  expect(screen.queryByText('Leave')).toBeNull();
  click('Other');
  click('Leave');
  expect(await screen.findByText('Other page')).toBeTruthy();
});

test('Back asks too', async () => {
  const router = open(true);
  await act(() => router.navigate(-1));
  expect(isOnForm()).toBe(true);
  click('Leave');
  expect(await screen.findByText('Before')).toBeTruthy();
});

test('continues by itself when a save ends while the question is open', async () => {
  const router = open(true);
  await act(() => router.navigate(-1));
  click('Saved');
  expect(await screen.findByText('Before')).toBeTruthy();
});

test('when a save ends, the page stays if the user has decided to stay', async () => {
  const router = open(true);
  await act(() => router.navigate(-1));
  click('Stay');
  await act(async () => click('Saved'));
  expect(isOnForm()).toBe(true);
});

test("closes the form's container when a save ends while the question is open", () => {
  open(true);
  click('Close');
  click('Saved');
  expect(closed).toHaveBeenCalledOnce();
});

test('a change of the query, which keeps the page, does not ask', async () => {
  const router = open(true);
  await act(async () => click('Tab'));
  expect(router.state.location.search).toBe('?tab=2');
  expect(screen.queryByText('Leave')).toBeNull();
});

test('a saved form leaves without a question', async () => {
  open(true);
  click('Save');
  expect(await screen.findByText('Other page')).toBeTruthy();
});

test('without unsaved input the page closes without a question', async () => {
  open(false);
  click('Other');
  expect(await screen.findByText('Other page')).toBeTruthy();
});

test("the form's container closes only after the question", () => {
  open(true);
  click('Close');
  expect(closed).not.toHaveBeenCalled();
  click('Stay');
  expect(screen.queryByText('Leave')).toBeNull();
  expect(closed).not.toHaveBeenCalled();
  click('Close');
  click('Leave');
  expect(closed).toHaveBeenCalledOnce();
  expect(isOnForm()).toBe(true);
});

test("the form's container closes at once if nothing is unsaved", () => {
  open(false);
  click('Close');
  expect(closed).toHaveBeenCalledOnce();
});
