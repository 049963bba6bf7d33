import type { LiveSample } from '@boathouse/contract/live';
import { describe, expect, test } from 'vitest';
import { buildLanes } from '../../../../../test/board/factory.ts';
import { buildNowRace } from '../../../../../test/races/factory.ts';
import { boardLinesOf, racedLanesOf } from './race-lanes.ts';

const sample = (distance: number): LiveSample => ({
  phase: 'rowing',
  elapsedTime: 100,
  distance,
  currentPace: 118.4,
  averagePace: 120,
  strokeRate: 30,
  heartRate: null,
  isSimulated: false,
  left: { kind: 'distance', value: 2000 - distance },
});
const race = buildNowRace();
const withActivities = {
  ...race,
  lanes: race.lanes.map((lane) => ({ ...lane, activity: `a${lane.lane}`, state: 'running' as const })),
};
const raced = (given: typeof race, samples: Record<string, LiveSample>, freshAtMs = 1_900) =>
  racedLanesOf(given, buildLanes(samples, freshAtMs), 2_000, []).raced;

describe('the lanes of a race on the water', () => {
  test('are in the order of the race, with the gap to the first and what is left', () => {
    const [first, second] = raced(withActivities, { a1: sample(400), a2: sample(500) });
    expect([first?.lane.lane, first?.rank, first?.progress, first?.gap]).toEqual([
      2,
      1,
      '1,500 m left',
      null,
    ]);
    expect([second?.lane.lane, second?.rank, second?.rate]).toEqual([1, 2, '30']);
    expect(second?.gap).toMatch(/^\+\d+\.\d s$/);
    expect(first?.predicted).toMatch(/^\d:\d\d\.\d$/);
  });

  test('keep a lane without data, which shows that its athlete keeps rowing', () => {
    const shown = raced(withActivities, { a1: sample(400), a2: sample(500) }, -8_000);
    expect(shown.map(({ state, progress }) => [state, progress])).toEqual([
      ['silent', 'Keeps rowing, 1,500 m left'],
      ['silent', 'Keeps rowing, 1,600 m left'],
    ]);
  });

  test("show results as they come, before lanes that still row, with the server's place", () => {
    const lanes = withActivities.lanes.map((lane) =>
      lane.lane === 1 ? { ...lane, result: 4253, place: 1, outcome: 'finished' as const } : lane,
    );
    const shown = raced({ ...withActivities, lanes }, { a2: sample(1900) });
    expect(
      boardLinesOf(shown).map(({ rank, name, progress, pace, state }) => [rank, name, progress, pace, state]),
    ).toEqual([
      [1, 'Lane 1  Athlete 1', '7:05.3', '', 'finished'],
      [2, 'Lane 2  Athlete 2', '100 m left', '1:58.4', 'rowing'],
    ]);
  });

  test('leave empty and closed lanes out, and name athletes who did not start', () => {
    const [one, two] = race.lanes;
    if (one === undefined || two === undefined) throw new Error('The race has two lanes');
    const lanes = [
      { ...one, state: 'dns' as const },
      { ...two, name: '', state: 'empty' as const },
    ];
    expect(raced({ ...race, lanes }, {}).map(({ progress }) => progress)).toEqual(['Did not start']);
  });

  test('mark a guest without a monitor as timed by hand, and only a member without data as silent', () => {
    const lanes = race.lanes.map((lane) => ({
      ...lane,
      state: lane.lane === 1 ? ('running' as const) : ('noData' as const),
    }));
    expect(
      boardLinesOf(raced({ ...race, state: 'running', lanes }, {})).map(({ name, progress, state }) => [
        name,
        progress,
        state,
      ]),
    ).toEqual([
      ['Lane 1  Athlete 1', 'Timed by hand', 'byHand'],
      ['Lane 2  Athlete 2', 'No data yet', 'silent'],
    ]);
    expect(raced(race, {}).map(({ progress }) => progress)).not.toContain('Timed by hand');
  });
});
