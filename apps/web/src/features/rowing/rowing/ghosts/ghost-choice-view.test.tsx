// @vitest-environment happy-dom
import { limits } from '@boathouse/contract/limits';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { refusal, stubReplies } from '../../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { makeStroke } from '../../../../../test/activities/stroke-factory.ts';
import { addGhost } from './ghost-choice.ts';
import { GhostChoiceView } from './ghost-choice-view.tsx';
import { GhostsBefore } from './ghosts-before.tsx';
import { RowAgainst } from './row-against.tsx';
import { useGhosts } from './use-ghosts.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanUp);

const row = { workout: '2000m', machine: 'rower' };
const plan = parseWorkoutText('2000m');
const result = (number: number, day: string, elapsedTime: number) => ({
  activity: idOf(number),
  createdAt: `${day}T06:00:00.000Z`,
  day,
  distance: 2_000,
  elapsedTime,
  pace: elapsedTime / 4,
});
const bens = buildActivity({
  _id: idOf(60),
  name: 'Ben Scull',
  workout: '2000m',
  distance: 2_000,
  elapsedTime: 420,
});

/** The ghosts in the form that the lanes receive. */
function Shown() {
  const ghosts = useGhosts(row, plan);
  return <p data-testid="ghosts">{ghosts.map(({ id, name }) => `${id} ${name}`).join(', ')}</p>;
}

function open({ trend = true, strokes = true } = {}) {
  const api = stubReplies(({ path }) => {
    if (path.endsWith('/workout-trend')) {
      const results = [result(51, '2026-03-02', 425), result(52, '2026-11-03', 430)];
      return trend ? { body: { decides: 'elapsedTime', results } } : refusal(503, 'away');
    }
    if (path.endsWith('/strokes')) {
      if (!strokes) return refusal(503, 'away');
      return { body: { isComplete: true, strokes: [makeStroke({})], next: null } };
    }
    return { body: { ...bens, _id: path.split('/').at(-1) } };
  });
  openPage(
    <>
      <GhostChoiceView row={row} plan={plan} />
      <Shown />
    </>,
    '/row',
  );
  return api;
}
const ghosts = () => screen.getByTestId('ghosts').textContent;

test('offers the best and the last time, and the result that was chosen on its page', async () => {
  addGhost(mara._id, '2k', { kind: 'result', activityId: bens._id });
  open();
  const names = async () =>
    (await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent);
  await expect
    .poll(names)
    .toEqual([
      'Your best 7:05.0 on March 2, 2026',
      'Your last time 7:10.0 on November 3, 2026',
      expect.stringMatching(/^Ben Scull 2,000 m in 7:00\.0 on /),
    ]);
  await expect.poll(ghosts).toBe(`ghost:result:${bens._id} Ben Scull`);
  fireEvent.click(screen.getByRole('checkbox', { name: /Your best/ }));
  await expect.poll(ghosts).toBe(`ghost:best:${idOf(51)} Your best, ghost:result:${bens._id} Ben Scull`);
});

test('a steady pace is read while it is typed, and its problem is shown at the field', async () => {
  open();
  const pace = screen.getByRole('textbox', { name: 'A steady pace' });
  fireEvent.change(pace, { target: { value: 'quick' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('Type a time such as 7:05.3.')).toBeTruthy();
  fireEvent.change(pace, { target: { value: '0:05' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('Type a pace such as 2:00.0.')).toBeTruthy();
  fireEvent.change(pace, { target: { value: '1:55,5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await expect.poll(ghosts).toBe('ghost:pace 1:55.5');
  fireEvent.click(screen.getByRole('button', { name: 'Take away' }));
  await expect.poll(ghosts).toBe('');
});

test("the athlete's results that could not be read can be requested again, and a ghost without strokes shows a message", async () => {
  open({ trend: false });
  expect(await screen.findByText("Your own results couldn't be loaded.")).toBeTruthy();
  cleanUp();
  open({ strokes: false });
  fireEvent.click(await screen.findByRole('checkbox', { name: /Your last time/ }));
  expect(await screen.findByText("Its strokes couldn't be loaded.")).toBeTruthy();
  expect(ghosts()).toBe('');
});

test('more than five can not be chosen', async () => {
  for (let number = 1; number < limits.ghostsMax; number += 1)
    addGhost(mara._id, '2k', { kind: 'result', activityId: idOf(number) });
  addGhost(mara._id, '2k', { kind: 'pace', paceSec: 120 });
  open();
  const best = await screen.findByRole('checkbox', { name: /Your best/ });
  expect(best.matches(':disabled')).toBe(true);
  expect(screen.getByText('5 ghosts at most. Take one away to choose another.')).toBeTruthy();
});

test('a result is made a ghost on its page, and removed there', () => {
  stubReplies(() => ({ body: null }));
  openPage(<RowAgainst activityId={bens._id} workout="2000m" />, '/activity');
  fireEvent.click(screen.getByRole('button', { name: 'Row against it' }));
  expect(screen.getByText('It rows beside you when you row this workout on this device.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: "Don't row against it" }));
  expect(screen.getByRole('button', { name: 'Row against it' })).toBeTruthy();
});

test('are chosen before the row too, but not for a workout in calories', async () => {
  stubReplies(() => ({ body: { decides: 'elapsedTime', results: [] } }));
  openPage(<GhostsBefore workout="2000m" />, '/row');
  fireEvent.click(screen.getByRole('button', { name: 'Ghosts' }));
  const pace = await screen.findByRole('textbox', { name: 'A steady pace' });
  fireEvent.change(pace, { target: { value: '2:00' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('button', { name: 'Ghosts (1)' })).toBeTruthy();
  cleanUp();
  openPage(<GhostsBefore workout="100cal" />, '/row');
  expect(screen.queryByRole('button', { name: 'Ghosts' })).toBeNull();
});
