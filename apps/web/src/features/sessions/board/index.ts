export { BoardLines } from './board-lines.tsx';
export type { BoardLine } from './board-standings.ts';
