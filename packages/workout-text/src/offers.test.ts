import { describe, expect, test } from 'vitest';
import { parseWorkoutText } from './parse.ts';
import { describePlan } from './describe.ts';
import { readWorkoutText } from './offers.ts';
import { saidOf } from '../test/said.ts';

/** 'text => the page's message about it', one per line. */
function rowsOf(table: string): [text: string, said: string][] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', said = ''] = line.split(' => ');
      return [text, said];
    });
}

const clear = `
5k, then 10x30s/30s => 5000 m / 0:00 rest + 10 x 0:30 / 0:30 rest
2k then 4x500m/2:00r => 2000 m / 0:00 rest + 4 x 500 m / 2:00 rest
2000m + 4x500m/2:00 => 2000 m / 0:00 rest + 4 x 500 m / 2:00 rest
20 min r18, then 4 x 500m / 2:00 rest => 20:00 rate 18 / 0:00 rest + 4 x 500 m / 2:00 rest
10 min, 4x500m/2:00 rest => 10:00 / 0:00 rest + 4 x 500 m / 2:00 rest
2000m, 4x500m / 2:00, 1000m => 2000 m / 0:00 rest + 4 x 500 m / 2:00 rest + 1000 m / 0:00 rest
60 min GA1 => 1:00:00 GA1
12 x 1' on 1' off r30 => 12 x 1:00 rate 30 / 1:00 rest
2k test => 2000 m test
6k => 6000 m
2000m => 2000 m
2 k => 2000 m
10k r18-20 => 10000 m rate 18-20
3x2k 5' rest => 3 x 2000 m / 5:00 rest
5x1k/3' => 5 x 1000 m / 3:00 rest
4x8min, 2 min rest => 4 x 8:00 / 2:00 rest
4 × 1000 m / 3:00 Pause => 4 x 1000 m / 3:00 rest
2x30 Min UT2 r5' => 2 x 30:00 UT2 / 5:00 rest
1/2/3/2/1 min => 1:00 + 2:00 + 3:00 + 2:00 + 1:00
3'-2'-1' => 3:00 + 2:00 + 1:00
2.5k => 2500 m
6x3' hard 3' easy => 6 x (3:00 hard + 3:00 easy)
4x500m + 20' => 4 x 500 m + 20:00
5k warmup => 5000 m warmup
3 x 5' r20 + 5' r22 => 3 x 5:00 rate 20 + 5:00 rate 22
4x500m / 2:00 + 5' easy => 4 x 500 m / 2:00 rest + 5:00 easy / 0:00 rest
4 x 500m, 2 min of rest => 4 x 500 m / 2:00 rest
2 x 20 Min., 5 Min. Pause => 2 x 20:00 / 5:00 rest
20" on 40" off x 10 => 10 x 0:20 / 0:40 rest
tempo 20 min => 20:00 tempo
2k/1k/500m/3' => 2000 m + 1000 m + 500 m / 3:00 rest
3x(5' r20, 3' r22, 2' r24) 5' rest => 3 x (5:00 rate 20 / 0:00 rest + 3:00 rate 22 / 0:00 rest + 2:00 rate 24 / 5:00 rest)
3 x 4 x 250m/1:00 => 12 x 250 m / 1:00 rest
2k/1k/500m / 3' => 2000 m + 1000 m + 500 m / 3:00 rest
`;

