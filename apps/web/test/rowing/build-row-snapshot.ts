import { beginRow } from '@boathouse/row/reduce/progress';
import type { RowSnapshot } from '../../src/features/rowing/rowing/run/row-snapshot.ts';
import { place } from './fake-row-page.ts';

/** A row in progress with everything sent. */
export function buildRowSnapshot(parts: Partial<RowSnapshot> = {}): RowSnapshot {
  return {
    ...place,
    begunAtMs: Date.UTC(2026, 2, 6, 11, 36),
    activityId: '018f0000-0000-7000-8000-000000000001',
    activity: null,
    stage: 'rowing',
    progress: { ...beginRow(), pieceNumber: 1, distanceM: 320, elapsedSec: 80 },
    isSimulated: false,
    lostTo: null,
    isEndedElsewhere: false,
    isTakingOver: false,
    isSilent: false,
    isNoDevices: false,
    isEmpty: false,
    refusal: null,
    saving: { unsentStrokes: 0, refusedStrokes: 0, awaySinceMs: null, refusal: null, journalProblem: null },
    ...parts,
  };
}
