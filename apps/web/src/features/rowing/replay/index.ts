export type { ReplayedResult } from './replayed-rows.ts';
export { ReplayButton } from './lazy-replay-button.tsx';
