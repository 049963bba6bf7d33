// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { nowMs } from '../../../test/now.ts';
import { mara } from '../../../test/people.ts';
import { cleanUp, openPage } from '../../../test/signed-in-page.tsx';
import { forgetReadPages, notePageRead } from '../../lib/kept/read-pages.ts';
import { isServerAway } from '../../lib/server/reachability.ts';
import { Unavailable } from '../../ui/states.tsx';
import { UnavailableReason } from './unavailable-reason.ts';

afterEach(() => {
  act(() => isServerAway.set(false));
  cleanUp();
  localStorage.clear();
});

const open = () =>
  openPage(
    <>
      <UnavailableReason />
      <Unavailable onRetry={() => {}}>The clubs couldn't be loaded.</Unavailable>
    </>,
    '/explore/clubs',
  );
const words = () => screen.getByRole('paragraph').textContent;

test('a page that was never read shows that it is not available without the server', () => {
  open();
  expect(words()).toBe("The clubs couldn't be loaded.");
  act(() => isServerAway.set(true));
  expect(words()).toBe('Not available offline.');
  act(() => isServerAway.set(false));
  expect(words()).toBe("The clubs couldn't be loaded.");
});

test('a page that was read but is no longer stored shows when it was read', () => {
  notePageRead(mara.uid, '/explore/clubs', nowMs());
  notePageRead(mara.uid, '/dashboard', nowMs() + 1);
  open();
  act(() => isServerAway.set(true));
  expect(words()).toMatch(/^Not available offline\. You last opened this page (at|on) .+\.$/);
});

test('data that another login has read is not shown, and is deleted with that login', () => {
  notePageRead('another', '/explore/clubs', nowMs());
  open();
  act(() => isServerAway.set(true));
  expect(words()).toBe('Not available offline.');
  forgetReadPages();
  expect(localStorage.length).toBe(0);
});
