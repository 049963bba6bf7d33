import type { Stroke } from '@boathouse/contract/strokes/stroke';
import type { JournalStroke } from '../src/life/kept/schema.ts';
import { changed, type At, type Life } from '../src/life/life-state.ts';
import { step } from '../src/life/life.ts';
import { generalStatus } from './record-factory.ts';
import { id, place } from './model/rowing.ts';

/* Builders for tests: a row in any state, without the inputs that lead to it. */

export const at: At = { wallMs: Date.UTC(2026, 10, 29, 12), monoMs: 1_000_000 };

export function after(ms: number): At {
  return { wallMs: at.wallMs + ms, monoMs: at.monoMs + ms };
}

/** Begins a row of 500 m at `at`, stored by the server, whose monitor has sent 100 m; with other values. */
export function lifeOf(kept: Partial<Life['kept']> = {}, run: Partial<Life['run']> = {}): Life {
  const input = {
    kind: 'start',
    id,
    place,
    owner: 'phone',
    isSimulated: false,
    timeZone: 'Europe/Oslo',
    isWaiting: false,
  } as const;
  const begun = step(null, input, at).life;
  const record = generalStatus({ elapsedSec: 25, distanceM: 100 });
  const { life } = step(begun, { kind: 'record', record }, at);
  if (life === null) throw new Error('The row has not begun');
  return changed(
    life,
    { begin: 'stored', ...kept },
    {
      asking: null,
      patched: life.kept.progress,
      sampleDueAtMs: null,
      keptAtMs: at.monoMs,
      toldMachine: 'rower',
      ...run,
    },
  );
}

/** Returns a stored stroke at 4 m/s; its drive is known by its number. */
export function strokeOf(number: number, values: Partial<Stroke> = {}): Stroke {
  return {
    number,
    interval: 1,
    elapsedTime: 2 * number,
    distance: 8 * number,
    pace: 125,
    strokeRate: 30,
    heartRate: null,
    power: null,
    driveLength: 1.4,
    driveTime: 0.8,
    recoveryTime: 1.2,
    strokeDistance: 8,
    peakForce: 400 + number,
    averageForce: 250,
    workPerStroke: null,
    calories: null,
    ...values,
  };
}

export function journalled(numbers: readonly number[], isSent = false): JournalStroke[] {
  return numbers.map((number) => ({ sequence: number - 1, stroke: strokeOf(number), isSent }));
}
