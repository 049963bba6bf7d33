export { ActivityHeatmap } from './activity-heatmap.tsx';
export { personalBestsOf } from './api.ts';
export { BestMarks, PieceMarks } from './best-marks.tsx';
export { MetersCard } from './meters-card.tsx';
export { PersonalBestsPanel } from './personal-bests-panel.tsx';
export { figureOfBest, pieceNames, rankedPieceOf } from './ranked-pieces.ts';
export { ClubMetersPanel } from './club-meters-panel.tsx';
export { inWords, metersFigure, timeFigure } from './figures.ts';
