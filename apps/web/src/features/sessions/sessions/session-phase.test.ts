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
  const withOthers = { isAlone: false, isMet: true, isCoach: false, isRowed: false };
  const coach = { ...withOthers, isCoach: true };
  const rowed = { ...coach, isRowed: true };
  const empty = { ...withOthers, isMet: false };
  const alone = { ...empty, isAlone: true };

  test.each<[SessionPhase, typeof empty, string]>([
    ['planned', empty, 'attendance next, connect possible, group alone; Edit'],
    ['planned', withOthers, 'attendance possible, connect before, start together, group open; Board'],
    ['planned', alone, 'connect possible; Edit'],
    ['gathering', empty, 'connect before, start together, group alone; Board'],
    ['gathering', alone, 'connect before; Board'],
    ['countingDown', withOthers, 'connect before, start together, group open; Board'],
    ['rowing', withOthers, 'connect before, start together, group open; Board'],
    ['rowing', alone, 'connect before; Board'],
    ['rowing', coach, 'coaching, items first, connect aside, start together, group folded; Board'],
    ['countingDown', coach, 'connect before, start together, group open; Board'],
    ['gathering', coach, 'connect before, start together, group open; Board'],
    ['gathering', rowed, 'items first, connect aside, start together, group open; Board'],
    ['gathering', { ...rowed, isCoach: false }, 'connect before, start together, group open; Board'],
    ['over', rowed, 'items first, connect late, group folded, no warning; Repeat'],
    ['resting', withOthers, 'connect before, start together, group open; Board'],
    ['over', empty, 'items first, connect late, group folded, no warning; Repeat'],
    ['over', alone, 'items first, connect late, no warning; Repeat'],
    ['over', withOthers, 'items first, connect late, group folded, no warning; Repeat'],
    ['longOver', empty, 'items first, connect late, no warning; Repeat'],
    ['longOver', withOthers, 'items first, connect late, group folded, no warning; Repeat'],
    // Its host has shown it to another on this device, or made it private a moment ago.
    ['gathering', { ...alone, isMet: true }, 'connect before, start together, group open; Board'],
  ])('%s with %j: %s', (phase, people, words) => {
    const { isCoaching, attendance, connect, itemsFirst, startTogether, group, warnsOfUnload, hostAction } =
      partsOfPhase(phase, people);
    const parts = [
      isCoaching && 'coaching',
      itemsFirst && 'items first',
      attendance !== 'none' && `attendance ${attendance}`,
      `connect ${connect}`,
      startTogether && 'start together',
      group !== 'none' && `group ${group}`,
      !warnsOfUnload && 'no warning',
    ];
    expect(`${parts.filter(Boolean).join(', ')}; ${hostAction}`).toBe(words);
  });
});
