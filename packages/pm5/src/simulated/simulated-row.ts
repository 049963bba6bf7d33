/* Whole simulated rows, and their records by kind, for the tests of the simulated erg. */

import { decodeNotification } from '../decode.ts';
import type { Pm5Form, Pm5Record } from '../records.ts';
import { createSimulatedErg } from '../simulated-erg.ts';
import type { SimulatedErg, SimulatedNotification, SimulatedPlan } from '../simulated-erg.ts';
import { createSeededRandom } from './simulated-rower.ts';

type Timed<Kind extends Pm5Record['kind']> = {
  atSec: number;
  record: Extract<Pm5Record, { kind: Kind }>;
};

export const calm = { paceSec: 125, strokeRateSpm: 24 };
export function meters(distanceM: number, restSec = 0) {
  return { kind: 'distance', distanceM, restSec } as const;
}
export function seconds(durationSec: number, restSec = 0) {
  return { kind: 'time', durationSec, restSec } as const;
}

export function simulate(plan: SimulatedPlan, form: Pm5Form = 'individual', seed = 7): SimulatedErg {
  return createSimulatedErg({
    plan,
    startDate: { year: 2026, month: 3, day: 14 },
    startTime: { hour: 18, minute: 5 },
    random: createSeededRandom(seed),
    form,
  });
}

/** Idles for 1 s, rows the whole plan, waits until 1500 s and returns every notification. */
export function row(plan: SimulatedPlan, form: Pm5Form = 'individual', seed = 7): SimulatedNotification[] {
  const erg = simulate(plan, form, seed);
  const idle = erg.advanceTo(1);
  erg.startRowing();
  return [...idle, ...erg.advanceTo(1500)];
}

export function decodeAll(sent: ReadonlyArray<SimulatedNotification>) {
  return sent.map(({ atSec, characteristic, bytes }) => ({
    atSec,
    record: decodeNotification(characteristic, bytes),
  }));
}

export function timedOf<Kind extends Pm5Record['kind']>(
  sent: ReadonlyArray<SimulatedNotification>,
  kind: Kind,
): Timed<Kind>[] {
  const isOfKind = (timed: { atSec: number; record: Pm5Record }): timed is Timed<Kind> =>
    timed.record.kind === kind;
  return decodeAll(sent).filter(isOfKind);
}

export function statesOf(sent: ReadonlyArray<SimulatedNotification>): number[] {
  return timedOf(sent, 'generalStatus')
    .map(({ record }) => record.workoutState)
    .filter((state, index, all) => state !== all[index - 1]);
}
