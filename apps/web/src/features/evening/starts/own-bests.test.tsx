import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OwnTargets } from './own-bests.tsx';

const bests = [{ distanceM: 2000, timeSec: 460 }];
const linesOf = (workout: string, known: typeof bests | undefined = bests) =>
  [...renderToStaticMarkup(<OwnTargets workout={workout} bests={known} />).matchAll(/<li>(.*?)<\/li>/g)].map(
    ([, line]) => line,
  );

test.each([
  ['8 x 500m @ 2k+10 / 1:00 rest', ['2k+10: 2:05.0, from your 2k of 7:40.0']],
  [
    '500m @ 2k pace + 500m @ 2k-2',
    ['2k pace: 1:55.0, from your 2k of 7:40.0', '2k-2: 1:53.0, from your 2k of 7:40.0'],
  ],
  ['20 min @ 70% 2k watts', ['70% 2k watts: 161 W, from your 2k of 7:40.0']],
  ['5k @ 1k+10', ['1k+10: no 1k of yours is known']],
  ['5k @ 2:05', []],
])('%s is shown with the best that its targets are based on', (workout, lines) => {
  expect(linesOf(workout)).toEqual(lines);
});

test('nothing is shown before the bests are known', () => {
  expect(renderToStaticMarkup(<OwnTargets workout="5k @ 2k+10" bests={undefined} />)).toBe('');
});
