import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { broken } from './breaks.ts';

test('a line without a break is drawn unchanged, and joined over an unknown value; bars are not', () => {
  expect(broken([0, 1, 2], [{ kind: 'line', values: [5, null, 7] }])).toEqual({
    x: [0, 1, 2],
    values: [[5, undefined, 7]],
  });
  expect(broken([0, 1, 2], [{ kind: 'dots', values: [5, null, 7] }]).values).toEqual([[5, undefined, 7]]);
  expect(broken([0, 1], [{ kind: 'bars', values: [5, null] }]).values).toEqual([[5, null]]);
});

test('a line breaks from the value before a break to the value after it', () => {
  expect(broken([0, 2, 8, 9], [{ kind: 'line', values: [1, 2, 3, 4], breaks: [[2, 8]] }])).toEqual({
    x: [0, 2, 2, 8, 8, 9],
    values: [[1, 2, null, null, 3, 4]],
  });
});

test('values within a break are not drawn, and other lines continue across it', () => {
  const { values } = broken(
    [0, 4, 9],
    [
      { kind: 'line', values: [1, 2, 3], breaks: [[0, 9]] },
      { kind: 'line', values: [4, 5, 6] },
    ],
  );
  expect(values).toEqual([
    [1, null, null, null, 3],
    [4, undefined, 5, undefined, 6],
  ]);
});

test('a break before the first value, or after the last one, is kept', () => {
  const ends = [
    [0, 3],
    [5, 8],
  ] as const;
  expect(broken([3, 5], [{ kind: 'line', values: [1, 2], breaks: ends }])).toEqual({
    x: [0, 3, 3, 5, 5, 8],
    values: [[null, null, 1, 2, null, null]],
  });
});

test('x ascends, and between two values on both sides of a break there is always a null', () => {
  const positions = fc.uniqueArray(fc.nat(100), { minLength: 2 }).map((all) => all.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(
      positions,
      fc.nat(),
      fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { maxLength: 3 }),
      (x, at, more) => {
        const index = at % (x.length - 1);
        const own = [x[index] ?? 0, x[index + 1] ?? 0] as const;
        const others = more.map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
        const first = { kind: 'line' as const, values: x, breaks: [own] };
        const other = { kind: 'line' as const, values: x, breaks: others };
        const drawn = broken(x, [first, other]);
        expect(drawn.x).toEqual(drawn.x.toSorted((a, b) => a - b));
        const [line = []] = drawn.values;
        const [from, to] = [line.lastIndexOf(own[0]), line.indexOf(own[1])];
        expect(line.slice(from + 1, to)).toContain(null);
        // Nothing between the two values is joined: each point there is a null.
        expect(line.slice(from + 1, to).every((value) => value === null)).toBe(true);
      },
    ),
  );
});
