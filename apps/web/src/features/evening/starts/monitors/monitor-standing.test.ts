import type { MemberState } from '@boathouse/contract/live';
import type { MonitorOutcome, MonitorReport } from '@boathouse/contract/live/crew-monitors';
import { describe, expect, test } from 'vitest';
import { crewStandings, setOf, standingOf, type MonitorStanding } from './monitor-standing.ts';

const press = { press: 'now', item: 1 };
const known = { press, item: 1, isYoung: false };
const unset: MemberState = {
  isErgConnected: true,
  setItems: [],
  isInFront: true,
  item: null,
  isRowing: false,
};
const says = (outcome: MonitorOutcome, of = press): MonitorReport => ({ answer: { ...of, outcome } });

describe('the state of a monitor', () => {
  test.each<[string, MemberState | undefined, MonitorReport | undefined, MonitorStanding]>([
    ['waits with the item', { ...unset, setItems: [1] }, says('set'), 'set'],
    ['waits with the item that its athlete set', { ...unset, setItems: [1] }, says('declined'), 'set'],
    [
      'waits with it on a page in the background',
      { ...unset, setItems: [1], isInFront: false },
      says('set'),
      'set',
    ],
    ['was set and has left it', unset, says('set'), 'left'],
    ['is being set', unset, says('setting'), 'setting'],
    ['has to be allowed', unset, says('asking'), 'asking'],
    ['is not allowed', unset, says('declined'), 'declined'],
    ['did not take it', unset, says('refused'), 'refused'],
    ['was asked too late', unset, says('late'), 'late'],
    ['was rowed without an item', unset, says('rowing'), 'rowing'],
    ['is rowed now', { ...unset, item: 1, isRowing: true }, says('set'), 'rowing'],
    [
      'is rowed, and silent',
      { ...unset, isErgConnected: false, item: 1, isRowing: true },
      says('set'),
      'noSignal',
    ],
    ['is rowed in another item', { ...unset, item: 0, isRowing: true }, says('rowing'), 'busy'],
    ['is not connected', { ...unset, isErgConnected: false, setItems: null }, says('set'), 'noErg'],
    ['is silent', { ...unset, isErgConnected: false, setItems: [] }, says('set'), 'silent'],
    ['came after the press', unset, says('noErg'), 'missed'],
    ['was asked for another item last', unset, says('set', { press: 'before', item: 0 }), 'missed'],
    ['has not answered the newest press', unset, says('refused', { press: 'before', item: 1 }), 'missed'],
    ['has heard no press', unset, { answer: null }, 'missed'],
    ['is of a page that does not know the press', unset, undefined, 'tooOld'],
  ])('that %s', (_, state, report, standing) => {
    expect(standingOf(state, report, known)).toBe(standing);
  });

  test('is unknown for a moment after the press', () => {
    for (const report of [undefined, { answer: null }, says('set', { press: 'before', item: 1 })]) {
      expect(standingOf(unset, report, { ...known, isYoung: true })).toBe('waiting');
    }
  });

  test('is read only from the reports by a page that was opened after the press', () => {
    expect(standingOf(unset, says('asking'), { ...known, press: null })).toBe('asking');
  });
});

describe('the monitors of a crew', () => {
  const user = (name: string) => ({ _id: name, displayName: name, iconURL: null });
  const members = ['ann', 'ben', 'cas', 'cleo'].map(user);
  const standings = (states: Record<string, MemberState>) =>
    crewStandings(members, new Map(Object.entries(states)), new Map([['ben', says('asking')]]), {
      ...known,
      coachIds: ['cleo'],
      doneBy: ['cas'],
    }).map(({ member, standing }) => `${member._id} ${standing}`);

  test('leave out athletes with a result, and a coach without an erg; set ones come last', () => {
    expect(standings({ ann: { ...unset, setItems: [1] }, ben: unset, cas: unset })).toEqual([
      'ben asking',
      'ann set',
    ]);
  });

  test('the monitors of a crew that were set and are being rowed stay set', () => {
    const rowing = { ...unset, item: 1, isRowing: true };
    const crewOf = (states: Record<string, MemberState>) =>
      setOf(
        crewStandings(members, new Map(Object.entries(states)), new Map(), {
          ...known,
          coachIds: ['cleo'],
          doneBy: ['cas'],
        }),
      );
    const set = { ...unset, setItems: [1] };
    expect(crewOf({ ann: set, ben: set })).toEqual({ setCount: 2, isRowed: false });
    expect(crewOf({ ann: rowing, ben: set })).toEqual({ setCount: 2, isRowed: true });
    expect(crewOf({ ann: { ...rowing, isErgConnected: false }, ben: rowing })).toEqual({
      setCount: 2,
      isRowed: true,
    });
    expect(crewOf({ ann: rowing, ben: unset })).toEqual({ setCount: 1, isRowed: true });
  });

  test('count a coach who rows', () => {
    expect(standings({ ann: unset, ben: unset, cleo: { ...unset, setItems: [1] } })).toContain('cleo set');
  });
});
