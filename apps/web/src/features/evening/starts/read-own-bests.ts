import { rankedPieces, statistics } from '@boathouse/contract/statistics';
import type { Best } from '@boathouse/workout-text/bests';
import { callApi } from '../../../lib/api.ts';

const meters = new Map<string, number>(
  rankedPieces.flatMap((ranked) =>
    'distanceM' in ranked ? [[ranked.piece, ranked.distanceM] as const] : [],
  ),
);

/** Fetches the user's bests over distances. */
export async function readOwnBests(userId: string): Promise<Best[]> {
  const bests = await callApi(statistics.personalBests, { params: { id: userId } });
  return bests.flatMap(({ piece, elapsedTime }) => {
    const distanceM = meters.get(piece);
    return distanceM === undefined ? [] : [{ distanceM, timeSec: elapsedTime }];
  });
}
