export { PartialMark } from './partial-mark.tsx';
export { SimulatedMark } from './simulated-mark.tsx';
export { WorkoutTitle } from './workout-title.tsx';
