import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isTerminate, programWorkout, terminateWorkout } from './csafe-workouts.ts';
import { programLimits } from './plan.ts';
import type { ProgrammedInterval, WorkoutProgram } from './csafe-workouts.ts';
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

const onRecord: ReadonlyArray<[string, WorkoutProgram]> = [
  ['Just Row', { kind: 'justRow' }],
  ['2000 m, 400 m splits', { kind: 'distance', distanceM: 2000, splitM: 400 }],
  ['2000 m, 500 m splits', { kind: 'distance', distanceM: 2000, splitM: 500 }],
  ['5000 m, 1000 m splits', { kind: 'distance', distanceM: 5000, splitM: 1000 }],
  ['20:00, 4:00 splits', { kind: 'time', durationSec: minutes(20), splitSec: minutes(4) }],
  ['500 m / 0:30 rest repeat', { kind: 'repeat', work: { kind: 'distance', distanceM: 500 }, restSec: 30 }],
  [
    '2:00 / 0:30 rest repeat',
    { kind: 'repeat', work: { kind: 'time', durationSec: minutes(2) }, restSec: 30 },
  ],
  [
    'stuffed time interval 12:00/4:00r @2:00',
    {
      kind: 'repeat',
      work: { kind: 'time', durationSec: minutes(12) },
      restSec: minutes(4),
      targetPaceSec: 120,
    },
  ],
  [
    'variable undefined rest: 100m, 2:00',
    {
      kind: 'variable',
      intervals: [
        { kind: 'distance', distanceM: 100, restSec: null, targetPaceSec: 130 },
        { kind: 'time', durationSec: minutes(2), restSec: null, targetPaceSec: 130 },
      ],
    },
  ],
  [
    'variable 4 x 4:00/3:00r',
    {
      kind: 'variable',
      intervals: Array.from({ length: 4 }, () => ({
        kind: 'time' as const,
        durationSec: minutes(4),
        restSec: minutes(3),
      })),
    },
  ],
  [
    'variable 4:00/3:00r then 500m/1:00r',
    {
      kind: 'variable',
      intervals: [
        { kind: 'time', durationSec: minutes(4), restSec: minutes(3) },
        { kind: 'distance', distanceM: 500, restSec: 60 },
      ],
    },
  ],
];

describe('programming a workout', () => {
  it.each(onRecord)('writes the recorded frame: %s', (what, program) => {
    expect(programWorkout(program).map(hexOf)).toEqual([frameOnRecord(what)]);
  });

  it('splits a long workout where the recorded app splits it', () => {
    const time = (minutesOfWork: number, restSec: number): ProgrammedInterval => ({
      kind: 'time',
      durationSec: minutes(minutesOfWork),
      restSec,
    });
    const sent = programWorkout({
      kind: 'variable',
      intervals: [time(5, 300), time(4, 240), time(3, 180), time(2, 120), time(1, 60)],
    });
    expect(sent.map(hexOf)).toEqual([
      frameOnRecord('first frame of a multi-frame variable workout'),
      'f1760b0402003c1401011302010142f2',
    ]);
  });

  it('spreads the commands of the recorded 116 byte frame over two frames', () => {
    const targetPaceSec = 100;
    const sent = programWorkout({
      kind: 'variable',
      intervals: [
        { kind: 'distance', distanceM: 500, restSec: 60, targetPaceSec },
        { kind: 'time', durationSec: minutes(3), restSec: 0, targetPaceSec },
        { kind: 'distance', distanceM: 1000, restSec: 0, targetPaceSec },
        { kind: 'time', durationSec: minutes(5), restSec: minutes(2), targetPaceSec },
      ],
    });
    const whole = frameOnRecord('variable: 500m/1:00r');
    const bytes = Uint8Array.from(whole.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    expect(sent).toHaveLength(2);
    expect(commandsIn(sent)).toEqual(commandsIn([bytes]));
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
      fc.property(fc.array(interval, { minLength: 1, maxLength: 50 }), (intervals) => {
        const sent = programWorkout({ kind: 'variable', intervals });
        for (const frame of sent) expect(frame.length).toBeLessThanOrEqual(csafeFrameBytes);
        const commands = commandsIn(sent);
        const indexes = commands.filter(({ command }) => command === 0x18);
        expect(indexes.map(({ data }) => data[0])).toEqual(intervals.map((_, index) => index));
        expect(commands.at(-1)).toEqual({ command: 0x13, data: Uint8Array.of(1, 1) });
      }),
      { numRuns: 100 },
    );
  });

  it('counts stuffed bytes when it fills a frame', () => {
    // 621.95 s is 0xF2F3 hundredths: six bytes of each interval are stuffed to two.
    const worst: ProgrammedInterval = {
      kind: 'time',
      durationSec: 621.95,
      restSec: 0xf3f2,
      targetPaceSec: 621.95,
    };
    const sent = programWorkout({ kind: 'variable', intervals: Array.from({ length: 50 }, () => worst) });
    for (const frame of sent) expect(frame.length).toBeLessThanOrEqual(csafeFrameBytes);
    expect(commandsIn(sent).filter(({ command }) => command === 0x18)).toHaveLength(50);
  });

  const refused: ReadonlyArray<[string, WorkoutProgram]> = [
    ['99 m', { kind: 'distance', distanceM: 99, splitM: 99 }],
    ['50 001 m', { kind: 'distance', distanceM: 50_001, splitM: 5000 }],
    ['a split of 50 m', { kind: 'distance', distanceM: 2000, splitM: 50 }],
    ['51 splits', { kind: 'distance', distanceM: 5100, splitM: 100 }],
    ['19 s', { kind: 'time', durationSec: 19, splitSec: 19 }],
    ['ten hours', { kind: 'time', durationSec: 36_000, splitSec: 3600 }],
    ['no number', { kind: 'time', durationSec: Number.NaN, splitSec: 60 }],
    ['no intervals', { kind: 'variable', intervals: [] }],
    [
      '51 intervals',
      {
        kind: 'variable',
        intervals: Array.from({ length: programLimits.mostIntervals + 1 }, () => ({
          kind: 'distance' as const,
          distanceM: 500,
          restSec: 0,
        })),
      },
    ],
    ['a negative rest', { kind: 'repeat', work: { kind: 'distance', distanceM: 500 }, restSec: -1 }],
  ];
  it.each(refused)('refuses %s', (_what, program) => {
    expect(() => programWorkout(program)).toThrow(RangeError);
  });

  it('ends a workout with the corrected frame, not the misprinted one', () => {
    expect(hexOf(terminateWorkout())).toBe(frameOnRecord('terminate workout (correct XOR)'));
    expect(isTerminate(commandsIn([terminateWorkout()]))).toBe(true);
    expect(isTerminate(commandsIn(programWorkout({ kind: 'justRow' })))).toBe(false);
  });
});
