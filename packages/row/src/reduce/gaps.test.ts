import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gapsOf, type HeardRow, type HeardStroke } from './gaps.ts';

const periodSec = 2;
const speedMPerSec = 500 / 105;

const at = (sec: number) => ({
  elapsedTime: Math.round(sec * 100) / 100,
  distance: Math.round(sec * speedMPerSec * 10) / 10,
});

/** The strokes of 500 m in 1:45, one every two seconds. */
const strokes: HeardStroke[] = Array.from({ length: 52 }, (_, index) => ({
  interval: 1,
  number: index + 1,
  ...at((index + 0.7) * periodSec),
}));

const summary = { averageStrokeRate: 30, splits: [] };
const row: HeardRow = { isCompleted: true, elapsedTime: 105, distance: 500, workoutType: 3, summary };

const heardBut = (from: number, to: number) => strokes.filter(({ number }) => number < from || number > to);

describe('a single piece', () => {
  test('a single piece with every stroke has no gap', () => {
    expect(gapsOf(strokes, row)).toEqual([]);
  });

  test('a single piece without strokes has none, because none could be received', () => {
    expect(gapsOf([], row)).toEqual([]);
  });

  test('has the gap between two strokes whose numbers do not follow each other', () => {
    expect(gapsOf(heardBut(21, 45), row)).toEqual([
      {
        where: 'middle',
        fromInterval: 1,
        toInterval: 1,
        fromSec: strokes[19]?.elapsedTime,
        toSec: strokes[45]?.elapsedTime,
        fromM: strokes[19]?.distance,
        toM: strokes[45]?.distance,
      },
    ]);
  });

  test('a single piece that began before the first received stroke has a gap at its start', () => {
    expect(gapsOf(heardBut(1, 18), row)).toMatchObject([
      { where: 'start', fromSec: 0, fromM: 0, toM: strokes[18]?.distance },
    ]);
  });

  test('has the gap at its end, whether the monitor gave the rate or not', () => {
    for (const averageStrokeRate of [30, null]) {
      const ended = { ...row, summary: { ...summary, averageStrokeRate } };
      expect(gapsOf(heardBut(22, 52), ended)).toMatchObject([
        { where: 'end', fromM: strokes[20]?.distance, toM: 500, toSec: 105 },
      ]);
    }
  });

  test('has several gaps in their order', () => {
    const heard = strokes.filter(({ number }) => number % 20 > 4 && number < 50);
    expect(gapsOf(heard, row).map(({ where }) => where)).toEqual(['start', 'middle', 'middle', 'end']);
  });

  test('has no gap where its athlete paused: the monitor numbers the strokes', () => {
    const late = strokes.map((stroke) =>
      stroke.number > 20 ? { ...stroke, elapsedTime: stroke.elapsedTime + 30 } : stroke,
    );
    expect(gapsOf(late, { ...row, elapsedTime: 135 })).toEqual([]);
  });

  test('has no gap if its athlete stopped rowing before ending it by hand', () => {
    const stopped = { ...row, elapsedTime: 125, distance: 520 };
    expect(gapsOf(strokes, stopped)).toEqual([]);
    expect(gapsOf(strokes, { ...stopped, summary: null })).toEqual([]);
  });

  test('has no gap at the end while it is rowed', () => {
    expect(gapsOf(heardBut(22, 52), { ...row, isCompleted: false })).toEqual([]);
  });

  test('has no gap for strokes that an offline device stored late, or that two devices received', () => {
    const [offline, others] = [heardBut(21, 52), heardBut(1, 20)];
    expect(gapsOf([...others, ...offline], row)).toEqual([]);
    expect(gapsOf([...strokes, ...strokes.slice(20, 23)], row)).toEqual([]);
    // The monitor gives two strokes the same time.
    const [one, next] = strokes.slice(20, 22);
    if (one === undefined || next === undefined) throw new Error('There are 52 strokes');
    const late = [
      ...strokes.slice(0, 20),
      { ...next, elapsedTime: one.elapsedTime },
      one,
      ...strokes.slice(22),
    ];
    expect(gapsOf(late, row)).toEqual([]);
  });
});