const unclear = `
4x500 => 4 x 500 m
2000 => 2000 m
30r20 => 30:00 rate 20
hm => 21097 m
6x500/2 => 6 x 500 m / 2:00 rest
1000/750/500/250 => 1000 m + 750 m + 500 m + 250 m
30/30 x 12 => 12 x 0:30 / 0:30 rest
1' 2' 3' 2' 1' / 1' rest => 1:00 + 2:00 + 3:00 + 2:00 + 1:00 / 1:00 rest
20 Minuten => 20:00
2k / 7:00 => 2000 m @ 1:45 | 2000 m / 7:00 rest
5k @1:50-1:55 => 5000 m @ 1:55 | 5000 m @ 1:50
4x1k @1:50-1:55 / 3:00 => 4 x 1000 m @ 1:55 / 3:00 rest | 4 x 1000 m @ 1:50 / 3:00 rest
3x1000m + 3' => 3 x 1000 m / 3:00 rest | 3 x 1000 m + 3:00 / 0:00 rest
2,5 km => 2500 m
3 x 2,5km / 4:30 => 3 x 2500 m / 4:30 rest
5k @ 1:52,5 => 5000 m @ 1:52.5
10.000 m => 10000 m
4 x 500m / 2.30 rest => 4 x 500 m / 2:30 rest
10.00 => 10:00
4x500 2' off r28 => 4 x 500 m rate 28 / 2:00 rest
8 x 500 @ 1:45 / 3:30 => 8 x 500 m @ 1:45 / 3:30 rest
21097 => 21097 m
3x20 => 3 x 20:00
30/30 x 20 => 20 x 0:30 / 0:30 rest
40/20 => 0:40 / 0:20 rest
4x10'/2' r18-20 => 4 x 10:00 rate 18-20 / 2:00 rest
2 x 20 min / 5:00 @ r20 => 2 x 20:00 rate 20 / 5:00 rest
6 x 4' / 2' @ 250W => 6 x 4:00 250 w / 2:00 rest
5k @2:05-2:08 => 5000 m @ 2:08 | 5000 m @ 2:05
4 x 10' @ 18/20/22/24 => 10:00 rate 18 + 10:00 rate 20 + 10:00 rate 22 + 10:00 rate 24
3x5' r 26/28/30 => 5:00 rate 26 + 5:00 rate 28 + 5:00 rate 30
10k @ 2:10 - 2:05 => 10000 m @ 2:10 | 10000 m @ 2:05
pyramid 250/500/750/1000/750/500/250 rest 1:30 => 250 m + 500 m + 750 m + 1000 m + 750 m + 500 m + 250 m / 1:30 rest
ladder 500 1000 1500 2000, 2:00 rest => 500 m + 1000 m + 1500 m + 2000 m / 2:00 rest
10' warm up, 6x3'/2' @ r26, 10' cool down => 10:00 warm up / 0:00 rest + 6 x 3:00 rate 26 / 2:00 rest + 10:00 cool down / 0:00 rest
4x500m P 2' => 4 x 500 m / 2:00 rest
30 min SF 20 => 30:00 rate 20
20 min Schlag 26 => 20:00 rate 26
einrudern 10 min => 10:00 warm up
4x500m rust 2' => 4 x 500 m / 2:00 rest
30 min cad 20 => 30:00 rate 20
4x500m / récup 2' => 4 x 500 m / 2:00 rest
4x500m desc 2 min => 4 x 500 m / 2:00 rest
4x500m recupero 2 min => 4 x 500 m / 2:00 rest
3 sets of 4x1' on 1' off, 4' between => 3 x (4 x 1:00 / 1:00 rest) / 4:00 rest
4x500m/2:00/5:00 => 3 x 500 m / 2:00 rest + 500 m / 5:00 rest | 4 x 500 m @ 2:00 / 5:00 rest
8 by 500m => 8 x 500 m
8 by 500m 2 minutes rest => 8 x 500 m / 2:00 rest
1 mile => 1609 m
10x:30/:30 => 10 x 0:30 / 0:30 rest
2k 6:40 => 2000 m @ 1:40 | 2000 m / 6:40 rest
500m / 1:45 => 500 m @ 1:45 | 500 m / 1:45 rest
4x500m r5 => 4 x 500 m / 5:00 rest
8x40:20 => 8 x 0:40 / 0:20 rest
6x500m 3:00 => 6 x 500 m / 3:00 rest
4x500m, 2:00 => 4 x 500 m / 2:00 rest | 4 x 500 m + 2:00 / 0:00 rest | 4 x 500 m @ 2:00
8 x 500m r20 => 8 x 500 m rate 20 | 8 x 500 m / 0:20 rest
10x1m => 10 x 1:00
1:30 h => 1:30:00
4:00/3:00 => 4:00 / 3:00 rest
2k, 7:00 => 2000 m @ 1:45 | 2000 m / 7:00 rest | 2000 m + 7:00
20 min, 2:10 => 20:00 @ 2:10 | 20:00 / 2:10 rest | 20:00 + 2:10
4x500m w/ 2' easy => 4 x 500 m / 2:00 rest
3 rounds: 500m, 20 cal, 1:00 rest => 3 x (500 m + 20 cal / 1:00 rest)
2 x (4 x 500m) / 5:00 => 2 x (4 x 500 m / 0:00 rest) / 5:00 rest | 8 x 500 m / 5:00 rest
500m + 1000m r22 => 500 m / 0:00 rest + 1000 m rate 22 / 0:00 rest
8 x 500 fast => 8 x 500 m fast
5 x 5 => 5 x 5:00
3 mal 2000 m, 5 Minuten Pause => 3 x 2000 m / 5:00 rest
4 fois 500m récup 2 minutes => 4 x 500 m / 2:00 rest
4 por 500 m descanso 2 min => 4 x 500 m / 2:00 rest
4 per 500 m, recupero 2 minuti => 4 x 500 m / 2:00 rest
3 keer 10 minuten, rust 3 minuten => 3 x 10:00 / 3:00 rest
Einrudern 10', 4x500m/2:00, Ausrudern 10' => 10:00 warm up / 0:00 rest + 4 x 500 m / 2:00 rest + 10:00 cool down / 0:00 rest
5x40:20 => 5 x (40:20) | 5 x 0:40 / 0:20 rest
30:30 x 10 => 10 x 0:30 / 0:30 rest
20/10 => 20:00 / 10:00 rest | 0:20 / 0:10 rest
2.000 m => 2000 m
500s x 8 r2:00 => 8 x 500 m / 2:00 rest
5 x 500m (2:00) => 5 x 500 m / 2:00 rest | 5 x 500 m @ 2:00
2:00/1:00/2:00 => 2:00 + 1:00 + 2:00 / 0:00 rest
3 x 4'/3'/2' => 3 x (4:00 + 3:00 + 2:00)
2 x 20' / 5' UT2 => 2 x 20:00 UT2 / 5:00 rest
10 x 1' / 1' r20 => 10 x 1:00 rate 20 / 1:00 rest
3x20min AT 2:00 => 3 x 20:00 @ 2:00
2k @ 7:00 => 2000 m @ 1:45
4 x 1k @ 3:30 / 3:00 => 4 x 1000 m @ 1:45 / 3:00 rest
2k max 8:00 => 2000 m @ 2:00 max | 2000 m max / 8:00 rest
500m easy + 500m hard / 1:00 => 500 m easy / 0:00 rest + 500 m hard / 1:00 rest
4x500m hard, 10 min easy => 4 x 500 m hard / 10:00 rest | 4 x 500 m hard + 10:00 easy
3x500m/1:00, 5:00, 3x250m/0:30 => 2 x 500 m / 1:00 rest + 500 m / 5:00 rest + 3 x 250 m / 0:30 rest | 3 x 500 m / 1:00 rest + 5:00 / 0:00 rest + 3 x 250 m / 0:30 rest
10 5 10 => 10:00 + 5:00 + 10:00 / 0:00 rest
2000 7:20 => 2000 m @ 1:50 | 2000 m / 7:20 rest
6x500/90 => 6 x 500 m / 1:30 rest
6x500 r2 => 6 x 500 m / 2:00 rest
4x500 @1:50 r28 2' rest => 4 x 500 m @ 1:50 rate 28 / 2:00 rest
3x10 r20 => 3 x 10:00 rate 20
4x2000/5 r22 => 4 x 2000 m rate 22 / 5:00 rest
5x1500 5' => 5 x 1500 m / 5:00 rest
steady 60 => 1:00:00 steady
UT2 60 => 1:00:00 UT2
wu 10, 4x500/2, cd 10 => 10:00 wu / 0:00 rest + 4 x 500 m / 2:00 rest + 10:00 cd / 0:00 rest
10 min warmup, 3x10 @ 20 / 3 => 10:00 warmup / 0:00 rest + 3 x 10:00 rate 20 / 3:00 rest
3 x 20 Minuten, 5 Minuten Pause => 3 x 20:00 / 5:00 rest
8x500m mit 2:00 Pause => 8 x 500 m / 2:00 rest
6 x 1000 m, Schlagzahl 26, Pause 3 min => 6 x 1000 m rate 26 / 3:00 rest
Pyramide 1-2-3-2-1 min => 1:00 + 2:00 + 3:00 + 2:00 + 1:00
20 min locker => 20:00 easy
einrudern 15 min, 3x2000m/5:00, ausrudern 10 min => 15:00 warm up / 0:00 rest + 3 x 2000 m / 5:00 rest + 10:00 cool down / 0:00 rest
4 x 10 minuten, rust 2 minuten => 4 x 10:00 / 2:00 rest
inroeien 10 min, 8x500m/2:00, uitroeien 10 min => 10:00 warm up / 0:00 rest + 8 x 500 m / 2:00 rest + 10:00 cool down / 0:00 rest
2 keer 20 minuten rust 4 minuten => 2 x 20:00 / 4:00 rest
30 minuten rustig => 30:00 easy
3 fois 10 minutes, récup 3 minutes => 3 x 10:00 / 3:00 rest
échauffement 10 min, 4x500m/2:00, retour au calme 10 min => 10:00 warm up / 0:00 rest + 4 x 500 m / 2:00 rest + 10:00 cool down / 0:00 rest
5x1000m cadence 26 repos 3 min => 5 x 1000 m rate 26 / 3:00 rest
20 minutes puis 10 minutes => 20:00 + 10:00
4x1000 metros, descanso 3 minutos => 4 x 1000 m / 3:00 rest
3 veces 2 km pausa 4 min => 3 x 2000 m / 4:00 rest
calentamiento 10 min => 10:00 warm up
5 x 1000 metri recupero 3 minuti => 5 x 1000 m / 3:00 rest
3 volte 10 minuti con 2 minuti recupero => 3 x 10:00 / 2:00 rest
riscaldamento 10 min => 10:00 warm up
1 ora => 1:00:00
1 heure => 1:00:00
2 Stunden => 2:00:00
7,5 km => 7500 m
1,5 km r24 => 1500 m rate 24
4x1,5km/4' => 4 x 1500 m / 4:00 rest
7,5 min => 7:30
5k @ 2:05,5 => 5000 m @ 2:05.5
12x:20/:40 => 12 x 0:20 / 0:40 rest
10 x :45 / :15 rest => 10 x 0:45 / 0:15 rest
6000 => 6000 m
500 => 500 m
5000 r22 => 5000 m rate 22
10000 @ 2:10 => 10000 m @ 2:10
3x2000 => 3 x 2000 m
3x2000/5 => 3 x 2000 m / 5:00 rest
8x250/1 => 8 x 250 m / 1:00 rest
5x5/1 => 5 x 5:00 / 1:00 rest
4x10/2 => 4 x 10:00 / 2:00 rest
2x20/5 r20 => 2 x 20:00 rate 20 / 5:00 rest
6x4/2 => 6 x 4:00 / 2:00 rest
20 => 20:00
45 => 45:00
60 r18 => 1:00:00 rate 18
20/10 x 8 => 8 x 0:20 / 0:10 rest
40/20 x 10 => 10 x 0:40 / 0:20 rest
30/15x20 => 20 x 0:30 / 0:15 rest
10x30/30 => 10 x 0:30 / 0:30 rest
6x500 2' => 6 x 500 m / 2:00 rest
6x500 90s rest => 6 x 500 m / 1:30 rest
6x500/90s => 6 x 500 m / 1:30 rest
4x1000 3:00 rest => 4 x 1000 m / 3:00 rest
8x500 r28 => 8 x 500 m rate 28
8x500 r28/2:00 => 8 x 500 m rate 28 / 2:00 rest | 8 x 500 m @ 2:00 rate 28
5x1500 @2:00 / 5:00 => 5 x 1500 m @ 2:00 / 5:00 rest
500/1000/500 => 500 m + 1000 m + 500 m
2000 1500 1000 500 => 2000 m + 1500 m + 1000 m + 500 m
250-500-750 => 250 m + 500 m + 750 m
10 8 6 4 2 => 10:00 + 8:00 + 6:00 + 4:00 + 2:00
2k 7:20 => 2000 m @ 1:50 | 2000 m / 7:20 rest
2k in 7:20 => 2000 m @ 1:50
2k @ 6:59 => 2000 m @ 1:44.8
5k / 19:30 => 5000 m @ 1:57 | 5000 m / 19:30 rest
5k 20:00 => 5000 m @ 2:00 | 5000 m / 20:00 rest
6k 24:00 => 6000 m @ 2:00
1k 3:20 => 1000 m @ 1:40 | 1000 m / 3:20 rest
500 1:35 => 500 m @ 1:35 | 500 m / 1:35 rest
2k, 6:40 => 2000 m @ 1:40 | 2000 m / 6:40 rest | 2000 m + 6:40
10k 2:05 => 10000 m @ 2:05 | 10000 m / 2:05 rest
30 min 2:10 => 30:00 @ 2:10 | 30:00 / 2:10 rest
5k @ 1:58-2:02 => 5000 m @ 2:02 | 5000 m @ 1:58
20' @ 2:05-2:10 => 20:00 @ 2:10 | 20:00 @ 2:05
3x2k @ 1:55-2:00/4:00 => 3 x 2000 m @ 2:00 / 4:00 rest | 3 x 2000 m @ 1:55 / 4:00 rest
4x8' @ 20/22/24/26 => 8:00 rate 20 + 8:00 rate 22 + 8:00 rate 24 + 8:00 rate 26 | 4 x (2:00 rate 20 + 2:00 rate 22 + 2:00 rate 24 + 2:00 rate 26)
3 x 10' r 18/20/22 => 10:00 rate 18 + 10:00 rate 20 + 10:00 rate 22
4x500m r2 => 4 x 500 m / 2:00 rest
4x500m r 90 => 4 x 500 m / 1:30 rest
4x500m rest 90 => 4 x 500 m / 1:30 rest
4x500m/90 => 4 x 500 m / 1:30 rest
4x500m 2.00 rest => 4 x 500 m / 2:00 rest
4x1.000 m/3:00 => 4 x 1000 m / 3:00 rest
1.5 km/5' => 1500 m @ 1:40 | 1500 m / 5:00 rest
3 sets of 4x500m/1:00, 5:00 between sets => 3 x (4 x 500 m / 1:00 rest) / 5:00 rest
2 sets of 5x250/1:00, 4' => 2 x (5 x 250 m / 1:00 rest) / 4:00 rest | 10 x 250 m / 1:00 rest + 4:00 / 0:00 rest | 10 x 250 m @ 2:00 + 4:00 / 0:00 rest
4x500m/1:00/3:00 => 3 x 500 m / 1:00 rest + 500 m / 3:00 rest
2x4x500m/1:00/5:00 => 2 x (4 x 500 m / 1:00 rest) / 5:00 rest
fm => 42195 m
hm r20 => 21097 m rate 20
2 miles => 3219 m
4x500m 2' easy => 4 x 500 m / 2:00 rest
4x500m (easy 2') => 4 x 500 m easy / 2:00 rest
3x1000m; 4' => 3 x 1000 m / 4:00 rest | 3 x 1000 m + 4:00 / 0:00 rest
2x2000 + 5' => 2 x 2000 m / 5:00 rest | 2 x 2000 m + 5:00 / 0:00 rest
4x500m r120 => 4 x 500 m / 2:00 rest
10x1' hard + 1' easy => 10 x (1:00 hard + 1:00 easy) | 10 x 1:00 hard / 1:00 rest | 10 x 1:00 hard / 0:00 rest + 1:00 easy / 0:00 rest
4x2' + 2' easy => 4 x (2:00 / 0:00 rest + 2:00 easy / 0:00 rest) | 4 x 2:00 / 2:00 rest | 4 x 2:00 / 0:00 rest + 2:00 easy / 0:00 rest
5x3' r28 + 3' r18 => 5 x (3:00 rate 28 + 3:00 rate 18) | 5 x 3:00 rate 28 / 0:00 rest + 3:00 rate 18 / 0:00 rest
5 x 3:00 r28, 3:00 r18 => 5 x (3:00 rate 28 + 3:00 rate 18) | 5 x 3:00 rate 28 / 0:00 rest + 3:00 rate 18 / 0:00 rest
20 min/10 min => 20:00 / 10:00 rest
6 x 3 min/2 @ r26 => 6 x 3:00 rate 26 / 2:00 rest
30 sec/30 sec => 0:30 / 0:30 rest
4 x 500 meter/2 min rust => 4 x 500 m / 2:00 rest
4x500m easy/2 => 4 x 500 m easy / 2:00 rest
3 x 5 x 1'/1'/5' => 3 x (5 x 1:00 / 1:00 rest) / 5:00 rest
5,4,3,2,1 min => 5:00 + 4:00 + 3:00 + 2:00 + 1:00 | 5:00 + 4:00 + 3:00 + 2:00 / 1:00 rest
3 x 10 min, tempo 20 => 3 x 10:00 rate 20
20 min tempo 20 => 20:00 rate 20
5k 20min => 5000 m @ 2:00 | 5000 m / 20:00 rest
2k 7 min => 2000 m @ 1:45 | 2000 m / 7:00 rest
8x500m 1:45 3:30 rest => 8 x 500 m @ 1:45 / 3:30 rest | 7 x 500 m / 1:45 rest + 500 m / 3:30 rest
10x500 1:45 2' => 10 x 500 m @ 1:45 / 2:00 rest | 9 x 500 m / 1:45 rest + 500 m / 2:00 rest
4 x 500m con 2 min de descanso => 4 x 500 m / 2:00 rest
4 x 500m, 2 min de récup => 4 x 500 m / 2:00 rest
1 h 30 r20 => 1:30:00 rate 20
eine halbe Stunde locker => 30:00 easy
half uur => 30:00
media hora => 30:00
half an hour => 30:00
demi-heure => 30:00
10' r18 10' r20 10' r22 => 10:00 rate 18 + 10:00 rate 20 + 10:00 rate 22
1500m@22 1000m@26 => 1500 m rate 22 + 1000 m rate 26
10 min w/u => 10:00 warm up
3x10min r20/22/24 2min => 10:00 rate 20 + 10:00 rate 22 + 10:00 rate 24 / 2:00 rest
4x10' r18/20/22/24, 2:00 => 10:00 rate 18 + 10:00 rate 20 + 10:00 rate 22 + 10:00 rate 24 / 2:00 rest
30 min 20 ppm => 30:00 rate 20
20' 24 cps => 20:00 rate 24
20 min 24 coups/min => 20:00 rate 24
20'/15'/10'/5' / 3' => 20:00 + 15:00 + 10:00 + 5:00 / 3:00 rest | 20:00 + 15:00 + 10:00 + 5:00 + 3:00
10'/8'/6'/4' / 1' => 10:00 + 8:00 + 6:00 + 4:00 / 1:00 rest | 10:00 + 8:00 + 6:00 + 4:00 + 1:00
4'/3'/2' / 1' => 4:00 + 3:00 + 2:00 / 1:00 rest | 4:00 + 3:00 + 2:00 + 1:00
4:00/3:00/2:00/1:00 / 0:30 => 4:00 + 3:00 + 2:00 + 1:00 / 0:30 rest | 4:00 + 3:00 + 2:00 + 1:00 + 0:30
5'/4'/3'/2'/1' / 30s => 5:00 + 4:00 + 3:00 + 2:00 + 1:00 / 0:30 rest | 5:00 + 4:00 + 3:00 + 2:00 + 1:00 + 0:30
1'/2'/3'/4' / 2' => 1:00 + 2:00 + 3:00 + 4:00 / 2:00 rest
5'-4'-3'-2'-1' - 1' => 5:00 + 4:00 + 3:00 + 2:00 + 1:00 / 1:00 rest
4'/3' / 2' => 4:00 + 3:00 / 2:00 rest | 4:00 + 3:00 + 2:00
3 x (500m / 1') / 5' => 2 x 500 m / 1:00 rest + 500 m / 5:00 rest
3 x (500m, 1' rest) 5' rest => 2 x 500 m / 1:00 rest + 500 m / 5:00 rest
3 x (1000m 1' rest), 3' between => 2 x 1000 m / 1:00 rest + 1000 m / 3:00 rest
4 x (250m / 0:30) / 3' => 3 x 250 m / 0:30 rest + 250 m / 3:00 rest
2 x (1' on, 1' off) 5' rest => 1:00 / 1:00 rest + 1:00 / 5:00 rest
4x(3'/2') / 5' => 4 x (3:00 / 0:00 rest + 2:00 / 5:00 rest) | 3 x 3:00 / 2:00 rest + 3:00 / 5:00 rest
2 x (2 x (500m/1:00) / 3:00) / 5:00 => 500 m / 1:00 rest + 500 m / 3:00 rest + 500 m / 1:00 rest + 500 m / 5:00 rest
2 x (500m/2:00 + 250m/1:00) / 4:00 => 500 m / 2:00 rest + 250 m / 1:00 rest + 500 m / 2:00 rest + 250 m / 4:00 rest
6 x 500m hard + 500m easy => 6 x (500 m hard + 500 m easy) | 6 x 500 m hard / 0:00 rest + 500 m easy / 0:00 rest
4x500m + 500m paddle => 4 x (500 m / 0:00 rest + 500 m paddle / 0:00 rest) | 4 x 500 m / 0:00 rest + 500 m paddle / 0:00 rest
8 x 250m + 250m light => 8 x (250 m / 0:00 rest + 250 m light / 0:00 rest) | 8 x 250 m / 0:00 rest + 250 m light / 0:00 rest
4x500m r30 + 500m r18 => 4 x (500 m rate 30 + 500 m rate 18) | 4 x 500 m rate 30 / 0:00 rest + 500 m rate 18 / 0:00 rest
6x2' @1:45 + 1' @2:15 => 6 x (2:00 @ 1:45 + 1:00 @ 2:15) | 6 x 2:00 @ 1:45 / 0:00 rest + 1:00 @ 2:15 / 0:00 rest
4 x 500m @ 1:45 + 500m @ 2:05 => 4 x (500 m @ 1:45 + 500 m @ 2:05) | 4 x 500 m @ 1:45 / 0:00 rest + 500 m @ 2:05 / 0:00 rest
8x3' r28 + 3' UT2 => 8 x (3:00 rate 28 + 3:00 UT2) | 8 x 3:00 rate 28 / 0:00 rest + 3:00 UT2 / 0:00 rest
3 x 10' r24 + 10' r18 => 3 x (10:00 rate 24 + 10:00 rate 18) | 3 x 10:00 rate 24 / 0:00 rest + 10:00 rate 18 / 0:00 rest
20' + 3' + 20' => 20:00 / 3:00 rest + 20:00 / 0:00 rest | 20:00 + 3:00 + 20:00 / 0:00 rest
20'+5'+20' => 20:00 / 5:00 rest + 20:00 / 0:00 rest | 20:00 + 5:00 + 20:00 / 0:00 rest
15' + 3' + 15' + 3' + 15' => 2 x 15:00 / 3:00 rest + 15:00 / 0:00 rest | 2 x (15:00 + 3:00 / 0:00 rest) + 15:00
20' r20 + 3' + 20' r22 => 20:00 rate 20 / 3:00 rest + 20:00 rate 22 / 0:00 rest | 20:00 rate 20 + 3:00 + 20:00 rate 22 / 0:00 rest
20 min then 3 min then 20 min => 20:00 / 3:00 rest + 20:00 / 0:00 rest | 20:00 + 3:00 + 20:00 / 0:00 rest
1000m + 3' + 1000m => 1000 m / 3:00 rest + 1000 m / 0:00 rest | 1000 m + 3:00 + 1000 m / 0:00 rest
2k then 5 min then 2k => 2000 m / 5:00 rest + 2000 m / 0:00 rest | 2000 m + 5:00 + 2000 m / 0:00 rest
4x1000m/3' + 5' + 4x500m/2' => 3 x 1000 m / 3:00 rest + 1000 m / 5:00 rest + 4 x 500 m / 2:00 rest | 4 x 1000 m / 3:00 rest + 5:00 / 0:00 rest + 4 x 500 m / 2:00 rest
3x(1000m + 3') => 3 x 1000 m / 3:00 rest | 3 x (1000 m + 3:00 / 0:00 rest)
2x2000m @ 1:55 / 1:50 => 2000 m @ 1:55 + 2000 m @ 1:50 | 2 x 2000 m @ 1:55 / 1:50 rest
4x1000m @1:50 / 1:48 => 4 x 1000 m @ 1:50 | 4 x 1000 m @ 1:48 | 4 x 1000 m @ 1:50 / 1:48 rest
6x500m @ 1:38 / 1:40 => 6 x 500 m @ 1:40 | 6 x 500 m @ 1:38 | 6 x 500 m @ 1:38 / 1:40 rest
2x2000m @ 1:55/1:50 => 2000 m @ 1:55 + 2000 m @ 1:50 | 2 x 2000 m @ 1:55 / 1:50 rest
2x(1'-2'-3'-2'-1') 1' rest => 2 x (1:00 / 0:00 rest + 2:00 / 0:00 rest + 3:00 / 0:00 rest + 2:00 / 0:00 rest + 1:00 / 1:00 rest) | 2 x (1:00 + 2:00 + 3:00 + 2:00 + 1:00 / 1:00 rest)
3x(1'/2'/3') 1' rest => 3 x (1:00 / 0:00 rest + 2:00 / 0:00 rest + 3:00 / 1:00 rest) | 3 x (1:00 + 2:00 + 3:00 / 1:00 rest)
2x(500m, 250m) 1' rest => 2 x (500 m / 0:00 rest + 250 m / 1:00 rest) | 2 x (500 m + 250 m / 1:00 rest)
3 x 4 x 250m/3:00 => 3 x (4 x 250 m / 0:00 rest) / 3:00 rest | 12 x 250 m / 3:00 rest
four 500s with 2 min rest => 4 x 500 m / 2:00 rest
three 2k => 3 x 2000 m
10'/8'/6'/4'/2' / 2' => 10:00 + 8:00 + 6:00 + 4:00 + 2:00 / 2:00 rest
3x10' @18, 20, 22 => 10:00 rate 18 + 10:00 rate 20 + 10:00 rate 22
6x1000m 3'30 récup 4' => 6 x 1000 m @ 1:45 / 4:00 rest | 5 x 1000 m / 3:30 rest + 1000 m / 4:00 rest
5000m 2'05 => 5000 m @ 2:05 | 5000 m / 2:05 rest
2k - 7:00 => 2000 m @ 1:45 | 2000 m / 7:00 rest
2x5x500m, P1', SP 5' => 2 x (5 x 500 m / 1:00 rest) / 5:00 rest
10 000 m => 10000 m
10'000 m => 10000 m
8x500m r 1mn30 => 8 x 500 m / 1:30 rest
8x500m 1m30 rest => 8 x 500 m / 1:30 rest
r20 30 min => 30:00 rate 20
rate 20 for 30 min => 30:00 rate 20
500/1000/1500/1000/500 / 3' => 500 m + 1000 m + 1500 m + 1000 m + 500 m / 3:00 rest
4x500m @ 1'45 => 4 x 500 m @ 1:45
30 on 30 off x20 => 20 x 0:30 / 0:30 rest
30 min SZ 18 => 30:00 rate 18
30 min Frequenz 20 => 30:00 rate 20
mezza maratona => 21097 m
media maratón => 21097 m
een uur => 1:00:00
eine Stunde => 1:00:00
una hora => 1:00:00
un'ora => 1:00:00
4 fois 500 mètres => 4 x 500 m
30' cadence 20 => 30:00 rate 20
3 x 20 min a 18 colpi => 3 x 20:00 rate 18
3 x 4' r20, 3' r22, 2' r24 => 3 x (4:00 rate 20 + 3:00 rate 22 + 2:00 rate 24) | 3 x 4:00 rate 20 + 3:00 rate 22 + 2:00 rate 24
4' r20, 3' r22, 2' r24 x 3 => 3 x (4:00 rate 20 + 3:00 rate 22 + 2:00 rate 24) | 4:00 rate 20 + 3:00 rate 22 + 3 x 2:00 rate 24
3 rounds: 500m, 3 x 20 cal => 3 x (500 m + 3 x 20 cal)
`;

