import type { Sample } from '../live/generator/rowed-values.ts';

/** Bytes of one sample; its `seq` comes first, its distance in decimeters at `distanceAt`. */
export const packedBytes = 30;
export const distanceAt = 8;

/** Packs the values that change, at the precision a screen shows. The server copies them without reading them. */
export function packSample(sample: Sample, view: DataView, at: number): void {
  view.setUint32(at, sample.seq);
  view.setUint32(at + 4, Math.round(sample.elapsedTime * 100));
  view.setUint32(at + distanceAt, Math.round(sample.distance * 10));
  view.setUint16(at + 12, Math.round((sample.currentPace ?? 0) * 10));
  view.setUint16(at + 14, Math.round((sample.averagePace ?? 0) * 10));
  view.setUint16(at + 16, sample.power ?? 0);
  view.setUint8(at + 18, sample.strokeRate);
  view.setUint8(at + 19, sample.heartRate ?? 0);
  view.setUint8(at + 20, sample.dragFactor ?? 0);
  view.setUint8(at + 21, sample.inTarget ? 1 : 0);
  view.setUint32(at + 22, Math.round((sample.left?.value ?? 0) * 10));
  view.setUint32(at + 26, Math.round((sample.projected?.value ?? 0) * 100));
}
