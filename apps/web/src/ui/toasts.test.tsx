// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  closeErrors,
  closeErrorsOfPage,
  dismissToast,
  getToasts,
  showErrorToast,
  showToast,
  showToastAfterReload,
} from './toast-store.ts';
import { Dialog } from './dialog/dialog.tsx';
import { Toasts } from './toasts.tsx';

const formatTime = (iso: string) => `at ${iso}`;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2025-11-21T18:30:00') });
  render(<Toasts formatTime={formatTime} />);
});
afterEach(() => {
  cleanup();
  for (const { id } of getToasts()) dismissToast(id);
  vi.useRealTimers();
});

function advance(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

describe('[UI-1] toasts', () => {
  test('a toast has its title and the time, and goes away after 5 seconds', () => {
    act(() => showToast('Created session'));
    expect(screen.getByRole('status').textContent).toContain('Created session');
    const at = new Date('2025-11-21T18:30:00').toISOString();
    expect(screen.getByText(`at ${at}`).getAttribute('datetime')).toBe(at);
    expect(screen.queryByText('Something went wrong')).toBeNull();
    advance(4_999);
    expect(screen.queryByText('Created session')).not.toBeNull();
    advance(1);
    expect(screen.queryByText('Created session')).toBeNull();
  });

  test("an error is an alert headed 'Something went wrong'", () => {
    act(() => showErrorToast('Error creating session. No.'));
    const alert = screen.getByRole('alert');
    expect(alert.querySelector('strong')?.textContent).toBe('Something went wrong');
    expect(alert.textContent).toContain('Error creating session. No.');
  });

  test('is in the uppermost open dialog, which hides everything outside it, and moves out with its time', () => {
    const place = () => screen.getByText('Saved').closest('dialog')?.querySelector('h2')?.textContent;
    const edit = (isAsking: boolean) => (
      <Dialog title="Edit" onClose={() => {}}>
        {isAsking && (
          <Dialog title="Leave?" onClose={() => {}}>
            <p>It will be lost.</p>
          </Dialog>
        )}
      </Dialog>
    );
    const { rerender, unmount } = render(edit(false));
    rerender(edit(true));
    act(() => showToast('Saved'));
    expect(place()).toBe('Leave?');
    advance(3_000);
    rerender(edit(false));
    expect(place()).toBe('Edit');
    unmount();
    expect(place()).toBeUndefined();
    expect(screen.getAllByRole('status')).toHaveLength(1);
    advance(2_000);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  test('stays while the pointer is over it, and restarts its timer afterwards', () => {
    act(() => showToast('Changes saved'));
    const words = screen.getByText('Changes saved');
    advance(4_000);
    fireEvent.pointerEnter(words);
    advance(60_000);
    expect(screen.queryByText('Changes saved')).not.toBeNull();
    fireEvent.pointerLeave(words);
    advance(5_000);
    expect(screen.queryByText('Changes saved')).toBeNull();
  });

  test('stays while it has the focus, even when the pointer passes over it, and restarts its timer afterwards', () => {
    act(() => showToast('Changes saved'));
    const words = screen.getByText('Changes saved');
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    advance(4_000);
    act(() => dismiss.focus());
    advance(60_000);
    fireEvent.pointerEnter(words);
    fireEvent.pointerLeave(words);
    advance(60_000);
    expect(screen.queryByText('Changes saved')).not.toBeNull();
    act(() => dismiss.blur());
    advance(4_999);
    expect(screen.queryByText('Changes saved')).not.toBeNull();
    advance(1);
    expect(screen.queryByText('Changes saved')).toBeNull();
  });

  test('never takes the focus, and can be dismissed', () => {
    const before = document.activeElement;
    act(() => showErrorToast('No.'));
    expect(document.activeElement).toBe(before);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('No.')).toBeNull();
  });

  const titles = () => getToasts().map(({ title }) => title);

  test('an error closes with the next outcome of the same action, and with no other', () => {
    act(() => showErrorToast('Not saved', { action: 'save' }));
    act(() => showToast('Like submitted', 'like'));
    act(() => showErrorToast('Still not saved', { action: 'save' }));
    expect(titles()).toEqual(['Like submitted', 'Still not saved']);
    act(() => showToast('Changes saved', 'save'));
    expect(titles()).toEqual(['Like submitted', 'Changes saved']);
    act(() => showErrorToast('Not chosen', { action: 'choose' }));
    act(() => closeErrors('choose'));
    act(() => showToast('Changes saved', 'save'));
    expect(titles()).toEqual(['Like submitted', 'Changes saved', 'Changes saved']);
  });

  test('errors close with their page; messages about finished and continuing work stay', () => {
    act(() => {
      showErrorToast('Password too short');
      showToast('Created session');
      showErrorToast('The result was refused', { isForAnyPage: true });
    });
    act(closeErrorsOfPage);
    expect(titles()).toEqual(['Created session', 'The result was refused']);
  });

  test('shows a toast stored for the reloaded page once', () => {
    showToastAfterReload('Removed training partner');
    expect(screen.queryByText('Removed training partner')).toBeNull();
    cleanup();
    render(<Toasts formatTime={formatTime} />);
    expect(screen.getByText('Removed training partner')).toBeTruthy();
    advance(5_000);
    cleanup();
    render(<Toasts formatTime={formatTime} />);
    expect(screen.queryByText('Removed training partner')).toBeNull();
  });
});
