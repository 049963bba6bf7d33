export { writeSeasonCsv } from './csv/write-season.ts';
export { writeStrokesCsv } from './csv/write-strokes.ts';
export { writeFit } from './fit/write.ts';
export { writeTcx } from './tcx/write.ts';
