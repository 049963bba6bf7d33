// @vitest-environment happy-dom
import type { SameRowQuestion } from '@boathouse/contract/activities/imports';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../lib/query.ts';
import { stubApi } from '../../../../../test/fake-api.ts';
import { idOf } from '../../../../../test/people.ts';
import { SameRows } from './same-rows.tsx';

const rowOf = (at: number, title: string): SameRowQuestion['activity'] => ({
  _id: idOf(at),
  title,
  createdAt: '2026-11-20T07:10:00.000Z',
  machine: 'rower',
  distance: 2_000,
  elapsedTime: 480,
  strokes: 0,
});
const question: SameRowQuestion = { activity: rowOf(1, 'Typed in'), other: rowOf(2, 'From the Logbook') };

function Place() {
  return <p>At {useLocation().pathname}</p>;
}

function show(of: string | null, questions = [question]) {
  stubApi((path) =>
    path.endsWith(`/api/imports/questions/${question.activity._id}`) ? { _id: idOf(2) } : [],
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[of === null ? '/training/activity' : `/activities/${of}`]}>
        <SameRows questions={questions} of={of} />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the page of an activity that becomes part of another opens that one', async () => {
  show(question.activity._id);
  fireEvent.click(screen.getByRole('button', { name: 'It is the same' }));
  expect(await screen.findByText(`At /activities/${question.other._id}`)).toBeTruthy();
});

test.each([
  ['that takes the other one in', question.other._id, 'It is the same'],
  ['that is kept', question.activity._id, 'Keep both'],
])('the page of an activity %s stays', async (_, of, answer) => {
  show(of);
  const button = screen.getByRole('button', { name: answer });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect(screen.getByText(`At /activities/${of}`)).toBeTruthy();
});

test('a page of many shows their number, and the questions on request', () => {
  const second = { activity: rowOf(3, 'Watch'), other: rowOf(4, 'Strava') };
  show(null, [question, second]);
  const summary = screen.getByText('2 rows look like rows you have already');
  expect(summary.closest('details')?.open).toBe(false);
  fireEvent.click(summary);
  expect(summary.closest('details')?.open).toBe(true);
  expect(screen.getAllByRole('button', { name: 'Keep both' })).toHaveLength(2);
});
