import { describe, expect, test } from 'vitest';
import { parseWorkoutText } from './parse.ts';
import type { PlannedPiece } from '@boathouse/pm5/plan';
import { calories, effort, heartRate, meters, minutes, rate, seconds, times } from '../test/piece-factory.ts';

type Read = [text: string, pieces: PlannedPiece[]];

function reads(name: string, rows: Read[]) {
  test.each(rows)(`${name}: %s`, (text, pieces) => {
    expect(parseWorkoutText(text)).toEqual({ pieces });
  });
}

const fastSplit = { paceSec: 105 };

const ofBest = (ofDistanceM: number, offsetSec: number) => ({ relative: { ofDistanceM, offsetSec } });

function refuses(why: string, texts: string[]) {
  test.each(texts)(`${why}: %j`, (text) => {
    expect(parseWorkoutText(text)).toBeNull();
  });
}

describe('one piece', () => {
  reads('distance', [
    ['5k', [meters(5000)]],
    ['10K', [meters(10_000)]],
    ['6 km', [meters(6000)]],
    ['21.097km', [meters(21_097)]],
    ['10,000m', [meters(10_000)]],
    ['500 meters', [meters(500)]],
    ['2 kilometres', [meters(2000)]],
    ['750mtrs.', [meters(750)]],
    ['half marathon', [meters(21_097)]],
    ['Half-Marathon', [meters(21_097)]],
    ['marathon', [meters(42_195)]],
    ['Full marathon', [meters(42_195)]],
    ['5k row', [meters(5000)]],
    ['Row 5k', [meters(5000)]],
  ]);
  reads('time', [
    ['40s', [seconds(40)]],
    ['90 secs', [seconds(90)]],
    ['45"', [seconds(45)]],
    ["45''", [seconds(45)]],
    ['60’', [minutes(60)]],
    ['30mins', [minutes(30)]],
    ['7.5 min', [seconds(450)]],
    ["1'30", [seconds(90)]],
    ['1\'30"', [seconds(90)]],
    ['1h30', [minutes(90)]],
    ['1 hr', [minutes(60)]],
    ['1:30 min', [seconds(90)]],
    ['1:00:00', [minutes(60)]],
  ]);
  reads('calories', [
    ['500 cal', [calories(500)]],
    ['100 Calories', [calories(100)]],
    ['10 x 20 cal / 1:00 rest', times(10, calories(20, 60))],
    ['5x15cals r1:30', times(5, calories(15, 90))],
  ]);
  reads('no pieces', [
    ['Just row', []],
    ['just row.', []],
    ['free row', []],
  ]);
});