const surrounded = `
Monday: 4x500m/2:00 => 4 x 500 m / 2:00 rest
5k 🚣 => 5000 m
4x500m as hard as you can / 2:00 => 4 x 500 m max / 2:00 rest
just row 2k => 2000 m
4x500m/2:00 please => 4 x 500 m / 2:00 rest
4x500m/2:00! => 4 x 500 m / 2:00 rest
`;

const partly = `
Tabata 8x20/10 => 8 x 0:20 / 0:10 rest | “Tabata”
2k banana pancakes => 2000 m | “banana”
technique 20 min => 20:00 | “technique”
20 min technique => 20:00 | “technique”
500m en 1'45 => 500 m @ 1:45 | 500 m / 1:45 rest | “en”
`;

const unread = `
8 x 500m @3:00 => “@3:00”
r5 => “r5”
60-90 min => “60-90”
8x500m every 3:00 => “every”
10 x 10 strokes => “strokes”
banana pancakes => “banana”
12x500m on 3:00 => “3:00”
2k? => “2k?”
500-1000 => “500-1000”
1:1 => “1:1”
3 x 20' - 25' => “25'”
5k at 7:30 => “7:30”
20:00 split 4:00 => “4:00”
2k swim => “swim”
10 x 15s / 15s => “15s”
20 x 50m => “50m”
4 x 500m x 8 => “8”
then 2k => “then”
pyramid 2k => “2k”
2k 2k => “2k”
1/2/2025 2k => “2k”
(2k => “(2k”
2k (easy => “(easy”
2000 / 500 => “500”
15/15 x 20 => “15/15”
8x500m @ 3:00 => “3:00”
6x750m @ 4:00 => “4:00”
8x500m on 2:30 => “2:30”
fartlek, as you like => “fartlek”
intervals => “intervals”
no rowing today => “no”
? => “?”
5k negative split => “negative”
20 min build => “build”
4x500m or 8x250m => “or”
10 x 10 strokes hard => “strokes”
bike 20 min => “bike”
2k + weights => “weights”
2:00:00:00 => “2:00:00:00”
99m => “99m”
60k => “60k”
10x12s => “10x12s”
1000x500 => “1000x500”
30-40 min => “30-40”
3-5 km => “3-5”
4 - 6 x 500m => “4 - 6”
r20 => “r20”
rest 2:00 => “rest”
/ 2:00 => “2:00”
x => “x”
4x => “4x”
@ 1:50 => “1:50”
5k, last 500m hard => “last”
30 min, last 5 min r26 => “last”
20 min banana/500 => “banana”
30 min 150 ppm => “ppm”
500m/1:00, 5:00 rest, 2k => “2k”
5k r20 then r24 => “r24”
10x100/100 => “10x100/100”
`;

