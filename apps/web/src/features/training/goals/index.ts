export { GoalPanel } from './goal-panel.tsx';