describe('targets', () => {
  reads('stroke rate', [
    ["30' r20", [minutes(30, 0, rate(20))]],
    ['20:00 r18-20', [minutes(20, 0, rate(18, 20))]],
    ['20:00 r18–20', [minutes(20, 0, rate(18, 20))]],
    ['30min @ r18', [minutes(30, 0, rate(18))]],
    ['5k @ 24', [meters(5000, 0, rate(24))]],
    ['5k @ 24-26', [meters(5000, 0, rate(24, 26))]],
    ['2k (rate 24)', [meters(2000, 0, rate(24))]],
    ['2k, rate: 24', [meters(2000, 0, rate(24))]],
    ['2k R30', [meters(2000, 0, rate(30))]],
    ['30 min at 20 spm', [minutes(30, 0, rate(20))]],
    ['30 min 20 to 22spm', [minutes(30, 0, rate(20, 22))]],
    ["30' - r20", [minutes(30, 0, rate(20))]],
    ['5k r<22', [meters(5000, 0, rate(0, 22))]],
    ['5k r≤22', [meters(5000, 0, rate(0, 22))]],
    ['5k max r24', [meters(5000, 0, rate(0, 24))]],
    ["4 x 1k r24 max r2'", times(4, meters(1000, 120, rate(0, 24)))],
    ['5k r24 max', [meters(5000, 0, rate(0, 24))]],
    ['5k rate cap 20', [meters(5000, 0, rate(0, 20))]],
    ['5k max 20 spm', [meters(5000, 0, rate(0, 20))]],
    ["3 x 10' @ r20 / 2' rest", times(3, minutes(10, 120, rate(20)))],
    ["3 x 2k, 6' rest, r22", times(3, meters(2000, 360, rate(22)))],
    ['5 x 1500m r24', times(5, meters(1500, 0, rate(24)))],
    ['4x500m w/ r24', times(4, meters(500, 0, rate(24)))],
    ["30' AT R20", [minutes(30, 0, rate(20))]],
    ["3x10' r20", times(3, minutes(10, 0, rate(20)))],
    ["5' r20, 5' r22, 5' r24", [20, 22, 24].map((spm) => minutes(5, 0, rate(spm)))],
    ["3 x 5' r20 + 5' r22", [...times(3, minutes(5, 0, rate(20))), minutes(5, 0, rate(22))]],
    ["1' r20 + 1' r22 + 1' r24", [20, 22, 24].map((spm) => minutes(1, 0, rate(spm)))],
  ]);
  reads('pace', [
    ['5k @ 2:05', [meters(5000, 0, { paceSec: 125 })]],
    ['10K @2:05/500m', [meters(10_000, 0, { paceSec: 125 })]],
    ['2k @ 1:45.5', [meters(2000, 0, { paceSec: 105.5 })]],
    ['20 min at 2:10', [minutes(20, 0, { paceSec: 130 })]],
    ['20 min 2:10 pace', [minutes(20, 0, { paceSec: 130 })]],
    ['20 min, split 2:10', [minutes(20, 0, { paceSec: 130 })]],
    ['20 min @ 3:10', [minutes(20, 0, { paceSec: 190 })]],
    ['500m @ 3:00', [meters(500, 0, { paceSec: 180 })]],
    ['8x500m @ 3:00/500m', times(8, meters(500, 0, { paceSec: 180 }))],
    ['1k @ 3:30/500m', [meters(1000, 0, { paceSec: 210 })]],
    ['500m @ 1:15', [meters(500, 0, { paceSec: 75 })]],
    ['10k @ 2:40', [meters(10_000, 0, { paceSec: 160 })]],
    ['10x500m @ 1:45 / 2:00', times(10, meters(500, 120, fastSplit))],
    ['10x500m @ 1:45 2:00 rest', times(10, meters(500, 120, fastSplit))],
    ['10x500m / 2:00 @ 1:45', times(10, meters(500, 120, fastSplit))],
    ['5k @ 2:05 r20', [meters(5000, 0, { paceSec: 125, ...rate(20) })]],
    ['8x500m @ 2k pace / 2:00', times(8, meters(500, 120, ofBest(2000, 0)))],
  ]);
  reads("relative to the athlete's best", [
    ['5k @ 2k+10', [meters(5000, 0, ofBest(2000, 10))]],
    ['5k at 2k + 10', [meters(5000, 0, ofBest(2000, 10))]],
    ['5k, 2K+10, r22', [meters(5000, 0, { ...ofBest(2000, 10), ...rate(22) })]],
    ["60' UT2 2k+20", [minutes(60, 0, { ...ofBest(2000, 20), ...effort('UT2') })]],
    ['8x500m @ 2k pace - 2 / 3:00', times(8, meters(500, 180, ofBest(2000, -2)))],
    ["8x500m @ 2k-5/3'", times(8, meters(500, 180, ofBest(2000, -5)))],
    ['8x500m @ 2k -1.5s, 3:00 rest', times(8, meters(500, 180, ofBest(2000, -1.5)))],
    ['4x1k @ 5k PB plus 2 sec', times(4, meters(1000, 0, ofBest(5000, 2)))],
    ['4x1k @ 2k split +0:05', times(4, meters(1000, 0, ofBest(2000, 5)))],
    [
      '8x500m @ 2k pace + 3k easy',
      [...times(8, meters(500, 0, ofBest(2000, 0))), meters(3000, 0, effort('easy'))],
    ],
    ["30' @ 70% of 2k watts", [minutes(30, 0, { relative: { ofDistanceM: 2000, powerShare: 0.7 } })]],
    [
      "30' 85% 2k power r20",
      [minutes(30, 0, { relative: { ofDistanceM: 2000, powerShare: 0.85 }, ...rate(20) })],
    ],
  ]);
  reads('a share of what the product does not know, as words', [
    ["4 x 4' @ 90% / 3'", times(4, minutes(4, 180, effort('90%')))],
    ["60' @ 75% HRmax", [minutes(60, 0, effort('75% HRmax'))]],
  ]);
  reads('heart rate', [
    ["60' hr 140-150", [minutes(60, 0, heartRate(140, 150))]],
    ['60 min @ 150 bpm', [minutes(60, 0, heartRate(150))]],
    ["60' hr <150", [minutes(60, 0, heartRate(0, 150))]],
    ["60' max hr 150", [minutes(60, 0, heartRate(0, 150))]],
    ['1 hr heart rate 140', [minutes(60, 0, heartRate(140))]],
  ]);
  reads('power', [
    ["30' 200w", [minutes(30, 0, { powerW: 200 })]],
    ["3x10' @ 200 watts / 3'", times(3, minutes(10, 180, { powerW: 200 }))],
    ['watts 200 20 min', [minutes(20, 0, { powerW: 200 })]],
  ]);
  reads('intensity', [
    ["60' UT2", [minutes(60, 0, effort('UT2'))]],
    ["3 x 20' UT2 r 3'", times(3, minutes(20, 180, effort('UT2')))],
    ["UT1: 3x10' / 2'", times(3, minutes(10, 120, effort('UT1')))],
    ['zone 2 60 min', [minutes(60, 0, effort('zone 2'))]],
    ["3x10' AT r3'", times(3, minutes(10, 180, effort('AT')))],
    ['30 min AT', [minutes(30, 0, effort('AT'))]],
    ['30 min AT r24', [minutes(30, 0, { ...effort('AT'), ...rate(24) })]],
    ['30 MIN AT R24', [minutes(30, 0, rate(24))]],
    ['easy 10k', [meters(10_000, 0, effort('easy'))]],
    ['steady state 60 min', [minutes(60, 0, effort('steady state'))]],
    ['2k test', [meters(2000, 0, effort('test'))]],
    ['6k time trial', [meters(6000, 0, effort('time trial'))]],
    ['500m all-out', [meters(500, 0, effort('all-out'))]],
    ['2k max', [meters(2000, 0, effort('max'))]],
    ["60' UT2 r18 hr <150", [minutes(60, 0, { ...effort('UT2'), ...rate(18), ...heartRate(0, 150) })]],
    ["20' easy UT2", [minutes(20, 0, effort('easy UT2'))]],
    ['Warm up 10 min', [minutes(10, 0, effort('Warm up'))]],
    ['10 min warm-up easy', [minutes(10, 0, effort('warm-up easy'))]],
  ]);
});

