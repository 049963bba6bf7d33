// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { makeStroke } from '../../../../test/activities/stroke-factory.ts';
import { refusal, stubReplies } from '../../../../test/fake-api.ts';
import { idOf } from '../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../test/signed-in-page.tsx';
import { Replay } from './replay.tsx';
import type { ReplayedResult } from './replayed-rows.ts';

afterEach(cleanUp);

const result = (number: number, name: string, elapsedTime: number): ReplayedResult => ({
  activityId: idOf(number),
  name,
  workout: '2000m',
  machine: 'rower',
  elapsedTime,
  distance: 2_000,
  isPartial: false,
  isSimulated: false,
});
const ann = result(1, 'Ann', 400);
const ben = result(2, 'Ben', 440);

/** Even rows, a stroke every 20 s. */
const strokesOf = ({ elapsedTime, distance }: ReplayedResult) =>
  Array.from({ length: 20 }, (_, index) => {
    const share = (index + 1) / 20;
    return makeStroke({
      number: index + 1,
      elapsedTime: elapsedTime * share,
      distance: distance * share,
      pace: elapsedTime / 4,
    });
  });

const pathOf = ({ activityId }: ReplayedResult) => `/api/activities/${activityId}/strokes`;

function open(results: ReplayedResult[], stored: (path: string) => ReplayedResult | null | undefined) {
  const api = stubReplies(({ path }) => {
    const of = stored(path);
    if (of === undefined) return refusal(503, 'The database is away');
    return { body: { isComplete: true, strokes: of === null ? [] : strokesOf(of), next: null } };
  });
  openPage(<Replay results={results} />, '/replay');
  return api;
}

const byPath = (path: string) => [ann, ben].find((each) => pathOf(each) === path) ?? null;

test('shows the positions of both rows at a time, and who was ahead', async () => {
  const api = open([ann, ben], byPath);
  const replay = within(await screen.findByRole('region', { name: 'Replay' }));
  fireEvent.change(replay.getByRole('slider', { name: 'Time of the replay' }), { target: { value: '220' } });
  const lanes = () => replay.getAllByRole('listitem').map((lane) => lane.textContent);
  await expect
    .poll(lanes)
    .toEqual(['1Annpace 1:40.0stroke rate 24', '2Ben+22 s behind Annpace 1:50.0stroke rate 24']);
  const figures = replay.getByLabelText('Ann');
  expect(figures.textContent).toContain('Distance1,100m');
  expect(figures.textContent).toContain('Time3:40.0');
  expect(api.calls.every(({ query }) => query['forceCurve'] === undefined)).toBe(true);
});

test('ends with the results, each at its own time', async () => {
  open([ann, ben], byPath);
  const replay = within(await screen.findByRole('region', { name: 'Replay' }));
  fireEvent.change(replay.getByRole('slider', { name: 'Time of the replay' }), { target: { value: '440' } });
  await expect
    .poll(() => replay.getAllByRole('listitem').map((lane) => lane.textContent))
    .toEqual(['1Ann6:40.0', '2Ben+40 s behind Ann7:20.0']);
  expect(replay.getByRole('button', { name: 'Play again' })).toBeTruthy();
});

test('plays, pauses, and has five speeds', async () => {
  open([ann], byPath);
  const replay = within(await screen.findByRole('region', { name: 'Replay' }));
  const speeds = within(replay.getByRole('group', { name: 'Speed' }));
  expect(speeds.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '1×',
    '2×',
    '4×',
    '8×',
    '16×',
  ]);
  fireEvent.click(speeds.getByRole('button', { name: '16×' }));
  expect(speeds.getByRole('button', { name: '16×' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(replay.getByRole('button', { name: 'Play' }));
  fireEvent.click(replay.getByRole('button', { name: 'Pause' }));
  expect(replay.getByRole('button', { name: 'Play' })).toBeTruthy();
});

test('names the row whose strokes were not stored, and plays the other', async () => {
  open([ann, ben], (path) => (path === pathOf(ben) ? null : ann));
  expect(await screen.findByText('Without stored strokes: Ben.')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('shows that there is nothing to replay', async () => {
  open([ann], () => null);
  expect(await screen.findByText(/There is nothing to replay/)).toBeTruthy();
});

test('shows that the strokes could not be loaded, and tries again', async () => {
  let isAway = true;
  open([ann], () => (isAway ? undefined : ann));
  expect(await screen.findByText("The strokes couldn't be loaded.")).toBeTruthy();
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Replay' })).toBeTruthy();
});
