// Stroke files whose figures count down, restart, or are shifted against their header.
import { describe, expect, test } from 'vitest';
import { onlyWorkout, readText } from '../../test/read-text.ts';

const boatCoachHeader =
  'DateTime,workoutType,intervalType,intervalCount,strokeRate,currentHeartRate,workTime,restTime,workDistance,stroke500MPace,strokePower,strokeCount,dragFactor';

/** A row per second at 4 m/s, a stroke every three seconds; `meters` and `sec` are the monitor's display. */
function boatCoach(
  type: string,
  seconds: number,
  shown: (sec: number) => { sec: number; meters: number; lap?: number },
): string {
  const rows = Array.from({ length: seconds }, (_, at) => {
    const { sec, meters, lap = 0 } = shown(at + 1);
    const clock = `0:${String(Math.floor(sec / 60)).padStart(2, '0')}:${String(sec % 60).padStart(2, '0')}`;
    return `20260303T080000.1-0400,${type},none,${lap},20,140,${clock},0:00:00,${meters},0:02:05,180,${Math.ceil((at + 1) / 3)},115`;
  });
  return [
    'Workout data for: Ann    Club: Harbour    Date: 20260303 08:00',
    boatCoachHeader,
    ...rows,
    '',
  ].join('\n');
}

describe('a BoatCoach file', () => {
  test('counts down the rest of a set distance', () => {
    const workout = onlyWorkout(
      boatCoach('FixedDistanceSplits', 500, (sec) => ({ sec, meters: 2000 - sec * 4 })),
    );
    expect(workout).toMatchObject({ elapsedTime: 500, distance: 2000, startedAt: '2026-03-03T08:00:00' });
    expect(workout.strokes[0]).toMatchObject({ elapsedTime: 3, distance: 12 });
  });
  test.each([498, 1500, 1996, 4994])(
    'has the set distance if the file begins %i m after the start',
    (first) => {
      const set = Math.ceil(first / 100) * 100;
      const text = boatCoach('FixedDistanceSplits', 100, (sec) => ({
        sec: sec - 1,
        meters: first - (sec - 1) * 4,
      }));
      expect(Math.abs((onlyWorkout(text).distance ?? 0) - (set - first) - 99 * 4)).toBeLessThanOrEqual(6);
    },
  );
  test('counts down the rest of a set time', () => {
    const workout = onlyWorkout(
      boatCoach('FixedTimeSplits', 300, (sec) => ({ sec: 300 - sec, meters: sec * 4 })),
    );
    expect(workout).toMatchObject({ elapsedTime: 300, distance: 1200 });
  });
  test('counts down in each interval', () => {
    const text = boatCoach('FixedDistanceInterval', 250, (sec) => ({
      sec: ((sec - 1) % 125) + 1,
      meters: 500 - (((sec - 1) % 125) + 1) * 4,
      lap: sec > 125 ? 1 : 0,
    }));
    expect(onlyWorkout(text)).toMatchObject({
      elapsedTime: 250,
      distance: 1000,
      intervals: [{ distance: 500 }, { distance: 500 }],
    });
  });
});