describe('rests', () => {
  reads('mark', [
    ['5x5min (2min rest)', times(5, minutes(5, 120))],
    ["3x1500m r=5'", times(3, meters(1500, 300))],
    ['3x1500m [r: 5 min]', times(3, meters(1500, 300))],
    ['8 x 500m - 2:00', times(8, meters(500, 120))],
    ["5 x 1k R4'", times(5, meters(1000, 240))],
    ['4x500m w/ 2:00', times(4, meters(500, 120))],
    ['4 x 2000m w/ 5min rest', times(4, meters(2000, 300))],
    ['4x500m/2minrest', times(4, meters(500, 120))],
    ["4x500mr2'", times(4, meters(500, 120))],
    ['4x500m 2m rest', times(4, meters(500, 120))],
    ["4x500m r1'30", times(4, meters(500, 90))],
    ['4x500m, 2:00 between', times(4, meters(500, 120))],
    ['4 x 500m with 2 min recovery', times(4, meters(500, 120))],
    ['5 x 5 min. 2 min. rest.', times(5, minutes(5, 120))],
    ["10' r 20s", [minutes(10, 20)]],
    ['10x500m no rest', times(10, meters(500))],
    ['500m / 1:00 rest', [meters(500, 60)]],
  ]);
  reads('undefined', [
    ['4x500m/undefined rest', times(4, meters(500, null))],
    ['4x500m rest undefined', times(4, meters(500, null))],
    ['4 x 500m, rest as needed', times(4, meters(500, null))],
    ['4x500m ur', times(4, meters(500, null))],
    ['4x500m sprints, full recovery', times(4, meters(500, null, effort('sprints')))],
  ]);
  reads('on and off', [
    ["10x1' on 1' off", times(10, minutes(1, 60))],
    ["10x1' on, 1' off", times(10, minutes(1, 60))],
    ["1' on / 1' off x 10", times(10, minutes(1, 60))],
    ['30s on 30s off x 20', times(20, seconds(30, 30))],
    ["10 x 1' hard / 1' easy", times(10, minutes(1, 0, effort('hard')), minutes(1, 0, effort('easy')))],
    ['7 x 2 min hard, 2 min light', times(7, minutes(2, 0, effort('hard')), minutes(2, 0, effort('light')))],
  ]);
  reads('rest of a later part', [
    ['6x500m, 2:00 rest, 2000m', [...times(6, meters(500, 120)), meters(2000)]],
    ['4x500m/1:00, 5:00 rest, 2k', [...times(3, meters(500, 60)), meters(500, 300), meters(2000)]],
    ["2k + 5' rest + 2k", [meters(2000, 300), meters(2000)]],
  ]);
});

