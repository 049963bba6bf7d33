import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { testNowMs } from '../../test/read-text.ts';
import { readWorkouts } from '../read.ts';

const header =
  '"Log ID",Date,Description,"Work Time (Formatted)","Work Time (Seconds)","Rest Time (Formatted)","Rest Time (Seconds)","Work Distance","Rest Distance","Stroke Rate/Cadence","Stroke Count",Pace,"Avg Watts",Cal/Hour,"Total Cal","Avg Heart Rate","Drag Factor",Age,Weight,Type,Ranked,Comments,"Date Entered"';
const row = (id: number) =>
  `${id},"2026-03-01 18:04:00","3x1:00/0:30r row",3:00.0,180,1:30.0,90,900,60,29,89,1:40.0,350,1504,75,,130,30,Hwt,RowErg,No,,"2026-03-01 18:45:21"`;
const strokes = fixture('reported/concept2-result-intervals-with-rowed-rests.csv');

function read(season: string, name: string) {
  const zip = zipSync({ 'season.csv': strToU8(season), [name]: strokes });
  const { workouts, problems } = readWorkouts(zip, 'logbook.zip', testNowMs);
  return { workouts, words: problems.map(({ message }) => message) };
}

describe('the strokes of a result with rowed rests, in one archive with its season', () => {
  const { workouts, words } = read(`${header}\n${row(77)}\n${row(78)}\n`, 'concept2-result-77.csv');

  test('have the time, distance, date and rests of the row, once', () => {
    expect(workouts).toMatchObject([
      { logbookId: '78', strokes: [] },
      { logbookId: '77', elapsedTime: 180, distance: 900, restTime: 90, endedAt: '2026-03-01T18:04:00' },
    ]);
  });

  test('are those of its work, and the others are reported', () => {
    const [, joined] = workouts;
    const of = (interval: number) => joined?.strokes.filter((stroke) => stroke.interval === interval).length;
    expect([of(1), of(2), of(3)]).toEqual([30, 29, 30]);
    expect(joined?.strokes.at(-1)?.elapsedTime).toBeLessThanOrEqual(180);
    expect(words).toEqual([expect.stringMatching(/^\d+ strokes of rests are left out\.$/)]);
  });
});

test('strokes of a result that is not in the season stay a workout, and report that rests may count', () => {
  const { workouts, words } = read(`${header}\n${row(78)}\n`, 'concept2-result-77.csv');
  expect(workouts.map(({ strokes: { length } }) => length > 0)).toEqual([false, true]);
  expect(words.join(' ')).toMatch(/does not say where their work ends/);
});
