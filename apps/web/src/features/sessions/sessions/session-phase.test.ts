import { describe, expect, test } from 'vitest';
import { partsOfPhase, phaseOf, type PhaseFacts, type SessionPhase } from './session-phase.ts';

const startAtMs = Date.parse('2026-05-01T06:00:00.000Z');
const nothing: PhaseFacts = {
  startAtMs,
  nowMs: startAtMs,
  own: null,
  rowing: 0,
  isCountingDown: false,
  isErgConnected: false,
};

describe('the phase of a session', () => {
  test.each<[minutes: number, facts: Partial<PhaseFacts>, phase: SessionPhase]>([
    [-31, {}, 'planned'],
    [-31, { isErgConnected: true }, 'gathering'],
    [-30, {}, 'gathering'],
    [0, {}, 'gathering'],
    [59, {}, 'gathering'],
    [60, {}, 'over'],
    [60, { isErgConnected: true }, 'gathering'],
    [24 * 60 - 1, {}, 'over'],
    [24 * 60, {}, 'longOver'],
    [-600, { rowing: 1 }, 'rowing'],
    [600, { rowing: 1 }, 'rowing'],
    [0, { isCountingDown: true }, 'countingDown'],
    [0, { isCountingDown: true, rowing: 1 }, 'countingDown'],
    [2_000, { isCountingDown: true }, 'countingDown'],
    [0, { own: 'rowing', rowing: 1 }, 'rowing'],
    [0, { own: 'resting', rowing: 3 }, 'resting'],
    [0, { own: 'rowing', isCountingDown: true }, 'rowing'],
    [2_000, { own: 'rowing' }, 'rowing'],
  ])('%i min after its start, with %j, is %s', (minutes, facts, phase) => {
    expect(phaseOf({ ...nothing, ...facts, nowMs: startAtMs + minutes * 60_000 })).toBe(phase);
  });
});

describe("the parts of a phase's page", () => {
  const withOthers = { isAlone: false, isMet: true, isCoach: false };
  const coach = { ...withOthers, isCoach: true };
  const empty = { isAlone: false, isMet: false, isCoach: false };
  const alone = { isAlone: true, isMet: false, isCoach: false };

  test.each<[SessionPhase, typeof empty, string]>([
    ['planned', empty, 'attendance next, connect possible, group; Edit'],
    ['planned', withOthers, 'attendance possible, connect next, start together, group; Board'],
    ['planned', alone, 'connect possible; Edit'],
    ['gathering', empty, 'connect next, start together, group; Board'],
    ['gathering', alone, 'connect next; Board'],
    ['countingDown', withOthers, 'connect next, start together, group; Board'],
    ['rowing', withOthers, 'connect next, start together, group; Board'],
    ['rowing', alone, 'connect next; Board'],
    ['rowing', coach, 'items first, connect aside, start together, group; Board'],
    ['countingDown', coach, 'connect next, start together, group; Board'],
    ['gathering', coach, 'connect next, start together, group; Board'],
    ['resting', withOthers, 'connect next, start together, group; Board'],
    ['over', empty, 'items first, connect late, group; Repeat'],
    ['over', alone, 'items first, connect late; Repeat'],
    ['longOver', empty, 'items first, connect late; Repeat'],
    ['longOver', withOthers, 'items first, connect late, group; Repeat'],
    // Its host has shown it to another on this device, or made it private a moment ago.
    [
      'gathering',
      { isAlone: true, isMet: true, isCoach: false },
      'connect next, start together, group; Board',
    ],
  ])('%s with %j: %s', (phase, people, words) => {
    const { attendance, connect, itemsFirst, startTogether, group, hostAction } = partsOfPhase(phase, people);
    const parts = [
      itemsFirst && 'items first',
      attendance !== 'none' && `attendance ${attendance}`,
      `connect ${connect}`,
      startTogether && 'start together',
      group && 'group',
    ];
    expect(`${parts.filter(Boolean).join(', ')}; ${hostAction}`).toBe(words);
  });
});
