import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ergOf, stateOfErg } from './live.ts';

/** The states that pages and servers accepted before silence was added. */
const earlierState = z.strictObject({
  isErgConnected: z.boolean(),
  setItems: z.nullable(z.array(z.int().check(z.minimum(0), z.maximum(3))).check(z.maxLength(4))),
  isInFront: z.boolean(),
  item: z.nullable(z.int().check(z.minimum(0), z.maximum(3))),
  isRowing: z.boolean(),
});
const place = { isInFront: true, item: null, isRowing: false };

describe('the erg of a member', () => {
  test.each(['sending', 'silent', 'none'] as const)('is sent and read as %s', (erg) => {
    expect(ergOf(stateOfErg(erg, [0]))).toBe(erg);
    expect(ergOf(stateOfErg(erg, null))).toBe(erg);
  });

  test('a silent erg passes where silence is unknown, and is not connected there', () => {
    const state = { ...place, ...stateOfErg('silent', [0]) };
    expect(earlierState.parse(state)).toEqual(state);
    expect(state.isErgConnected).toBe(false);
  });

  test.each([
    [{ isErgConnected: false, setItems: null }, 'none'],
    [{ isErgConnected: true, setItems: null }, 'sending'],
    [{ isErgConnected: true, setItems: [] }, 'sending'],
    [{ isErgConnected: true, setItems: [2] }, 'sending'],
  ] as const)('of an earlier page, %o, is %s', (sent, erg) => {
    const state = earlierState.parse({ ...place, ...sent, setItems: sent.setItems && [...sent.setItems] });
    expect(ergOf(state)).toBe(erg);
  });
});
