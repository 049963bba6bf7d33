import { standingsAtEqualTime } from '@boathouse/row/crew/standings';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { describe, expect, test } from 'vitest';
import { crewViewOf, gapText, type CrewMember } from './crew-view.ts';

const twoK = parseWorkoutText('2000m');
const halfHour = parseWorkoutText('30:00');

function member(name: string, parts: Partial<CrewMember> = {}): CrewMember {
  return {
    id: name,
    machine: 'rower',
    name,
    isOwn: name === 'You',
    elapsedSec: 100,
    distanceM: 400,
    calories: null,
    currentPaceSec: 125,
    averagePaceSec: 125,
    phase: 'rowing',
    isPartial: false,
    other: null,
    otherWorkout: null,
    plan: twoK,
    startOffsetSec: 0,
    strokeRateSpm: 24,
    isSimulated: false,
    silence: null,
    waiting: null,
    ageSec: 0,
    ...parts,
  };
}

const viewOf = (plan: WorkoutPlan | null, members: readonly CrewMember[]) =>
  crewViewOf(
    standingsAtEqualTime(
      plan,
      members.map((one) => ({ ...one, plan })),
    ),
  );
const crewOf = (count: number, ownPlace: number) =>
  Array.from({ length: count }, (_, index) =>
    member(index + 1 === ownPlace ? 'You' : `R${index + 1}`, { distanceM: 1000 - index * 10 }),
  );
const namesOf = (members: readonly CrewMember[]) =>
  viewOf(twoK, members).lanes.map(({ name, isNear }) => (isNear ? `*${name}` : name));

describe('the lanes of a crew', () => {
  test("show rank, gap, pace and rate, and the viewer's place as a text", () => {
    const view = viewOf(twoK, [
      member('You'),
      member('Ann', { distanceM: 405 }),
      member('Ben', { distanceM: 350, currentPaceSec: 130 }),
    ]);
    expect(view.summary).toEqual({
      rank: '2 of 3',
      before: 'Ann',
      gapBefore: '1.3 s ahead',
      behind: 'Ben',
      gapBehind: '13 s behind',
      memberCount: 3,
    });
    expect(view.lanes).toMatchObject([
      { name: 'Ann', rank: '1', gap: '', pace: '2:05.0', strokeRate: '24', state: null, isOwn: false },
      { name: 'You', rank: '2', gap: '1.3 s', nameBefore: 'Ann', isOwn: true },
      { name: 'Ben', rank: '3', gap: '13 s', nameBefore: 'you', pace: '2:10.0' },
    ]);
    expect([...view.positions]).toEqual([
      ['Ann', 0.203],
      ['You', 0.2],
      ['Ben', 0.175],
    ]);
  });

  test('name a machine and compare only athletes on the same one', () => {
    const { summary, lanes } = viewOf(twoK, [
      member('You', { machine: 'bike', distanceM: 700, currentPaceSec: 55 }),
      member('Ann'),
      member('Ben', { distanceM: 390 }),
    ]);
    expect(summary).toMatchObject({ rank: '1 of 1', before: null, behind: null, memberCount: 3 });
    expect(lanes).toMatchObject([
      { name: 'Ann', machine: 'rower', rank: '1', gap: '' },
      { name: 'Ben', machine: 'rower', rank: '2', gap: '2.5 s' },
      { name: 'You', machine: 'bike', rank: '1', gap: '', pace: '1:50.0' },
    ]);
  });

  test('the lanes of a crew of a timed item have gaps in meters', () => {
    const { summary } = viewOf(halfHour, [member('You'), member('Ann', { distanceM: 423 })]);
    expect(summary).toMatchObject({ rank: '2 of 2', before: 'Ann', gapBefore: '23 m ahead', behind: null });
  });

  test.each([
    [3, 2, ['*R1', '*You', '*R3']],
    [7, 1, ['*You', '*R2', '*R3', 'R4', 'R5', 'R6', 'R7']],
    [9, 5, ['R2', 'R3', '*R4', '*You', '*R6', 'R7', 'R8']],
    [32, 1, ['*You', '*R2', '*R3', 'R4', 'R5', 'R6', 'R7']],
    [32, 32, ['R26', 'R27', 'R28', 'R29', '*R30', '*R31', '*You']],
    [32, 0, ['*R1', '*R2', '*R3', 'R4', 'R5', 'R6', 'R7']],
  ])('the lanes of a crew of %i athletes are those around place %i', (count, place, names) => {
    const crew = crewOf(count, place);
    expect(namesOf(crew)).toEqual(names);
    expect(viewOf(twoK, crew).summary.memberCount).toBe(count);
  });

  test('move an athlete who began 10 s late forward at the average pace', () => {
    const late = member('Ann', { startOffsetSec: 10, elapsedSec: 90, distanceM: 370 });
    const { lanes, positions } = viewOf(twoK, [member('You'), late]);
    expect(lanes.map(({ name }) => name)).toEqual(['Ann', 'You']);
    expect(positions.get('Ann')).toBe(0.206);
  });

  test('show what an athlete does instead of pace and rate', () => {
    const states: Array<[Partial<CrewMember>, string | null]> = [
      [{}, null],
      [{ silence: 4 }, 'No signal 4 s'],
      [{ silence: 119 }, 'No signal 119 s'],
      [{ silence: 190 }, 'No signal 3 min'],
      [{ silence: 'unknown', phase: null }, 'No signal'],
      [{ silence: 'loading', phase: null }, ''],
      [{ phase: 'waiting', waiting: 'ready' }, 'Ready'],
      [{ phase: 'waiting', waiting: 'notSet' }, 'Monitor not set'],
      [{ phase: 'waiting' }, 'Waiting'],
      [{ phase: 'resting' }, 'Resting'],
      [{ phase: 'finished', distanceM: 2000, elapsedSec: 421.3 }, '7:01.3'],
    ];
    for (const [parts, state] of states) {
      expect(viewOf(twoK, [member('Ann', parts)]).lanes[0]).toMatchObject({
        state,
        isStale: parts.silence !== undefined && parts.silence !== 'loading',
      });
    }
    const timed = viewOf(halfHour, [member('Ann', { phase: 'finished', elapsedSec: 1800, distanceM: 7654 })]);
    expect(timed.lanes[0]?.state).toBe('7,654 m');
  });

  test('the lanes of a crew of athletes who have not begun have no rank and no gap', () => {
    const waiting = { distanceM: 0, elapsedSec: 0, phase: 'waiting' } as const;
    const view = viewOf(twoK, [member('You', waiting), member('Ann', waiting)]);
    expect(view.summary).toMatchObject({ rank: null, before: null, behind: null });
    expect(view.lanes).toMatchObject([
      { rank: '', gap: '' },
      { rank: '', gap: '' },
    ]);
  });
});

test.each([
  [0.04, 'seconds', 'level'],
  [0.3, 'seconds', '0.3 s'],
  [9.96, 'seconds', '10.0 s'],
  [59.4, 'seconds', '59 s'],
  [59.7, 'seconds', '1 min'],
  [119.8, 'seconds', '2 min'],
  [125, 'seconds', '2 min 5 s'],
  [600, 'seconds', 'over 10 min'],
  [0.4, 'meters', 'level'],
  [1234, 'meters', '1,234 m'],
  [3, 'calories', '3 cal'],
] as const)('a gap of %f %s is shown as "%s"', (gap, unit, text) => {
  expect(gapText(gap, unit)).toBe(text);
});