describe('groups', () => {
  reads('count behind', [
    ['1:00/1:00 x 10', times(10, minutes(1, 60))],
    ['500m 1:30r x 8', times(8, meters(500, 90))],
    ['500m x 8 r2:00', times(8, meters(500, 120))],
    ['500m r28 x 8 / 2:00', times(8, meters(500, 120, rate(28)))],
    ['(5x500m/1:00) x 2', times(10, meters(500, 60))],
  ]);
  reads('a piece behind a series is one of its own where it is no easier', [
    ['4 x 1:00 r28 + 1:00 r28', times(5, minutes(1, 0, rate(28)))],
    ['10 x 1:00 200w + 1:00 200w', times(11, minutes(1, 0, { powerW: 200 }))],
    ['10 x 1:00 ut1 + 1:00 ut1', times(11, minutes(1, 0, effort('ut1')))],
    [
      '4 x 1:00 70% of 2k watts + 1:00 70% of 2k watts',
      times(5, minutes(1, 0, { relative: { ofDistanceM: 2000, powerShare: 0.7 } })),
    ],
  ]);
  reads('a time at the end of a list is a piece', [
    ['4x500m/1:00, 5:00', [...times(4, meters(500, 60)), minutes(5)]],
    ['20 min, 10:00', [minutes(20), minutes(10)]],
  ]);
  reads('count in words', [
    ['4 times 500m / 1:00', times(4, meters(500, 60))],
    ['5 sets of 500m / 2:00', times(5, meters(500, 120))],
    ['3 rounds: (500m + 250m), 1:00 between rounds', times(3, meters(500), meters(250, 60))],
  ]);
  reads('ladder', [
    ['1-2-3-4-3-2-1 min', [1, 2, 3, 4, 3, 2, 1].map((count) => minutes(count))],
    ['pyramid 1-2-3-2-1 min', [1, 2, 3, 2, 1].map((count) => minutes(count))],
    ["1'/2'/3'/2'/1' 1' rest", [1, 2, 3, 2, 1].map((count) => minutes(count, 60))],
    ["1'/2'/3' / 1' rest", [1, 2, 3].map((count) => minutes(count, 60))],
    ['4-3-2-1 min r1:00', [4, 3, 2, 1].map((count) => minutes(count, 60))],
    ['4:00/3:00/2:00', [4, 3, 2].map((count) => minutes(count))],
    ["500-1000-1500-1000-500m r 2'", [500, 1000, 1500, 1000, 500].map((each) => meters(each, 120))],
    ["250/500/750/1000m r2'", [250, 500, 750, 1000].map((each) => meters(each, 120))],
    ['2k/1k/500m / 3:00', [2000, 1000, 500].map((each) => meters(each, 180))],
    ['2k - 1k - 500m', [2000, 1000, 500].map((each) => meters(each))],
    ['10-20-30 cal / 1:00', [10, 20, 30].map((each) => calories(each, 60))],
    ["2 x 3'/2'/1' 1' rest", times(2, ...[3, 2, 1].map((count) => minutes(count, 60)))],
  ]);
  reads('set', [
    ['2 x (5x500m / 1:00) / 5:00', times(2, ...times(4, meters(500, 60)), meters(500, 300))],
    ['2x(4x250m/1:00), 5:00 between sets', times(2, ...times(3, meters(250, 60)), meters(250, 300))],
    ["2 x [5 x 500m (1:00 rest)] r5'", times(2, ...times(4, meters(500, 60)), meters(500, 300))],
    ["3x(1500m r=5')", times(3, meters(1500, 300))],
    ['2 x 5 x 500m, 1:00 r', times(10, meters(500, 60))],
    ['3 x (500m + 1000m), 2:00 between sets', times(3, meters(500), meters(1000, 120))],
    ['3 x (500m + 1000m / 1:00 rest)', times(3, meters(500, 60), meters(1000, 60))],
    [
      '2 x (2 x (2 x 500m/1:00) / 3:00) / 5:00',
      times(2, ...times(1, meters(500, 60), meters(500, 180), meters(500, 60), meters(500, 300))),
    ],
    ["3 x (5' r20, 3' r22) 5' rest", times(3, minutes(5, 0, rate(20)), minutes(3, 300, rate(22)))],
    ['2 x (500m/1:00 + 250m/1:00) r28', times(2, meters(500, 60, rate(28)), meters(250, 60, rate(28)))],
  ]);
  reads('warm-up, main part and cool-down', [
    [
      'WU 2k + 4x500m/2:00 + CD 1k',
      [meters(2000, 0, effort('WU')), ...times(4, meters(500, 120)), meters(1000, 0, effort('CD'))],
    ],
    [
      'Warm up: 10 min easy, main: 4 x 500m r28 / 2:00 rest, cool down: 5 min',
      [
        minutes(10, 0, effort('Warm up easy')),
        ...times(4, meters(500, 120, rate(28))),
        minutes(5, 0, effort('cool down')),
      ],
    ],
    ["10' WU, 5' rest, 4x500m/2:00", [minutes(10, 300, effort('WU')), ...times(4, meters(500, 120))]],
    ["10' easy, 4x500m r24/2:00", [minutes(10, 0, effort('easy')), ...times(4, meters(500, 120, rate(24)))]],
    ['WU 10 min + 4x500m/2:00', [minutes(10, 0, effort('WU')), ...times(4, meters(500, 120))]],
    [
      '10 min easy then 2k test then 10 min easy',
      [minutes(10, 0, effort('easy')), meters(2000, 0, effort('test')), minutes(10, 0, effort('easy'))],
    ],
    ['WU 10 min + 5k @ 2:00', [minutes(10, 0, effort('WU')), meters(5000, 0, { paceSec: 120 })]],
  ]);
});

