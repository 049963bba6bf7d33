export type { ReplayedResult, RowToReplay } from './replayed-rows.ts';
export { ReplayButton } from './lazy-replay-button.tsx';
export { ReplayPlayer } from './lazy-replay-player.tsx';
