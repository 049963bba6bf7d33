// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Panel } from './panel.tsx';
import { NotFound } from './not-found.tsx';
import { Loading, Unavailable, UnavailablePage } from './states.tsx';

afterEach(cleanup);

/** A page on which Try again removes the message and its button. */
function Asking({ failed }: { failed: (onRetry: () => void) => ReactNode }) {
  const [isWaiting, setIsWaiting] = useState(false);
  return isWaiting ? <Loading label="Loading" /> : failed(() => setIsWaiting(true));
}

test('Try again moves the focus to its region, not to the top of the page', () => {
  render(
    <Panel title="Your Clubs">
      <Asking failed={(onRetry) => <Unavailable onRetry={onRetry}>Not available.</Unavailable>} />
    </Panel>,
  );
  const button = screen.getByRole('button', { name: 'Try again' });
  button.focus();
  fireEvent.click(button);
  expect(screen.getByRole('status').textContent).toBe('Loading');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your Clubs' }));
});

test('Try again of a whole page moves the focus to the element around the page', () => {
  render(
    <div tabIndex={-1} data-testid="shell">
      <Asking
        failed={(onRetry) => (
          <UnavailablePage errorId={null} onRetry={onRetry}>
            Not now.
          </UnavailablePage>
        )}
      />
    </div>,
  );
  expect(screen.getByRole('main').contains(screen.getByRole('heading', { name: 'Not now.' }))).toBe(true);
  const button = screen.getByRole('button', { name: 'Try again' });
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement).toBe(screen.getByTestId('shell'));
});

test('a page that is not found shows the reason, has a link, and focuses its heading', () => {
  render(
    <NotFound reason="It may have been deleted." links={<a href="/explore/clubs">Explore clubs</a>}>
      We couldn't find a club at that link
    </NotFound>,
  );
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(screen.getByRole('main').textContent).toContain('It may have been deleted.');
  expect(screen.getByRole('link', { name: 'Explore clubs' })).toBeTruthy();
});

test('a page that the server failed to load shows the id of the log entry', () => {
  render(
    <UnavailablePage errorId="0b9b3d1c" onRetry={() => {}}>
      This session couldn't be loaded.
    </UnavailablePage>,
  );
  expect(screen.getByRole('main').textContent).toContain('Error 0b9b3d1c');
});
