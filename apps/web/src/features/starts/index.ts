export { OwnState } from './own-state.tsx';
export { ReadyLine } from './ready-line.tsx';
