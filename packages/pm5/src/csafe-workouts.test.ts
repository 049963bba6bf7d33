import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { programWorkout, terminateWorkout } from './csafe-workouts.ts';
import type { WorkoutProgram } from './csafe-workouts.ts';
import { programLimits } from './plan.ts';
import type { PlannedPiece } from './plan.ts';
import { csafeFrameBytes, parseCsafeFrame, splitCsafeCommands } from './csafe.ts';

type KnownFrame = { what: string; hex: string; hex_corrected?: string };

const parseFrames = (json: string): KnownFrame[] => JSON.parse(json);
const frames = parseFrames(readFileSync(new URL('../fixtures/csafe_frames.json', import.meta.url), 'utf8'));
const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function frameOnRecord(what: string): string {
  const found = frames.find((frame) => frame.what.startsWith(what));
  if (found === undefined) throw new Error(`no recorded frame: ${what}`);
  return found.hex_corrected ?? found.hex;
}

/** Lists the proprietary commands of all frames in order. */
function commandsIn(sent: ReadonlyArray<Uint8Array>): Array<{ command: number; data: Uint8Array }> {
  return sent.flatMap((frame) => {
    const parsed = parseCsafeFrame(frame);
    const wrappers = parsed.ok ? splitCsafeCommands(parsed.contents, 'request') : null;
    const [wrapper, ...others] = wrappers ?? [];
    if (wrapper?.command !== 0x76 || others.length > 0) throw new Error('not one 0x76 wrapper');
    const commands = splitCsafeCommands(wrapper.data, 'request');
    if (commands === null) throw new Error('a command split over two frames');
    return commands;
  });
}

const minutes = (count: number): number => count * 60;

const meters = (distanceM: number, restSec: number | null = 0): PlannedPiece => ({
  kind: 'distance',
  distanceM,
  restSec,
});
const time = (durationSec: number, restSec: number | null = 0): PlannedPiece => ({
  kind: 'time',
  durationSec,
  restSec,
});
const calories = (kcal: number, restSec: number | null = 0): PlannedPiece => ({
  kind: 'calories',
  calories: kcal,
  restSec,
});
const at = (paceSec: number, piece: PlannedPiece): PlannedPiece => ({ ...piece, target: { paceSec } });
const single = (work: PlannedPiece, split: number): WorkoutProgram => ({ kind: 'single', work, split });
const repeat = (piece: PlannedPiece): WorkoutProgram => ({ kind: 'repeat', piece });
const variable = (...pieces: PlannedPiece[]): WorkoutProgram => ({ kind: 'variable', pieces });

const onRecord: ReadonlyArray<[string, WorkoutProgram]> = [
  ['Just Row', { kind: 'justRow' }],
  ['2000 m, 400 m splits', single(meters(2000), 400)],
  ['2000 m, 500 m splits', single(meters(2000), 500)],
  ['5000 m, 1000 m splits', single(meters(5000), 1000)],
  ['20:00, 4:00 splits', single(time(minutes(20)), minutes(4))],
  ['100 cal, 20 cal splits', single(calories(100), 20)],
  ['500 m / 0:30 rest repeat', repeat(meters(500, 30))],
  ['2:00 / 0:30 rest repeat', repeat(time(minutes(2), 30))],
  ['25 cal / 1:00 rest repeat', repeat(calories(25, 60))],
  ['stuffed time interval 12:00/4:00r @2:00', repeat(at(120, time(minutes(12), minutes(4))))],
  [
    'variable undefined rest: 100m, 2:00',
    variable(at(130, meters(100, null)), at(130, time(minutes(2), null))),
  ],
  ['variable 4 x 4:00/3:00r', variable(...Array.from({ length: 4 }, () => time(minutes(4), minutes(3))))],
  [
    'variable: 500m/1:00r',
    variable(
      at(100, meters(500, 60)),
      at(100, time(minutes(3))),
      at(100, meters(1000)),
      at(100, time(minutes(5), minutes(2))),
    ),
  ],
  ['variable 4:00/3:00r then 500m/1:00r', variable(time(minutes(4), minutes(3)), meters(500, 60))],
];