describe('intervals', () => {
  const workSec = 25;
  const count = 12;
  const intervalStrokes = [1, 2, 3].flatMap((interval) =>
    Array.from({ length: count }, (_, index) => ({
      interval,
      number: index + 1,
      ...at((interval - 1) * workSec + (index + 0.7) * periodSec),
    })),
  );
  const splits = [1, 2, 3].map((splitNumber) => ({
    splitNumber,
    time: workSec,
    distance: workSec * speedMPerSec,
  }));
  const intervals: HeardRow = {
    isCompleted: true,
    elapsedTime: 75,
    distance: 75 * speedMPerSec,
    workoutType: 7,
    summary: { averageStrokeRate: 29, splits },
  };
  const untold = { ...intervals, summary: { averageStrokeRate: null, splits: [] } };
  const heard = (isReceived: (stroke: HeardStroke) => boolean) => intervalStrokes.filter(isReceived);

  test("have no gap at their rests, even without the monitor's splits", () => {
    expect(gapsOf(intervalStrokes, intervals)).toEqual([]);
    expect(gapsOf(intervalStrokes, untold)).toEqual([]);
  });

  test('have no gap if an athlete began one late and their ends are unknown', () => {
    const late = intervalStrokes.map((stroke) =>
      stroke.interval === 1 ? stroke : { ...stroke, elapsedTime: stroke.elapsedTime + 7 },
    );
    expect(gapsOf(late, untold)).toEqual([]);
    expect(gapsOf(late, { ...untold, summary: null })).toEqual([]);
  });

  test('have the gap up to the end of an interval, or from its start', () => {
    const tail = heard(({ interval, number }) => interval !== 1 || number <= 5);
    expect(gapsOf(tail, intervals)).toMatchObject([
      { where: 'middle', fromInterval: 1, fromM: intervalStrokes[4]?.distance, toM: workSec * speedMPerSec },
    ]);
    const head = heard(({ interval, number }) => interval !== 2 || number > 5);
    expect(gapsOf(head, intervals)).toMatchObject([
      { fromM: workSec * speedMPerSec, toM: intervalStrokes[count + 5]?.distance, toInterval: 2 },
    ]);
  });

  test('have one gap over an interval without any stroke', () => {
    const ends = heard(({ interval }) => interval !== 2);
    expect(gapsOf(ends, intervals)).toMatchObject([
      { fromSec: workSec, toSec: 2 * workSec, fromInterval: 1, toInterval: 3 },
    ]);
    expect(gapsOf(ends, untold)).toMatchObject([
      { fromM: intervalStrokes[count - 1]?.distance, toM: intervalStrokes[2 * count]?.distance },
    ]);
  });

  test('have no gap at the end of one whose last strokes were quicker than the others of the same interval', () => {
    const startSec = 2 * workSec;
    const slow = [3, 7, 11, 15, 16].map((sec, index) => ({
      interval: 3,
      number: index + 1,
      ...at(startSec + sec),
    }));
    const before = heard(({ interval }) => interval < 3);
    // No stroke fits into 4.5 s at 3.25 s a stroke; four would at one a second.
    const ended = { ...intervals, elapsedTime: startSec + 20.5, distance: (startSec + 20.5) * speedMPerSec };
    expect(gapsOf([...before, ...slow], ended)).toEqual([]);
    const quick = [16, 17, 18, 19, 20].map((sec, index) => ({
      interval: 3,
      number: index + 1,
      ...at(startSec + sec - 15),
    }));
    expect(gapsOf([...before, ...quick], ended)).toMatchObject([{ where: 'end', fromInterval: 3 }]);
  });

  test('have no gap if the number of the interval was corrected in its middle', () => {
    const renumbered = intervalStrokes.map((stroke) =>
      stroke.interval === 3 && stroke.number > 4 ? { ...stroke, interval: 5 } : stroke,
    );
    expect(gapsOf(renumbered, untold)).toEqual([]);
  });

  test('have the last intervals in a gap at the end', () => {
    expect(
      gapsOf(
        heard(({ interval }) => interval === 1),
        intervals,
      ),
    ).toMatchObject([{ where: 'end', fromInterval: 1, toInterval: 3, toSec: 75 }]);
  });
});

test('gaps are in order, without overlap and within the row, and none contains a received stroke', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 52, maxLength: 52 }), (isReceived) => {
      const heard = strokes.filter((_, index) => isReceived[index]);
      const gaps = gapsOf(heard, row);
      let [lastSec, lastM] = [0, 0];
      for (const { fromSec, toSec, fromM, toM } of gaps) {
        expect(fromSec).toBeGreaterThanOrEqual(lastSec);
        expect(fromM).toBeGreaterThanOrEqual(lastM);
        expect(toM).toBeGreaterThan(fromM);
        expect(heard.some(({ distance }) => distance > fromM && distance < toM)).toBe(false);
        [lastSec, lastM] = [toSec, toM];
      }
      expect([lastSec <= 105, lastM <= 500]).toEqual([true, true]);
      // Each missing stroke with a received one before and after it is in a gap.
      const [first, last] = [isReceived.indexOf(true), isReceived.lastIndexOf(true)];
      for (const [index, { distance }] of strokes.entries()) {
        const isMissed = !isReceived[index] && index > first && index < last;
        if (isMissed) expect(gaps.some(({ fromM, toM }) => fromM < distance && distance < toM)).toBe(true);
      }
    }),
  );
});

describe('the end of a row after its last stroke, at 80 m in 20 s', () => {
  const before: HeardStroke[] = [1, 2].map((number) => ({
    interval: 1,
    number,
    elapsedTime: 10 * number,
    distance: 40 * number,
  }));
  const endOf = (elapsedTime: number, distance: number, isRateKnown = true) => {
    const ended = { averageStrokeRate: isRateKnown ? 30 : null, splits: [] };
    const short = { isCompleted: true, elapsedTime, distance, workoutType: 3, summary: ended };
    return gapsOf(before, short).map(({ where }) => where);
  };

  test('has no gap without time or meters after it', () => {
    expect(endOf(20, 80)).toEqual([]);
    expect(endOf(19, 80)).toEqual([]);
    expect(endOf(100, 80, false)).toEqual([]);
  });

  test('has a gap from 85 % of the average speed on', () => {
    // The last 110 s of 130 s have 85 % of the average speed if the row has 284.9 m.
    expect(endOf(130, 286)).toEqual(['end']);
    expect(endOf(130, 284)).toEqual([]);
    expect(endOf(130, 284, false)).toEqual(['end']);
  });
});