test.each(rowsOf(clear))('the form reads what is clear: %s is %s', (text, said) => {
  expect(parseWorkoutText(text)).not.toBeNull();
  expect(saidOf(text)).toBe(said);
});

test.each(rowsOf(unclear))('the form offers what an unclear text may mean: %s is %s', (text, said) => {
  expect(parseWorkoutText(text)).toBeNull();
  expect(saidOf(text)).toBe(said);
  for (const offer of said.split(' | ')) {
    const plan = parseWorkoutText(offer);
    expect(plan && describePlan(plan)).toBe(offer);
  }
});

test.each(rowsOf(surrounded))(
  'words that say nothing of the workout are left out: %s is %s',
  (text, said) => {
    expect(parseWorkoutText(text)).toBeNull();
    expect(saidOf(text)).toBe(said);
  },
);

test.each(rowsOf(partly))(
  'the form offers the rest of a text, and names its unknown word: %s is %s',
  (text, said) => {
    expect(parseWorkoutText(text)).toBeNull();
    expect(saidOf(text)).toBe(said);
  },
);

test.each(rowsOf(unread))('the form names what was not understood: %s has %s', (text, said) => {
  expect(parseWorkoutText(text)).toBeNull();
  expect(saidOf(text)).toBe(said);
});

describe('an unread word', () => {
  test.each([
    ['2k  banana', 'banana', 4],
    ['4 × 500m, 4’ banana 4’', 'banana', 13],
    ["45'' at 2k+99", '2k+99', 8],
    ['2k banana, retour au calme 10:00', 'banana', 3],
    ['2k, retour au calme 10:00 banana', 'banana', 26],
    ['10,000m 99m', '99m', 8],
  ])('%j is %s at %d', (text, word, offset) => {
    expect(readWorkoutText(text)).toMatchObject({ unread: { word, offset } });
  });
});
