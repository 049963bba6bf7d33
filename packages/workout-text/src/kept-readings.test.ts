import { expect, test } from 'vitest';
import { parseWorkoutText } from './parse.ts';
import { describePlan } from './describe.ts';

/**
 * Texts of stored sessions, examples and other tests, and the plans that they have always had. `reading.test.ts` has
 * more. A stored text must not change its meaning.
 */
const kept = `
3 hours fast => 3:00:00 fast
500m + 1:00 => 500 m + 1:00
2000m + 2:00 => 2000 m + 2:00
60 x 100m / 0:20 => 60 x 100 m / 0:20 rest
30' r20 UT2 => 30:00 rate 20 UT2
5000m => 5000 m
10000m => 10000 m
21097m => 21097 m
Just Row => Just row
2k @ 1:50 r28 => 2000 m @ 1:50 rate 28
130 cal => 130 cal
WU 1k + 2k test => 1000 m WU + 2000 m test
1min => 1:00
500m + 1500m => 500 m + 1500 m
1 minute => 1:00
3 x 100m / 0:20 rest => 3 x 100 m / 0:20 rest
4 x 500m / 2:00 rest => 4 x 500 m / 2:00 rest
3 x 8:00 / 2:00 rest => 3 x 8:00 / 2:00 rest
10 x 12 cal, rest as needed => 10 x 12 cal / undefined rest
8 x 250m / 1:00 rest => 8 x 250 m / 1:00 rest
122kcal => 122 cal
1,000 m => 1000 m
2,000 m => 2000 m
3 x 500m / 2:00 rest => 3 x 500 m / 2:00 rest
12.3k => 12300 m
5,432m => 5432 m
7,654 m => 7654 m
59 s => 0:59
2 min 5 s => 2:05
1,234 m => 1234 m
3 cal => 3 cal
3,127 m => 3127 m
399 m => 399 m
12 cal => 12 cal
4 x 250m / 1:00 rest => 4 x 250 m / 1:00 rest
200m => 200 m
4 x 500m @ r24 / 2:00 rest => 4 x 500 m rate 24 / 2:00 rest
2 x 100m / 0:10 rest => 2 x 100 m / 0:10 rest
2 x 100m => 2 x 100 m
10 x 20 cal, rest as needed => 10 x 20 cal / undefined rest
20 cal + 500m => 20 cal + 500 m
10:00 easy => 10:00 easy
4 × 500 m at 24 spm, 2:00 rest => 4 x 500 m rate 24 / 2:00 rest
6 x 500 m rate 18-20 / 1:00 rest => 6 x 500 m rate 18-20 / 1:00 rest
6 x 500 m rate 18-20 / undefined rest => 6 x 500 m rate 18-20 / undefined rest
2k + 1k => 2000 m + 1000 m
10 x 40s / 20s => 10 x 0:40 / 0:20 rest
20 cal / undefined rest => 20 cal / undefined rest
10 x 20 cal @ 1:59.5 200w, rest as needed => 10 x 20 cal @ 1:59.5 200 w / undefined rest
3:07:30 hr 140-150 => 3:07:30 hr 140-150
2k @ 7:00/500m => 2000 m @ 7:00/500m
2 x (1:00 hard + 1:00 easy) => 2 x (1:00 hard + 1:00 easy)
20' UT2 @ 2:05.5 r18-20 hr <150 200w => 20:00 @ 2:05.5 rate 18-20 hr <150 200 w UT2
250 m => 250 m
300 m => 300 m
304 m => 304 m
760 kcal => 760 cal
59 min => 59:00
1 h 00 min => 1:00:00
42 min => 42:00
3 h 05 min => 3:05:00
100 m => 100 m
Half marathon => 21097 m
4 min => 4:00
60min => 1:00:00
11,654m => 11654 m
47min => 47:00
760kcal => 760 cal
5,500 m => 5500 m
999 m => 999 m
1.2k => 1200 m
1.9k => 1900 m
999M => 999 m
95 s => 1:35
6000m => 6000 m
4x500m/2:00r => 4 x 500 m / 2:00 rest
8000m => 8000 m
1 hour => 1:00:00
3 x 8:00 / 2:00 rest r20 => 3 x 8:00 rate 20 / 2:00 rest
5000m @ 2:05 => 5000 m @ 2:05
1000m / 3:00 rest + 500m => 1000 m / 3:00 rest + 500 m / 0:00 rest
2 x 500m / 1:00 rest => 2 x 500 m / 1:00 rest
2 x 100m r30 / 0:10 rest => 2 x 100 m rate 30 / 0:10 rest
4 x 4:00 / 3:00 rest => 4 x 4:00 / 3:00 rest
100 m @ 2:10 + 2:00 @ 2:10 / undefined rest => 100 m @ 2:10 + 2:00 @ 2:10 / undefined rest
500 m @ 1:40 / 1:00 rest + 3:00 @ 1:40 / 0:00 rest + 1000 m @ 1:40 / 0:00 rest + 5:00 @ 1:40 / 2:00 rest => 500 m @ 1:40 / 1:00 rest + 3:00 @ 1:40 / 0:00 rest + 1000 m @ 1:40 / 0:00 rest + 5:00 @ 1:40 / 2:00 rest
500 m @ 1:40 / 1:00 rest + 3:00 @ 1:40 / 0:00 rest => 500 m @ 1:40 / 1:00 rest + 3:00 @ 1:40 / 0:00 rest
5:00 / 5:00 rest + 4:00 / 4:00 rest + 3:00 / 3:00 rest + 2:00 / 2:00 rest + 1:00 / 1:00 rest + 5:00 / 5:00 rest => 5:00 / 5:00 rest + 4:00 / 4:00 rest + 3:00 / 3:00 rest + 2:00 / 2:00 rest + 1:00 / 1:00 rest + 5:00 / 5:00 rest
5:00 / 5:00 rest + 4:00 / 4:00 rest => 5:00 / 5:00 rest + 4:00 / 4:00 rest
20 x 500m / 1:00 rest => 20 x 500 m / 1:00 rest
3 x 500m / 1:00 rest => 3 x 500 m / 1:00 rest
10:00 WU => 10:00 WU
4 x 500 m rate 20-22 / 1:30 rest => 4 x 500 m rate 20-22 / 1:30 rest
WU 10', 4x500m r24/2:00 => 10:00 WU / 0:00 rest + 4 x 500 m rate 24 / 2:00 rest
60 s => 1:00
2,000m => 2000 m
justRow => Just row
5 x 500 m => 5 x 500 m
3 x 100 m => 3 x 100 m
100 cal => 100 cal
1:00 + 2:00 + 1:00 / 1:00 rest => 1:00 + 2:00 + 1:00 / 1:00 rest
2 x (5 x 500 m / 1:00 rest) / 5:00 rest => 2 x (5 x 500 m / 1:00 rest) / 5:00 rest
3 x (500m/1:00 + 250m/2:00) => 3 x (500 m / 1:00 rest + 250 m / 2:00 rest)
3 x (500 m / 1:00 rest + 250 m / 2:00 rest) => 3 x (500 m / 1:00 rest + 250 m / 2:00 rest)
10 x (1:00 hard + 1:00 easy) => 10 x (1:00 hard + 1:00 easy)
5k @ 2:05.5 200w => 5000 m @ 2:05.5 200 w
5000 m @ 2:05.5 200 w => 5000 m @ 2:05.5 200 w
2 x (12:30 / 1:00) => 2 x (12:30 / 1:00 rest)
2 x (12:30 / 1:00 rest) => 2 x (12:30 / 1:00 rest)
2000 m @ 7:00/500m => 2000 m @ 7:00/500m
10 x 20 cal / undefined rest => 10 x 20 cal / undefined rest
2000 m WU / 0:00 rest + 4 x 500 m / 2:00 rest + 1000 m CD / 0:00 rest => 2000 m WU / 0:00 rest + 4 x 500 m / 2:00 rest + 1000 m CD / 0:00 rest
5000 m, up to 24 spm => 5000 m rate <24
500 m at 20 to 22 spm, 1:00 rest => 500 m rate 20-22 / 1:00 rest
20:00 at 2:05 /500 m, up to 20 spm => 20:00 @ 2:05 rate <20
1:00:00 UT2 at 140 to 150 bpm, 180 W => 1:00:00 hr 140-150 180 w UT2
20 cal, undefined rest => 20 cal / undefined rest
4x500m r20-22 / 1:00 => 4 x 500 m rate 20-22 / 1:00 rest
4 × 500 m at 20 to 22 spm, 1:00 rest => 4 x 500 m rate 20-22 / 1:00 rest
2000 m WU => 2000 m WU
4 × 500 m, 2:00 rest => 4 x 500 m / 2:00 rest
1000 m CD => 1000 m CD
10 × (1:00 hard; 1:00 easy) => 10 x (1:00 hard + 1:00 easy)
2 × (4 × 500 m, 1:00 rest; 500 m, 5:00 rest) => 2 x (5 x 500 m / 1:00 rest) / 5:00 rest
1'/2'/1' r1' => 1:00 + 2:00 + 1:00 / 1:00 rest
20' r18-20 hr <150 UT2 => 20:00 rate 18-20 hr <150 UT2
4 x 500 m / 1:00, 5:00 rest, 2 k => 3 x 500 m / 1:00 rest + 500 m / 5:00 rest + 2000 m / 0:00 rest
500 m, 2:00 rest => 500 m / 2:00 rest
500 m x 8 => 8 x 500 m
7 x 2' hard, 2' light => 7 x (2:00 hard + 2:00 light)
10' easy + 4 x 500m / 2:00 => 10:00 easy / 0:00 rest + 4 x 500 m / 2:00 rest
1' r20, 1' r22, 1' r24 => 1:00 rate 20 + 1:00 rate 22 + 1:00 rate 24
1-2-3 min => 1:00 + 2:00 + 3:00
1:30 r20 => 1:30 rate 20
500mx8 => 8 x 500 m
justrow => Just row
free rowing => Just row
full marathon => 42195 m
4 x 500m pieces => 4 x 500 m
main set: 4 x 500m => 4 x 500 m
`;

test.each(
  kept
    .trim()
    .split('\n')
    .map((line) => line.split(' => ')),
)('%s keeps its plan: %s', (text = '', described) => {
  const plan = parseWorkoutText(text);
  expect(plan && describePlan(plan)).toBe(described);
});
