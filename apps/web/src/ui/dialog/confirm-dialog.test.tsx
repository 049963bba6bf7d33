// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

const onConfirm = vi.fn();

/** A page that opens the dialog. */
function Page() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsAsking(true)}>
        Unfollow
      </button>
      {isAsking && (
        <ConfirmDialog question="Unfollow Ben?" onConfirm={onConfirm} onClose={() => setIsAsking(false)}>
          You will not see his workouts.
        </ConfirmDialog>
      )}
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  onConfirm.mockReset();
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Unfollow' });
  opener.focus();
  fireEvent.click(opener);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const dialog = () => screen.queryByRole('alertdialog', { name: 'Unfollow Ben?' });
const button = (name: string) => screen.getByRole('button', { name });
function advance(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

describe('[UI-2] the confirmation dialog', () => {
  test('shows Cancel and Yes, with its question as name and the consequence as description', () => {
    expect(dialog()?.getAttribute('open')).not.toBeNull();
    const describedBy = dialog()?.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(describedBy)?.textContent).toBe('You will not see his workouts.');
    const names = [...(dialog()?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
    expect(names).toEqual(['Cancel', 'Yes']);
  });

  test('after Yes it is Pending, and closes 1 s later', () => {
    fireEvent.click(button('Yes'));
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(button('Pending').getAttribute('aria-busy')).toBe('true');
    advance(999);
    expect(dialog()).not.toBeNull();
    advance(1);
    expect(dialog()).toBeNull();
  });

  test('ignores clicks while it is pending', () => {
    fireEvent.click(button('Yes'));
    fireEvent.click(button('Pending'));
    fireEvent.click(button('Cancel'));
    fireEvent(dialog() ?? document, new Event('cancel', { cancelable: true }));
    expect(dialog()).not.toBeNull();
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  test('Cancel closes it at once without confirming', () => {
    fireEvent.click(button('Cancel'));
    expect(dialog()).toBeNull();
    advance(5_000);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('Escape closes it like Cancel', () => {
    fireEvent(dialog() ?? document, new Event('cancel', { cancelable: true }));
    expect(dialog()).toBeNull();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('closes when the browser closes the dialog by itself', () => {
    const shown = dialog();
    if (shown instanceof HTMLDialogElement) shown.close();
    expect(dialog()).toBeNull();
    expect(onConfirm).not.toHaveBeenCalled();
  });
});

test('a dialog whose opener is removed with it leaves the focus on the page', async () => {
  function List() {
    const [isThere, setIsThere] = useState(true);
    return (
      <div tabIndex={-1} data-testid="page">
        {isThere && (
          <ConfirmDialog question="Remove Ann?" onConfirm={() => setIsThere(false)} onClose={vi.fn()} />
        )}
      </div>
    );
  }
  render(<List />);
  const yes = within(screen.getByRole('alertdialog', { name: 'Remove Ann?' })).getByText('Yes');
  yes.focus();
  fireEvent.click(yes);
  expect(screen.queryByRole('alertdialog', { name: 'Remove Ann?' })).toBeNull();
  await Promise.resolve();
  expect(document.activeElement).toBe(screen.getByTestId('page'));
});
