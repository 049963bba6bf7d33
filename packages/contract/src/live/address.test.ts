import { describe, expect, test } from 'vitest';
import { LiveAddressSchema, liveAddressOf, routeOf } from './address.ts';

const session = '01997f3a-5d6e-7c21-9a40-2f8b1c0d9e77';

describe('the route of a session', () => {
  // Vectors of http://www.isthe.com/chongo/src/fnv/test_fnv.c
  test.for<[string, string]>([
    ['', '811c9dc5'],
    ['a', 'e40c292c'],
    ['foobar', 'bf9cf968'],
  ])('is the FNV-1a hash of its id: %j is %s', ([text, hash]) => {
    expect(routeOf(text)).toBe(hash);
  });
});

describe('a live address', () => {
  test('has the session and its route', () => {
    expect(LiveAddressSchema.parse(liveAddressOf(session))).toEqual({ session, route: routeOf(session) });
    expect(LiveAddressSchema.parse({ ...liveAddressOf(session), session: session.toUpperCase() })).toEqual(
      liveAddressOf(session),
    );
  });

  test('is refused with the route of another session, so that no one moves a session to another process', () => {
    expect(LiveAddressSchema.safeParse({ session, route: '00000000' }).success).toBe(false);
    expect(LiveAddressSchema.safeParse({ session }).success).toBe(false);
    expect(LiveAddressSchema.safeParse({ session: 'mine', route: routeOf('mine') }).success).toBe(false);
  });
});
