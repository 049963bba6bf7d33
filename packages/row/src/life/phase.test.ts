import { expect, test } from 'vitest';
import { factsOf, phaseOf } from './phase.ts';

const flags = (['rowing', 'completing', 'completed', 'discarding'] as const).flatMap((stage) =>
  ([null, 'device', 'tab'] as const).flatMap((lostTo) =>
    [false, true].flatMap((isEndedElsewhere) =>
      [null, 600_000].map((heldUntilMs) => ({ stage, lostTo, isEndedElsewhere, heldUntilMs })),
    ),
  ),
);

test.each([
  ['held', 'takesRecords isOnTheWater isUnderWay isInProgress isSettled'],
  ['heldResult', 'isUnderWay isInProgress isSettled'],
  ['rowing', 'takesRecords isOnTheWater isUnderWay isInProgress'],
  ['completing', 'isUnderWay isInProgress'],
  ['completed', 'isOver isSettled'],
  ['discarding', ''],
  ['onOtherDevice', 'isInProgress isSettled'],
  ['inOtherTab', 'isUnderWay isInProgress isSettled'],
  ['rowedOn', 'takesRecords isOver isSettled'],
  ['endedElsewhere', 'isOver isSettled'],
])('a row that is %s: %s', (phase, facts) => {
  const inPhase = flags.filter((one) => phaseOf(one) === phase);
  expect(inPhase.length).toBeGreaterThan(0);
  for (const one of inPhase) {
    const found = Object.entries(factsOf(one)).flatMap(([name, is]) => (is ? [name] : []));
    expect(found.join(' ')).toBe(facts);
  }
});

test('the facts of a row follow from its flags in every combination', () => {
  // A row that was ended elsewhere is dropped when it is discarded.
  const possible = flags.filter((one) => one.stage !== 'discarding' || !one.isEndedElsewhere);
  for (const one of possible) {
    const { stage, lostTo, isEndedElsewhere } = one;
    const isOpen = stage === 'rowing' || stage === 'completing';
    expect(factsOf(one), JSON.stringify(one)).toMatchObject({
      takesRecords: stage === 'rowing' && lostTo === null,
      isOnTheWater: stage === 'rowing' && lostTo === null && !isEndedElsewhere,
      isUnderWay: isOpen && lostTo !== 'device' && !isEndedElsewhere,
      isInProgress: isOpen && !isEndedElsewhere,
      isOver: stage === 'completed' || isEndedElsewhere,
    });
    const isOfThisDevice = isOpen && lostTo === null && !isEndedElsewhere && one.heldUntilMs === null;
    if (stage !== 'discarding') expect(factsOf(one).isSettled).toBe(!isOfThisDevice);
  }
});
