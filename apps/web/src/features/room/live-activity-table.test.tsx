// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, getToasts } from '../../ui/toast-store.ts';
import { buildUserRef } from '../sessions/factory.ts';
import { LiveActivityRow, LiveActivityTable } from './live-activity-table.tsx';

afterEach(() => {
  cleanup();
  for (const { id } of getToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

const show = (part: ReactNode) =>
  render(
    <MantineProvider forceColorScheme="light">
      <MemoryRouter>{part}</MemoryRouter>
    </MantineProvider>,
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lastToast = () => getToasts().at(-1);

describe('the table of live activities', () => {
  const row: ComponentProps<typeof LiveActivityRow> = {
    athlete: buildUserRef('Anna Oduya'),
    isSelf: false,
    workoutTitle: '5000m',
    elapsedSec: 754.3,
    distanceM: 3127.4,
    paceSec: 118.4,
    averagePaceSec: 120.6,
    strokeRateSpm: 24,
    heartRateBpm: 158,
    isSimulated: false,
    phase: 'rowing',
    silence: null,
  };
  const showRow = (parts: Partial<typeof row> = {}) =>
    show(
      <LiveActivityTable workout="5000m" rowCount={1}>
        <LiveActivityRow {...row} {...parts} />
      </LiveActivityTable>,
    );

  test('[SESS-2] shows every live value of an athlete', () => {
    showRow();
    const cells = within(screen.getByRole('table', { name: 'Rowing now: 5000m' })).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '3,127 m',
      '12:34.3',
      '1:58.4',
      '2:00.6',
      '24',
      '158',
    ]);
  });

  test('[SESS-5] the workout title shows that its page is in development', () => {
    showRow();
    press('5000m');
    expect(lastToast()).toMatchObject({
      title: 'The page for individual activities is currently in development',
      isError: false,
    });
  });

  test('marks an athlete without a signal, with the time', () => {
    showRow({ silence: 12 });
    expect(screen.getByText('No signal for 12 s').closest('tr')?.dataset['stale']).toBe('true');
  });

  test('shows when no athlete is rowing', () => {
    show(
      <LiveActivityTable workout="5000m" rowCount={0}>
        {null}
      </LiveActivityTable>,
    );
    expect(screen.getByText('No one is rowing this yet.')).toBeTruthy();
  });
});
