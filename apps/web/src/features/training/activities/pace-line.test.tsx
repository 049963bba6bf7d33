// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { buildActivity } from '../../../../test/sessions/factory.ts';
import { PaceLine, paceLines } from './pace-line.tsx';

afterEach(cleanup);

describe('the line through the paces of splits', () => {
  test.each<[string, Array<number | null>, Array<Array<[x: number, y: number]>>]>([
    [
      'is higher where it was faster',
      [120, 110, 115],
      [
        [
          [0, 40],
          [50, 0],
          [100, 20],
        ],
      ],
    ],
    [
      'is in the middle where all are equal',
      [120, 120],
      [
        [
          [0, 20],
          [100, 20],
        ],
      ],
    ],
    [
      'has a gap where a pace is not known',
      [120, 110, null, 110, 120],
      [
        [
          [0, 40],
          [25, 0],
        ],
        [
          [75, 0],
          [100, 40],
        ],
      ],
    ],
    ['needs two paces in a row', [120, null, 110], []],
    ['is none for one split', [120], []],
    ['is none without splits', [], []],
  ])('%s', (_, paces, expected) => {
    expect(paceLines(paces).map((line) => line.map(({ x, y }) => [x, y]))).toEqual(expected);
  });

  test('is read as its fastest and slowest pace', () => {
    render(<PaceLine activity={{ ...buildActivity(), kind: 'intervals', splitPaces: [121.5, 118, null] }} />);
    expect(screen.getByRole('img', { name: 'Pace by interval, 1:58.0 to 2:01.5 /500 m' })).toBeTruthy();
  });

  test('is not there if a server of an earlier version sends no paces', () => {
    render(<PaceLine activity={buildActivity()} />);
    expect(screen.queryByRole('img')).toBeNull();
  });
});
