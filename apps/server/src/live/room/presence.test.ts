import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RoomMembers, RoomPresence } from '@boathouse/contract/live';
import type { UserRef } from '@boathouse/contract/users';
import { Presence } from './presence.ts';

type Page = { user: UserRef; usesLiveProtocol: boolean };

const spacing = { spacingMs: 250, programSpacingMs: 1_000 };
const user = (name: string): UserRef => ({ _id: name.toLowerCase(), displayName: name, iconURL: null });
const pageOf = (name: string, usesLiveProtocol = true): Page => ({ user: user(name), usesLiveProtocol });
const [ann, ben, cas] = [user('Ann'), user('Ben'), user('Cas')];

describe('presence in a room', () => {
  test('is a list for the page that joins, and a difference for the others', () => {
    const presence = new Presence<Page>('a', spacing);
    const [anns, bens] = [pageOf('Ann'), pageOf('Ben')];
    presence.join(anns);
    expect(presence.take(0)).toEqual({
      lists: [{ pages: [anns], list: { room: 'a', seq: 1, members: [ann] } }],
      differences: [],
    });
    presence.join(bens);
    expect(presence.take(250)).toEqual({
      lists: [{ pages: [bens], list: { room: 'a', seq: 2, members: [ann, ben] } }],
      differences: [{ pages: [anns], difference: { room: 'a', seq: 2, joined: [ben], left: [] } }],
    });
    presence.leave(bens);
    expect(presence.take(500)).toEqual({
      lists: [],
      differences: [{ pages: [anns], difference: { room: 'a', seq: 3, joined: [], left: [ben._id] } }],
    });
  });

  test('is sent at most once per spacing, with everyone who came and left since in one message', () => {
    const presence = new Presence<Page>('a', spacing);
    const anns = pageOf('Ann');
    presence.join(anns);
    presence.take(0);
    const [bens, cass] = [pageOf('Ben'), pageOf('Cas')];
    presence.join(bens);
    presence.join(cass);
    presence.leave(bens);
    expect(presence.take(249)).toEqual({ lists: [], differences: [] });
    expect(presence.take(250).differences).toEqual([
      { pages: [anns], difference: { room: 'a', seq: 2, joined: [cas], left: [ben._id] } },
    ]);
    expect(presence.take(500)).toEqual({ lists: [], differences: [] });
  });

  test('does not change with a second page of a user, which gets the list', () => {
    const presence = new Presence<Page>('a', spacing);
    const [first, second] = [pageOf('Ann'), pageOf('Ann')];
    presence.join(first);
    presence.take(0);
    presence.join(second);
    expect(presence.take(250)).toEqual({
      lists: [{ pages: [second], list: { room: 'a', seq: 1, members: [ann] } }],
      differences: [],
    });
    presence.leave(second);
    expect(presence.take(500)).toEqual({ lists: [], differences: [] });
    expect(presence.memberOf(ann._id)).toEqual(ann);
    presence.leave(first);
    expect(presence.memberOf(ann._id)).toBeUndefined();
  });

  test('has the newest name of a user who changed it', () => {
    const presence = new Presence<Page>('a', spacing);
    const anns = pageOf('Ann');
    presence.join(anns);
    presence.take(0);
    const renamed = { ...ann, displayName: 'Anna' };
    presence.join({ user: renamed, usesLiveProtocol: true });
    expect(presence.take(250).differences).toEqual([
      { pages: [anns], difference: { room: 'a', seq: 2, joined: [renamed], left: [] } },
    ]);
  });

  test('is a list for programs, after every change but at most once a second', () => {
    const presence = new Presence<Page>('a', spacing);
    const program = pageOf('Ann', false);
    presence.join(program);
    expect(presence.take(0).lists).toEqual([
      { pages: [program], list: { room: 'a', seq: 1, members: [ann] } },
    ]);
    const bens = pageOf('Ben');
    presence.join(bens);
    const listed = [{ pages: [program], list: { room: 'a', seq: 2, members: [ann, ben] } }];
    expect(presence.take(250).lists).toEqual(expect.arrayContaining(listed));
    presence.leave(bens);
    expect(presence.take(500)).toEqual({ lists: [], differences: [] });
    presence.join(pageOf('Cas'));
    presence.take(1_000);
    expect(presence.take(1_250).lists).toEqual([
      { pages: [program], list: { room: 'a', seq: 4, members: [ann, cas] } },
    ]);
    expect(presence.take(5_000)).toEqual({ lists: [], differences: [] });
  });

  test('finds the pages of some users, or of all', () => {
    const presence = new Presence<Page>('a', spacing);
    const [first, second, bens] = [pageOf('Ann'), pageOf('Ann'), pageOf('Ben')];
    for (const page of [first, second, bens]) presence.join(page);
    expect(presence.pages()).toEqual([first, second, bens]);
    expect(presence.pages([ann._id, cas._id])).toEqual([first, second]);
    expect(presence.pages([cas._id])).toEqual([]);
  });

  test('is the same on every page after any sequence of joins, leaves and messages', () => {
    const step = fc.record({
      page: fc.nat(9),
      does: fc.constantFrom('join', 'leave'),
      waitMs: fc.constantFrom(0, 0, 0, 100, 250, 1_000),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const presence = new Presence<Page>('a', spacing);
        // Ten pages of four users; one user has a program.
        const pages = Array.from({ length: 10 }, (_, i) =>
          pageOf(['Ann', 'Ben', 'Cas', 'Dee'][i % 4] ?? '', i !== 9),
        );
        const inside = new Set<Page>();
        const known = new Map<Page, { seq: number; members: Map<string, UserRef> }>();
        const gotList = (page: Page, { seq, members }: RoomMembers) =>
          known.set(page, { seq, members: new Map(members.map((member) => [member._id, member])) });
        const gotDifference = (page: Page, { seq, joined, left }: RoomPresence) => {
          const own = known.get(page);
          expect(page.usesLiveProtocol).toBe(true);
          expect(own?.seq).toBe(seq - 1);
          if (own) own.seq = seq;
          for (const member of joined) own?.members.set(member._id, member);
          for (const id of left) own?.members.delete(id);
        };
        const deliver = (nowMs: number) => {
          const { lists, differences } = presence.take(nowMs);
          for (const { pages: to, list } of lists) for (const page of to) gotList(page, list);
          for (const { pages: to, difference } of differences)
            for (const page of to) gotDifference(page, difference);
        };
        let nowMs = 0;
        for (const { page: index, does, waitMs } of steps) {
          const page = pages[index];
          if (!page) continue;
          if (does === 'join') {
            presence.join(page);
            inside.add(page);
          } else {
            presence.leave(page);
            inside.delete(page);
            known.delete(page);
          }
          nowMs += waitMs;
          deliver(nowMs);
        }
        deliver(nowMs + 2_000);
        const present = [...new Set([...inside].map(({ user: { _id } }) => _id))].toSorted();
        for (const page of inside)
          expect([...(known.get(page)?.members.keys() ?? [])].toSorted()).toEqual(present);
        expect(known.size).toBe(inside.size);
      }),
      { numRuns: 500 },
    );
  });
});