describe('the rest of a series behind single pieces', () => {
  reads('is its own', [
    ['5k, then 10x30s/30s', [meters(5000), ...times(10, seconds(30, 30))]],
    ['2k then 4x500m/2:00r', [meters(2000), ...times(4, meters(500, 120))]],
    ['2000m + 4x500m/2:00', [meters(2000), ...times(4, meters(500, 120))]],
    ['10 min, 4x500m/2:00 rest', [minutes(10), ...times(4, meters(500, 120))]],
    ['20 min r18, then 4 x 500m / 2:00 rest', [minutes(20, 0, rate(18)), ...times(4, meters(500, 120))]],
    ['2000m, 4x500m / 2:00, 1000m', [meters(2000), ...times(4, meters(500, 120)), meters(1000)]],
    ['4x500m + 4x250m / 1:00', [...times(4, meters(500, 60)), ...times(4, meters(250, 60))]],
  ]);
  refuses('is not clear behind a piece and a series', ['2k + 4x500m + 4x250m / 1:00']);
  refuses('may be a time that is added to it', [
    "3x1000m + 3'",
    '4x500m then 2:00',
    "3x10' + 5'",
    "4x1000m + 5' + 1000m / 3'",
  ]);
  refuses('may be easy work that is added to it', [
    '6 x 500m hard + 500m easy',
    '4x500m + 500m paddle',
    '4x500m r30 + 500m r18',
    "6x2' @1:45 + 1' @2:15",
    "8x3' r28 + 3' UT2",
    "3 x 10' r24 + 10' r18",
    '4 x 500m 2k pace + 500m 5k pace',
    "4 x 4' 200w + 4' 120w",
    '3 x 2k hr 170 + 1k hr 140',
  ]);
  reads('is not harder work or a longer cool-down that is added', [
    ["3 x 5' r20 + 5' r22", [...times(3, minutes(5, 0, rate(20))), minutes(5, 0, rate(22))]],
    ["3 x 10' UT2 + 10' UT1", [...times(3, minutes(10, 0, effort('UT2'))), minutes(10, 0, effort('UT1'))]],
    ['4x500m hard + 3k easy', [...times(4, meters(500, 0, effort('hard'))), meters(3000, 0, effort('easy'))]],
    ['3 x 1000m + 500m', [...times(3, meters(1000)), meters(500)]],
  ]);
});

