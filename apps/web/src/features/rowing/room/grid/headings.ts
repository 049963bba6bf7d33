import type { GridColumn } from './grid-values.ts';

/**
 * The names of the columns. `title` is the full name if the grid is too narrow for it, and the screen reader's text: it
 * contains `text`, for users of voice control, who speak the visible text.
 */
export const headings: Record<GridColumn, { text: string; title?: string }> = {
  rank: { text: '#', title: 'Rank' },
  name: { text: 'Athlete' },
  connection: { text: 'Now' },
  distance: { text: 'Distance' },
  time: { text: 'Time', title: 'Elapsed time' },
  left: { text: 'Left' },
  pace: { text: 'Pace' },
  average: { text: 'Avg', title: 'Avg pace' },
  rate: { text: 'Rate', title: 'Stroke rate' },
  heartRate: { text: 'HR', title: 'Heart rate (HR)' },
  power: { text: 'Power', title: 'Power in watts' },
  gap: { text: 'Gap', title: 'Gap to the leader' },
  finish: { text: 'Finish', title: 'Projected finish' },
  piece: { text: 'Piece' },
  split: { text: 'Split', title: 'Pace of the last split' },
  target: { text: 'Target' },
  drag: { text: 'Drag', title: 'Drag factor' },
  unsent: { text: 'Unsent', title: 'Unsent strokes' },
};
