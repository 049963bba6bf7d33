export { ActivityHeatmap } from './activity-heatmap.tsx';
export { MetersCard } from './meters-card.tsx';
