import { paceSecOf } from '@boathouse/workout/pace';
import { expect, test } from 'vitest';
import { advance, drawFlights, drawHeats, placesOf } from './draw.ts';
import { percentOfRecord } from './handicap.ts';
import { nextStart, weighInOf } from './timetable.ts';

/** Examples of races whose numbers were worked out by hand from the rules that each test names. */

const ranks = Array.from({ length: 14 }, (_, index) => ({ id: `${index + 1}`, seedSec: 400 + index }));

test('timed finals of 14 athletes on 6 ergs (Kettwig 2025: the fastest flight last, one ranking over all)', () => {
  const flights = drawFlights({ entries: ranks, lanes: 6 });
  expect(flights.map((seats) => seats.length)).toEqual([4, 5, 5]);
  expect(flights.at(-1)).toEqual([
    { id: '1', lane: 3 },
    { id: '2', lane: 4 },
    { id: '3', lane: 2 },
    { id: '4', lane: 5 },
    { id: '5', lane: 1 },
  ]);
});

test('heats of the same 14 (British Rowing Masters: 13 to 18 entries row three heats)', () => {
  const heats = drawHeats({ entries: ranks, heats: 3 });
  expect(heats).toEqual([
    ['1', '6', '7', '12', '13'],
    ['2', '5', '8', '11', '14'],
    ['3', '4', '9', '10'],
  ]);
  // The winner of each and the three fastest others: a final of six.
  const rowed = heats.map((ids) => ids.map((id) => ({ id, tenths: 4_000 + Number(id) * 10 })));
  expect(advance({ heats: rowed, byPlace: 1, fastest: 3 })).toEqual({
    ids: ['1', '2', '3', '4', '5', '6'],
    tied: [],
  });
  // two equal times for the last place both advance: seven lanes are needed, and the referee decides
  const level = rowed.map((heat) => heat.map((one) => (one.id === '7' ? { ...one, tenths: 4_060 } : one)));
  expect(advance({ heats: level, byPlace: 1, fastest: 3 })).toEqual({
    ids: ['1', '2', '3', '4', '5', '6', '7'],
    tied: ['6', '7'],
  });
});

test('a tie (SLSA manual 2.24): equal times share the place, and the next is skipped', () => {
  expect(placesOf([4_052, 4_060, 4_060, 4_071], 'ascending')).toEqual([1, 2, 2, 4]);
});

test('a relay of 4 x 500 m as one piece (ErgRace: the splits are the legs)', () => {
  const legs = [984, 1_010, 997, 969];
  const tenths = legs.reduce((sum, leg) => sum + leg, 0);
  expect(tenths).toBe(3_960);
  expect(paceSecOf(2_000, tenths / 10)).toBe(99);
});

test('the percent of a record (Alster Ergo-Cup): 7:10.0 against 6:22.4', () => {
  const percent = percentOfRecord(430, 382.4);
  expect(percent).toBeCloseTo(12.45, 2);
  // The same as points out of 1000: record / time.
  expect(1_000 / (1 + percent / 100)).toBeCloseTo(889.3, 1);
});

const at = (time: string) => Date.parse(`2026-03-07T${time}:00Z`);

test('a timetable of flights of 2,000 m each 20 minutes (Wesel): three from 10:00 end at 11:00', () => {
  const second = nextStart(at('10:00'), 20);
  const third = nextStart(second, 20);
  expect([second, third, nextStart(third, 20)]).toEqual([at('10:20'), at('10:40'), at('11:00')]);
});

test('a lightweight in the flight of 10:20 weighs in from 8:20 to 9:20 (World Rowing)', () => {
  expect(weighInOf(at('10:20'))).toEqual({ fromMs: at('08:20'), untilMs: at('09:20') });
});
