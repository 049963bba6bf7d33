import type { MemberState } from '@boathouse/contract/live';
import { describe, expect, test } from 'vitest';
import { buildEntry, buildLane } from '../../../../../test/races/factory.ts';
import { laneLightOf } from './lane-light.ts';

const entry = buildEntry(1);
const guest = buildEntry(1, { user: null });
const lane = buildLane(1, { entry: entry._id });
const ready: MemberState = {
  isErgConnected: true,
  setItems: [0],
  isInFront: true,
  item: null,
  isRowing: false,
};
const base = { race: 'called', lane, entry, member: undefined, ageSec: null } as const;

describe('the light of a lane', () => {
  test('is green before the start only for a page whose monitor is set to the piece', () => {
    expect(laneLightOf({ ...base, member: ready })).toEqual({ tone: 'good', words: 'Ready' });
    expect(laneLightOf(base)).toEqual({ tone: 'wait', words: 'Page not open' });
    expect(laneLightOf({ ...base, member: { ...ready, setItems: [] } }).words).toBe(
      'Monitor not set to the piece',
    );
    expect(laneLightOf({ ...base, member: { ...ready, isErgConnected: false, setItems: null } }).words).toBe(
      'No erg connected',
    );
  });

  test('is red for a simulated erg from the call to the result, which none brings', () => {
    const simulated = { ...base, isSimulated: true };
    expect(laneLightOf({ ...simulated, member: ready })).toEqual({
      tone: 'bad',
      words: 'A simulated erg: its result does not count',
    });
    for (const race of ['running', 'finished', 'provisional'] as const) {
      expect(laneLightOf({ ...simulated, race, ageSec: 1 })).toMatchObject({
        tone: 'bad',
        words: expect.stringContaining('simulated erg'),
      });
    }
  });

  test('is red while the battery of its monitor may not last', () => {
    const withBattery = (batteryPercent: number | null) => ({
      ...ready,
      monitor: { serial: '430000000', batteryPercent },
    });
    expect(laneLightOf({ ...base, member: withBattery(19) })).toEqual({
      tone: 'bad',
      words: 'Ready, but the battery is at 19 %: change it now',
    });
    for (const enough of [20, 100, null]) {
      expect(laneLightOf({ ...base, member: withBattery(enough) })).toEqual({ tone: 'good', words: 'Ready' });
    }
  });

  test('reports a moving flywheel, which is a fault once the race is armed', () => {
    const member = { ...ready, item: 0, isRowing: true };
    expect(laneLightOf({ ...base, member })).toEqual({ tone: 'wait', words: 'Flywheel moves' });
    expect(laneLightOf({ ...base, race: 'armed', member })).toEqual({ tone: 'bad', words: 'Flywheel moves' });
  });

  test('the light of a lane of a guest waits for an official, who sets the lane to here', () => {
    expect(laneLightOf({ ...base, entry: guest }).tone).toBe('wait');
    expect(laneLightOf({ ...base, entry: guest, lane: { ...lane, state: 'here' } })).toEqual({
      tone: 'good',
      words: 'Here, a guest: enter the result by hand',
    });
  });

  test('the light of a lane without data does not end a lane: it says to keep rowing, and how long nothing came', () => {
    const running = { ...base, race: 'running' } as const;
    expect(laneLightOf({ ...running, ageSec: 0.4 })).toEqual({ tone: 'good', words: 'Rowing' });
    expect(laneLightOf({ ...running, ageSec: 12.3 })).toEqual({
      tone: 'bad',
      words: 'No data for 12 s: keep rowing, the monitor counts',
    });
    expect(laneLightOf(running).words).toContain('keep rowing');
  });

  test('the light of a lane after the race asks for a missing result', () => {
    const finished = { ...base, race: 'finished' } as const;
    expect(laneLightOf(finished)).toMatchObject({ tone: 'bad' });
    expect(laneLightOf({ ...finished, entry: guest })).toEqual({
      tone: 'wait',
      words: 'A guest: enter the result by hand',
    });
    expect(laneLightOf({ ...finished, lane: { ...lane, result: 4253 } })).toMatchObject({ tone: 'good' });
    expect(laneLightOf({ ...finished, lane: { ...lane, result: 4253, needsConfirmation: true } })).toEqual({
      tone: 'wait',
      words: 'By hand: a second person confirms it',
    });
  });

  test('is off for a closed lane, an empty one, and one that is out', () => {
    expect(laneLightOf({ ...base, lane: buildLane(5, { state: 'closed' }), entry: null }).words).toBe(
      'Closed',
    );
    expect(laneLightOf({ ...base, lane: buildLane(4), entry: null }).words).toBe('Empty');
    expect(laneLightOf({ ...base, lane: { ...lane, state: 'dns' } })).toEqual({
      tone: 'none',
      words: 'Did not start',
    });
  });
});
