import type { Piece } from '@boathouse/contract/racing/pieces';
import { rankedPieces } from '@boathouse/contract/statistics';
import { formatDuration } from '@boathouse/workout/pace';
import { formatWhole } from '../../../lib/format.ts';
import { pieceNames } from '../../training/statistics/index.ts';

type PieceChoice = { key: string; name: string; piece: Piece };

/** The ranked pieces, in the order of the personal bests. */
export const rankedChoices: readonly PieceChoice[] = rankedPieces.map((ranked) => ({
  key: ranked.piece,
  name: pieceNames[ranked.piece],
  piece:
    'distanceM' in ranked
      ? { kind: 'distance', amount: ranked.distanceM }
      : { kind: 'time', amount: ranked.durationSec },
}));

/** Returns the ranked piece that equals a piece; undefined for another one. */
export function rankedChoiceOf({ kind, amount }: Piece): PieceChoice | undefined {
  return rankedChoices.find(({ piece }) => piece.kind === kind && piece.amount === amount);
}

/** Names a piece: "2k", "1234 m", "20:00". */
export function pieceName(piece: Piece): string {
  const ranked = rankedChoiceOf(piece);
  if (ranked !== undefined) return ranked.name;
  if (piece.kind === 'distance') return `${formatWhole(piece.amount)} m`;
  return formatDuration(piece.amount).replace(/\.0$/, '');
}

/** Formats a score: tenths of a second over a distance, meters in a time. */
export function scoreText(kind: Piece['kind'], score: number): string {
  return kind === 'distance' ? formatDuration(score / 10) : `${formatWhole(score)} m`;
}

/** Formats the change from an earlier score with its sign: "−1.6 s", "+24 m", "±0". */
export function changeText(kind: Piece['kind'], score: number, earlier: number | null): string {
  if (earlier === null) return '–';
  const change = score - earlier;
  if (change === 0) return '±0';
  const sign = change < 0 ? '−' : '+';
  const size = Math.abs(change);
  return kind === 'distance' ? `${sign}${(size / 10).toFixed(1)} s` : `${sign}${formatWhole(size)} m`;
}

/** Reads a typed result: "6:45.2", "405.2" or "1:02:03" in tenths, or "8512" in meters; null for anything else. */
export function readScore(kind: Piece['kind'], typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (kind === 'time') return /^\d{1,6}$/.test(text) ? Number(text) || null : null;
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:\.\d)?)$/.exec(text);
  if (parts === null) return null;
  const [, hours = '0', minutes = '0', seconds = ''] = parts;
  const tenths = Math.round((Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 10);
  return tenths > 0 ? tenths : null;
}
