import type { RacePiece } from '@boathouse/contract/races';
import { recordSteps } from '../../tests/index.ts';
import type { LaneRow } from '../day/store.ts';

/** Returns the lanes whose results beat or equal the previous best, and all other results of their race. */
export function eventRecords(
  { kind }: RacePiece,
  before: readonly number[],
  finishes: readonly { lane: Pick<LaneRow, 'lane'>; score: number }[],
): { lane: number; isEqual: boolean }[] {
  const sign = kind === 'distance' ? 1 : -1;
  const entry = (id: string, day: string, score: number) => {
    return { id, score, day, sex: null, ageGroup: null, holder: '', note: '' };
  };
  // The best of a race first: the others were rowed at the same moment and do not beat it.
  const best = finishes.toSorted((one, other) => sign * (one.score - other.score));
  const [ofAll] = recordSteps(
    kind,
    [],
    [
      ...before.map((score, index) => entry(`before ${index}`, '2000-01-01', score)),
      ...best.map(({ lane, score }) => entry(`${lane.lane}`, '2000-01-02', score)),
    ],
    Infinity,
  );
  const [first] = best;
  return (ofAll?.steps ?? []).toReversed().flatMap((step) => {
    if (!('byHand' in step) || step.byHand.id.startsWith('before')) return [];
    // Two who share a new record both beat the previous one.
    const isEqual = step.isEqual && before.includes(step.score);
    return step.score === first?.score ? [{ lane: Number(step.byHand.id), isEqual }] : [];
  });
}