describe('programming a workout', () => {
  it.each(onRecord)('writes the recorded frame: %s', (what, program) => {
    expect(programWorkout(program).map(hexOf)).toEqual([frameOnRecord(what)]);
  });

  it('splits a long workout at the same places as the recorded app', () => {
    const rested = [5, 4, 3, 2, 1, 5].map((count) => time(minutes(count), minutes(count)));
    const sent = programWorkout(variable(...rested));
    expect(sent.map(hexOf)).toEqual([
      frameOnRecord('first frame of a multi-frame variable workout'),
      'f1761f0402003c140101180105170100030500000075300402012c1401011302010120f2',
    ]);
  });

  it('packs any variable workout into frames a monitor accepts, without splitting or losing a command', () => {
    const rest = fc.option(fc.integer({ min: 0, max: 0xffff }), { nil: null });
    const distance = fc.integer({ min: 100, max: 50_000 });
    const interval = fc.oneof(
      fc.record({ kind: fc.constant('distance' as const), distanceM: distance, restSec: rest }),
      fc.record({
        kind: fc.constant('time' as const),
        durationSec: fc.integer({ min: 20, max: 35_999 }),
        // The worst case: every byte of it is stuffed to two.
        restSec: fc.oneof(rest, fc.constant(0xf3f2)),
      }),
    );
    fc.assert(
      fc.property(fc.array(interval, { minLength: 1, maxLength: 50 }), (pieces) => {
        const sent = programWorkout({ kind: 'variable', pieces });
        for (const frame of sent) expect(frame.length).toBeLessThanOrEqual(csafeFrameBytes);
        const commands = commandsIn(sent);
        const indexes = commands.filter(({ command }) => command === 0x18);
        expect(indexes.map(({ data }) => data[0])).toEqual(pieces.map((_, index) => index));
        expect(commands.at(-1)).toEqual({ command: 0x13, data: Uint8Array.of(1, 1) });
      }),
      { numRuns: 100 },
    );
  });

  it('counts stuffed bytes when it fills a frame', () => {
    // 621.95 s is 0xF2F3 hundredths: six bytes of each interval are stuffed to two.
    const worst = at(621.95, time(621.95, 0xf3f2));
    const sent = programWorkout(variable(...Array.from({ length: 50 }, () => worst)));
    for (const frame of sent) expect(frame.length).toBeLessThanOrEqual(csafeFrameBytes);
    expect(commandsIn(sent).filter(({ command }) => command === 0x18)).toHaveLength(50);
  });

  const refused: ReadonlyArray<[string, WorkoutProgram]> = [
    ['99 m', single(meters(99), 99)],
    ['50 001 m', single(meters(50_001), 5000)],
    ['half a meter', single(meters(500.5), 500)],
    ['a split of 50 m', single(meters(2000), 50)],
    ['51 splits', single(meters(5100), 100)],
    ['19 s', single(time(19), 19)],
    ['ten hours', single(time(36_000), 3600)],
    ['no number', single(time(Number.NaN), 60)],
    ['no calories', single(calories(0), 1)],
    ['no intervals', variable()],
    ['51 intervals', variable(...Array.from({ length: programLimits.mostIntervals + 1 }, () => meters(500)))],
    ['a negative rest', repeat(meters(500, -1))],
    ['a repeat with undefined rest', repeat(meters(500, null))],
    ['calories between distances, which are not documented', variable(meters(500), calories(20))],
    ['a target pace of more than an hour', repeat(at(3601, meters(500)))],
  ];
  it.each(refused)('refuses %s', (_what, program) => {
    expect(() => programWorkout(program)).toThrow(RangeError);
  });

  it('ends a workout with the corrected frame, not the misprinted one', () => {
    expect(hexOf(terminateWorkout())).toBe(frameOnRecord('terminate workout (correct XOR)'));
  });
});
