import { describe, expect, test } from 'vitest';
import { liveLimits } from '@boathouse/contract/limits';
import { MessageLimits, type EventKind, type Verdict } from './message-limits.ts';

const { events, packets, bytes, refusalsMax } = liveLimits;
const take = (limits: MessageLimits, kind: EventKind, count: number, nowMs: number): Verdict[] =>
  Array.from({ length: count }, () => limits.takeEvent(kind, nowMs));

describe('the events of one connection', () => {
  test('end it after a limited number of refusals, and send one of them', () => {
    const limits = new MessageLimits(0);
    const verdicts = take(limits, 'sample', events.sample.burst + refusalsMax + 1, 0);
    expect(verdicts.slice(0, events.sample.burst)).toEqual(Array(events.sample.burst).fill('allow'));
    expect(verdicts.filter((verdict) => verdict === 'refuse')).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === 'drop')).toHaveLength(refusalsMax - 1);
    expect(verdicts.at(-1)).toBe('disconnect');
  });

  test('get at most one refusal a second', () => {
    const limits = new MessageLimits(0);
    take(limits, 'other', events.other.burst, 0);
    const answers: number[] = [];
    // 15 a second with a limit of 10: 5 refusals a second, too few to end the connection.
    for (let nowMs = 1_000; nowMs < 11_000; nowMs += 1_000) {
      answers.push(take(limits, 'other', 15, nowMs).filter((verdict) => verdict === 'refuse').length);
    }
    expect(answers).toEqual(Array(10).fill(1));
  });

  test.for([
    ['ack', 'sample'],
    ['sample', 'ack'],
    ['other', 'sample'],
    ['chat', 'sample'],
    ['chat', 'ack'],
    ['chat', 'other'],
  ] as const)('of kind %s leave the share of kind %s alone', ([flooded, spared]) => {
    const limits = new MessageLimits(0);
    take(limits, flooded, events[flooded].burst + 50, 0);
    expect(new Set(take(limits, spared, events[spared].burst, 0))).toEqual(new Set(['allow']));
  });

  test('the events of one connection from a page that rows in one room and watches three are never refused for an hour', () => {
    const limits = new MessageLimits(0);
    for (let nowMs = 0; nowMs < 3_600_000; nowMs += 250) {
      expect(limits.takeEvent('sample', nowMs)).toBe('allow');
      // One frame every 100 ms.
      for (let ack = 0; ack < 3 * 2.5; ack += 1) expect(limits.takeEvent('ack', nowMs)).toBe('allow');
      expect(limits.takePacket(nowMs)).toBe(true);
      expect(limits.takeBytes(400 + 8 * 150, nowMs)).toBe(true);
    }
  });

  test('the events of one connection that arrive at once after a network outage of 20 s are allowed, also twice a minute', () => {
    const limits = new MessageLimits(0);
    for (const nowMs of [0, 30_000, 60_000]) {
      expect(take(limits, 'sample', 20 * 4, nowMs)).toEqual(Array(80).fill('allow'));
      expect(take(limits, 'ack', 4 * liveLimits.unacknowledgedMax, nowMs)).toEqual(Array(32).fill('allow'));
      expect(take(limits, 'other', 12, nowMs)).toEqual(Array(12).fill('allow'));
      for (let packet = 0; packet < 124; packet += 1) expect(limits.takePacket(nowMs)).toBe(true);
      expect(limits.takeBytes(80 * 400 + 44 * 200, nowMs)).toBe(true);
    }
  });
});

describe('the limit before parsing', () => {
  test('ends the connection when far too much arrives', () => {
    const limits = new MessageLimits(0);
    for (let packet = 0; packet < packets.burst; packet += 1) expect(limits.takePacket(0)).toBe(true);
    expect(limits.takePacket(0)).toBe(false);
    expect(limits.takeBytes(bytes.burst, 0)).toBe(true);
    expect(limits.takeBytes(1, 0)).toBe(false);
  });

  test('allows every kind of event up to its own limit', () => {
    const sum = (figure: 'burst' | 'perSec') =>
      Object.values(events).reduce((total, bound) => total + bound[figure], 0);
    expect(packets.burst).toBeGreaterThan(sum('burst'));
    expect(packets.perSec).toBeGreaterThan(sum('perSec'));
  });
});