describe('text that has no plan', () => {
  refuses('no unit', [
    '2000',
    '4x500',
    '5 x 5',
    '30 r20',
    '20/10',
    '8 x 20/10',
    '40/20 x 10',
    '8 x 500 - 2:00',
    '1-2-3-2-1',
    'r20',
    'rest',
    '4 x 500m r90',
    '4x500m / 2',
    '1:1',
    '500-1000',
    '8x40:20',
    '30:30 x 10',
  ]);
  refuses('a unit with two meanings', [
    '10x1m',
    '2.000 m',
    '10.000m',
    '1.30 min',
    '2,5 km',
    '500s x 8 r2:00',
    '8 x 500s',
    '1:30 h',
    '5 m',
  ]);
  refuses('a rest or something else', [
    '4:00/3:00',
    '1:00/1:00',
    '2k / 7:00',
    '2k / 100m',
    '6x500m 3:00',
    '3 x 500 m 2 min',
    '4x500m, 2:00',
    '8 x 500m r20',
    "10 x 1' r30",
    "3x10' r30",
    '5 x 500m (2:00)',
    "3 x 20' - 25'",
    '2:00/1:00/2:00',
    "3 x 4'/3'/2'",
    '2 x (4 x 500m) / 5:00',
    '3 x (500m + 1000m) / 2:00',
    '3 rounds: (500m + 250m) / 1:00',
    "2x(1'-2'-3'-2'-1') 1' rest",
    "3x(1'/2'/3') 1' rest",
    '3 x 4 x 250m / 3:00',
    '(4x500m) / 1:00',
    "2 x 20' / 5' UT2",
    "10 x 1' / 1' r20",
    '4x500m/1:00, 5:00 rest',
    '2 x (500m/1:00), 2:00 between pieces',
    '4x500m 2:00 between sets',
  ]);
  refuses('a rest in place of one that is written', [
    "3 x (500m / 1') / 5'",
    "3 x (1000m 1' rest), 3' between",
    "2 x (1' on, 1' off) 5' rest",
    "4x(3'/2') / 5'",
    '2 x (2 x (500m/1:00) / 3:00) / 5:00',
    '2 x (500m/2:00 + 250m/1:00) / 4:00',
    '(500m / 1:00) / 2:00',
    '500m/1:00, 5:00 rest, 2k',
    '3 x (500m ur) / 5:00',
  ]);
  refuses('the rest behind a ladder or its last piece', [
    "20'/15'/10'/5' / 3'",
    "10'/8'/6'/4' / 1'",
    "4'/3' / 2'",
    "1'/2'/3'/4' / 2'",
    '4:00/3:00/2:00/1:00 / 0:30',
    "5'-4'-3'-2'-1' - 1'",
    "10'/8'/6'/4'/2'/2'",
  ]);
  refuses('a second pace or a rest', [
    '2x2000m @ 1:55 / 1:50',
    '4x1000m @1:50 / 1:48',
    '6x500m @ 1:38 / 1:40',
    "3 x 10' @ 2:05 / 2:00",
  ]);
  refuses('a range, or a pace that depends on something else', [
    '18-20 min',
    '4x1k @1:50-1:55 / 3:00',
    '4x1k @1:50/1:55',
    '5k @ 2k+10-12',
    '5k @ 2k+60',
    '4 x 1k @ 2k pace + 30s',
    '4 x 1k @ 2k - 2:00',
    '8x500m @ 2k pace - 60 rest',
    "20' 70-75% 2k watts",
    "20' @ 90% of",
    "60' max 200w",
  ]);
  refuses('a pace or the time of the piece, a time of day or the length of splits', [
    '2k @ 7:00',
    '4 x 1k @ 3:30 / 3:00',
    '3 x (1k + 2k) @ 3:30',
    '3 x 1k pace 4:00',
    '400m @ 1:20',
    '5k at 7:30',
    '60 min at 6:30',
    '20 cal @ 3:00',
    '20:00 split 4:00',
    '30:00 splits 5:00',
    '20 min, 2:00 split',
    '8 x 500m @3:00',
    '6x750m @ 4:00',
    '2 x (500m @ 3:00)',
  ]);
  refuses('what the rest is like, or when it ends', [
    "4x500m w/ 2' easy",
    "4x500m 2' rest easy",
    '4x500m, 2:00 rest, easy',
    "4x500m (2' rest, paddle)",
    '8x500m full rest hr <120',
    "8x500m 2' rest, hr <120",
    "8 x 500m 2' rest max",
    '4 x 1k / 3 min r18',
    "8 x 1' / 1' rest @ 20",
    '8 x 500m / 2:00 rest @ 2:30',
  ]);
  refuses('a part of what is before it in a list', [
    '2k, 7:00',
    '1k, 5:00, 1k, 5:00',
    '750m, 500m, 250m, rests: 3 min, 2 min, 1 min',
    "1k, 750m, rest 3', 2'",
    '3 x 15 min, 3 min paddle',
    '4x750m; 3:00',
    '4x1k & 2:00',
    '3 x 20 min r18, 3 min easy',
    '10 x 1:00 r28, 1:00 r18',
    '3 x 500m, 250m r1:00',
    '3 rounds: 500m, 20 cal, 1:00 rest',
    '3 rounds of 500m, 1:00 rest, 250m, 1:00 rest',
    '2 x (3/2/1 min, 1 min rest), 5 min',
    '3x500m/1:00, 5:00, 3x250m/0:30',
    '2k easy, 5 min, 2k hard',
    '30:00 r20, 2:00',
    '60 min UT2; r18; 2:10',
    '20 min, 2:10',
    "20' UT2, 5', 20' UT1",
    "20' + 3' + 20'",
    "20' r20 + 3' + 20' r22",
    '20 min then 3 min then 20 min',
    "15' + 3' + 15' + 3' + 15'",
    "1000m + 3' + 1000m",
    "4x1000m/3' + 5' + 4x500m/2'",
    "3x(1000m + 3')",
    "20'-5'-20'",
    "20'-5'-20'-5'-20'",
  ]);
  refuses('a zone or a word, a short form or the steps of a ladder', [
    '3x20min AT 2:00',
    '20 min AT 24',
    'pyramid 1-7-1 min',
    "1'-4'-1'",
  ]);
  refuses('which figure a cap belongs to', [
    "20' r24 max hr 150",
    "20' hr 150 max r24",
    "20' max hr 150 max r24",
    "20' 24 spm max hr 150",
  ]);
  refuses('which pieces it belongs to', [
    '500m + 1000m r22',
    '2k, 1k @ 1:50',
    '500m + 1000m + 500m r22 / 2:00 rest',
    '500m/1:00 + 250m/1:00 x 4',
    '4x500m hard, 10 min easy',
    '7 x 2 min hard, 1 min light',
    '500m, 1k, r22',
    '500m easy + 500m hard / 1:00',
  ]);
  refuses('the start of an interval or a ratio', [
    '12x500m on 3:00',
    '10 x 1:00 on 2:00',
    '6x500m 1:1 work:rest',
    "10 x 1' on",
    '4x500m every 3:00',
  ]);
  refuses('work that a monitor does not have', [
    '10 x 10 strokes',
    '1 mile',
    '2k swim',
    '10 x 15s / 15s',
    '20 x 50m',
    '0 cal',
    '10000 cal',
    '1.5 cal',
  ]);
  refuses('said twice', [
    '2k r20 r22',
    '2k @ 2:00 @ 2:05',
    '4 x 500m x 8',
    '4x500m / 1:00 / 2:00',
    '2k UT2 r20 rate 22',
    '2k hard easy',
    '2k UT1 UT2',
  ]);
  refuses('words', [
    'banana pancakes',
    '2k banana pancakes',
    'Pause 3:00',
    'just row 2k',
    'easy',
    'warm up',
    'then 2k',
    '2k then',
    'an easy 10k',
    'pyramid 2k',
    '2k 2k',
    '1/2/2025 2k',
    '2k?',
    '5k 🚣',
    '2k\u0000',
  ]);
  refuses('brackets', ['(2k', '2k)', '(2k]', '()', '2 x ()', '(((((2k)))))', '2k (easy', '2k ((r24))']);
});
