import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MemberState } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';
import { MemberStates, readinessRank } from './member-states.ts';

type Page = { user: UserRef };

const pageOf = (name: string): Page => ({ user: { _id: name, displayName: name, iconURL: null } });
const idle: MemberState = {
  isErgConnected: false,
  setItems: null,
  isInFront: true,
  item: null,
  isRowing: false,
};
const withErg: MemberState = { ...idle, isErgConnected: true, setItems: [0] };
const rowing: MemberState = { ...withErg, isInFront: false, item: 0, isRowing: true };

function opened(...pages: Page[]): MemberStates<Page> {
  const states = new MemberStates<Page>('a', { spacingMs: 250, rankOf: readinessRank });
  for (const page of pages) states.join(page);
  states.take(0);
  return states;
}

describe('the states of members', () => {
  test('reach the others as differences, at most once per spacing, the newest of each', () => {
    const [ann, ben] = [pageOf('ann'), pageOf('ben')];
    const states = opened(ann, ben);
    states.set(ann, idle);
    states.set(ann, withErg);
    expect(states.take(249)).toEqual([]);
    expect(states.take(250)).toEqual([
      {
        pages: [ann, ben],
        message: { room: 'a', isWhole: false, states: [{ user: 'ann', state: withErg }] },
      },
    ]);
    expect(states.take(500)).toEqual([]);
  });

  test('are sent completely to a page that joins', () => {
    const [ann, ben] = [pageOf('ann'), pageOf('ben')];
    const states = opened(ann);
    states.set(ann, withErg);
    states.take(250);
    states.join(ben);
    expect(states.take(500)).toEqual([
      { pages: [ben], message: { room: 'a', isWhole: true, states: [{ user: 'ann', state: withErg }] } },
    ]);
  });

  test('the states of members for a member with several pages are those of the page that is most ready', () => {
    const [phone, laptop, ben] = [pageOf('ann'), pageOf('ann'), pageOf('ben')];
    const states = opened(phone, laptop, ben);
    states.set(laptop, rowing);
    states.take(250);
    states.set(phone, withErg);
    expect(states.take(500)).toEqual([]);
    states.leave(laptop);
    expect(states.take(750)[0]?.message.states).toEqual([{ user: 'ann', state: withErg }]);
    states.leave(phone);
    expect(states.take(1_000)).toEqual([
      { pages: [ben], message: { room: 'a', isWhole: false, states: [{ user: 'ann', state: null }] } },
    ]);
  });

  test('the states of members for a member whose monitor is silent are those of the page with the monitor', () => {
    const [phone, laptop, ben] = [pageOf('ann'), pageOf('ann'), pageOf('ben')];
    const states = opened(phone, laptop, ben);
    const silent: MemberState = { ...idle, isInFront: false, setItems: [] };
    states.set(laptop, idle);
    states.set(phone, silent);
    expect(states.take(500)[0]?.message.states).toEqual([{ user: 'ann', state: silent }]);
    states.set(laptop, withErg);
    expect(states.take(750)[0]?.message.states).toEqual([{ user: 'ann', state: withErg }]);
  });

  test('the states of members of a page outside the room are refused', () => {
    expect(opened(pageOf('ann')).set(pageOf('ben'), idle)).toBe(false);
    expect(opened().set(pageOf('ben'), idle)).toBe(false);
  });

  test('are the same on every page after any joins, changes and leaves', () => {
    const names = ['ann', 'ben', 'cas'];
    const step = fc.record({
      page: fc.nat({ max: 5 }),
      act: fc.constantFrom('join', 'leave', 'idle', 'erg', 'rowing', 'wait'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const states = new MemberStates<Page>('a', { spacingMs: 250, rankOf: readinessRank });
        const pages = Array.from({ length: 6 }, (_, index) => pageOf(names[index % 3] ?? ''));
        const inside = new Map<Page, MemberState | null>();
        const known = new Map<Page, Map<string, MemberState>>();
        let nowMs = 0;
        const deliver = () => {
          nowMs += 250;
          for (const { pages: to, message } of states.take(nowMs)) {
            for (const page of to) {
              const copy = message.isWhole ? new Map<string, MemberState>() : known.get(page);
              expect(copy).toBeDefined();
              for (const { user, state } of message.states) {
                if (state === null) copy?.delete(user);
                else copy?.set(user, state);
              }
              if (copy) known.set(page, copy);
            }
          }
        };
        for (const { page: index, act } of steps) {
          const page = pages[index];
          if (!page) continue;
          if (act === 'wait') deliver();
          else if (act === 'join') {
            states.join(page);
            if (!inside.has(page)) inside.set(page, null);
          } else if (act === 'leave') {
            states.leave(page);
            inside.delete(page);
            known.delete(page);
          } else {
            const state = { idle, erg: withErg, rowing }[act];
            if (states.set(page, state)) inside.set(page, state);
          }
        }
        deliver();
        const expected = new Map<string, MemberState>();
        for (const state of [idle, withErg, rowing]) {
          for (const [{ user }, own] of inside) if (own === state) expected.set(user._id, state);
        }
        for (const page of inside.keys()) {
          expect([...(known.get(page) ?? [])].toSorted()).toEqual([...expected].toSorted());
        }
      }),
    );
  });
});