describe('an RP3 file', () => {
  const header =
    '"id","workout_interval_id","ref","stroke_number","power","stroke_rate","time","stroke_length","distance","distance_per_stroke","estimated_500m_time","energy_per_stroke","pulse","peak_force","drive_time","recover_time","curve_data"';
  const row = (lap: number, stroke: number, sec: number, meters: number) =>
    `,${lap},1,${stroke},180,20,${sec},140,${meters},1200,125,540,140,480,0.9,2.1,"1,2,-32768"`;
  const work = (lap: number, from: number, beginsAgain: boolean) =>
    Array.from({ length: 20 }, (_, at) => {
      const stroke = (beginsAgain ? 0 : from) + at + 1;
      return row(lap, from + at + 1, stroke * 3, stroke * 12);
    });

  test.each([true, false])('may begin again in each interval: %s', (beginsAgain) => {
    const text = [header, ...work(1, 0, beginsAgain), ...work(2, 20, beginsAgain), ''].join('\n');
    const workout = onlyWorkout(text);
    expect(workout).toMatchObject({
      elapsedTime: 120,
      distance: 480,
      intervals: [{ distance: 240 }, { distance: 240 }],
    });
    expect(workout.strokes[0]).toMatchObject({ forceCurve: [1, 2], driveLength: 1.4, strokeDistance: 12 });
  });

  test('has a rest if an interval has almost no meters', () => {
    const text = [
      header,
      ...work(1, 0, true),
      row(2, 21, 45, 3),
      row(2, 22, 60, 5),
      ...work(3, 22, true),
      '',
    ].join('\n');
    expect(onlyWorkout(text)).toMatchObject({
      elapsedTime: 120,
      distance: 480,
      restTime: 60,
      intervals: [{ kind: 'work' }, { kind: 'rest', time: 60 }, { kind: 'work' }],
    });
  });

  test.each([
    ['a rest', 60, 5, 'rest'],
    ['a rest with the most meters', 80, 60, 'rest'],
    ['work, if it is a short sprint', 15, 55, 'work'],
    ['work, if it is slow and long', 200, 100, 'work'],
  ])('an RP3 file that continues has %s', (_, sec, meters, kind) => {
    // The second interval begins at 60 s and 240 m.
    const rows = [row(2, 21, 60 + sec / 2, 240 + meters / 2), row(2, 22, 60 + sec, 240 + meters)];
    const last = Array.from({ length: 20 }, (_unused, at) =>
      row(3, 23 + at, 60 + sec + (at + 1) * 3, 240 + meters + (at + 1) * 12),
    );
    const { intervals } = onlyWorkout([header, ...work(1, 0, false), ...rows, ...last, ''].join('\n'));
    expect(intervals.map((each) => each.kind)).toEqual(['work', kind, 'work']);
  });
});

describe('a RowPro file', () => {
  const header =
    'Date,TotalTime,TotalDistance,AvgPace,Unit,Origin,TotalCals,DutyCycle,Type,Format,Slide,Session_Id,Rowfile_Id,AvgHR,LastHR,Offset';
  const strokes = [
    'Time,Distance,Pace,Watts,Cals,SPM,HR,DutyCycle,Rowfile_Id',
    '15000,60,0.25,180,1,24,140,0,7',
    '30000,120,0.25,180,2,24,150,0,7',
  ];
  const read = (line: string) => onlyWorkout([header, line, '', ...strokes, ''].join('\n'));
  const known = { elapsedTime: 30, distance: 120, averageHeartRate: 145, title: '10,000 meters' };

  test.each([
    [
      'flags and words after Slide',
      '1/30/2016 17:07:09,30000,120,0.25,0,0,12,0,0,"10,000 meters",False,False,,"Home",0,7,145,150,0',
    ],
    [
      'a format without quotation marks',
      '1/30/2016 17:07:09,30000,120,0.25,0,0,12,0,0,10,000 meters,False,0,7,145,150,0',
    ],
    ['both', '1/30/2016 17:07:09,30000,120,0.25,0,0,12,0,0,10,000 meters,False,True,x,0,7,145,150,0'],
    [
      'nothing behind the heart rates',
      '1/30/2016 17:07:09,30000,120,0.25,0,0,12,0,0,"10,000 meters",False,True,x,y,0,7,145,150',
    ],
  ])('may have %s', (_, line) => {
    expect(read(line)).toMatchObject(known);
  });
});

test('the same problem in a hundred lines is reported once', () => {
  const rows = Array.from({ length: 100 }, (_, at) => `${at + 1},x,${at * 10},100,350,800,30,141`);
  const header =
    'Number,"Time (seconds)","Distance (meters)","Pace (seconds)",Watts,Cal/Hr,"Stroke Rate","Heart Rate"';
  const { workouts, problems } = readText([header, ...rows, ''].join('\n'));
  expect(workouts).toEqual([]);
  expect(problems).toEqual([
    { line: 2, message: 'Time (seconds): “x” is not a number. The same in lines 3, 4, 5, 6, 7 and 94 more.' },
  ]);
});
