import { expect, test } from 'vitest';
import { noBus } from './bus.ts';
import { Control } from './control.ts';

test('each part that keeps something of other processes learns of a gap', () => {
  let gap = () => {};
  const control = new Control({ ...noBus, onGap: (listener) => (gap = listener) }, () => {});
  const told: string[] = [];
  control.onGap(() => told.push('callers'));
  control.onGap(() => told.push('connections'));
  gap();
  expect(told).toEqual(['callers', 'connections']);
});
