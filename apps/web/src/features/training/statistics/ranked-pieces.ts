import { rankedPieces, type PersonalBest, type RankedPiece } from '@boathouse/contract/statistics';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../lib/format.ts';

export const pieceNames: Record<RankedPiece, string> = {
  '500m': '500 m',
  '1k': '1k',
  '2k': '2k',
  '5k': '5k',
  '6k': '6k',
  '10k': '10k',
  halfMarathon: 'Half marathon',
  marathon: 'Marathon',
  '1min': '1 min',
  '4min': '4 min',
  '30min': '30 min',
  '60min': '60 min',
};

/** Formats the measure of a best: the time over a distance, the distance in a time. */
export function figureOfBest({ piece, elapsedTime, distance }: PersonalBest): string {
  return isOverTime(piece) ? formatDistance(distance) : formatDuration(elapsedTime);
}

function isOverTime(piece: RankedPiece): boolean {
  return rankedPieces.some((each) => each.piece === piece && 'durationSec' in each);
}

/** Returns the ranked piece that a row covered, completely or not, to compare it with the athlete's best. */
export function rankedPieceOf(row: { distance: number; elapsedTime: number }): RankedPiece | null {
  const found = rankedPieces.find((ranked) =>
    'distanceM' in ranked
      ? Math.abs(row.distance - ranked.distanceM) < 1
      : Math.abs(row.elapsedTime - ranked.durationSec) < 0.5,
  );
  return found?.piece ?? null;
}
