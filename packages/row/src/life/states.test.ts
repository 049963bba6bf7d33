import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { generalStatus, stroke, summary } from '../../test/record-factory.ts';
import type { KeptLife } from './kept/schema.ts';
import { changed, type Answer, type At, type Life, type Refusal, type RowRequest } from './life-state.ts';
import { step, type Input } from './life.ts';
import { phaseOf, type Phase } from './phase.ts';

const at: At = { wallMs: Date.UTC(2026, 10, 29, 12), monoMs: 1_000_000 };
const later: At = { wallMs: at.wallMs + 2_000, monoMs: at.monoMs + 2_000 };
const id = '018f0000-0000-7000-8000-000000000001';
const other = '018f0000-0000-7000-8000-000000000002';
const place = { sessionId: other, workoutItemIndex: 0, title: 'Morning', workout: '500m' };
const noTotals = { elapsedSec: 0, distanceM: 0 };

function take(life: Life | null, input: Input, when = later): Life {
  const { life: after } = step(life, input, when);
  if (after === null) throw new Error(`Nothing is left after ${input.kind}`);
  return after;
}

const status = (elapsedSec: number, distanceM: number, workoutState = 1) =>
  generalStatus({ elapsedSec, distanceM, workoutState });

/** Rows with different received values. */
function rows(): Life[] {
  const begun = take(
    null,
    {
      kind: 'start',
      id,
      place,
      owner: 'phone',
      isSimulated: false,
      timeZone: 'Europe/Oslo',
      isWaiting: false,
    },
    at,
  );
  let rowed = begun;
  for (const record of [status(1, 3), stroke({ elapsedSec: 1, distanceM: 3 }), status(70, 280)]) {
    rowed = take(rowed, { kind: 'record', record });
  }
  const ended = take(rowed, { kind: 'record', record: status(125, 500, 10) });
  return [begun, rowed, ended, take(ended, { kind: 'record', record: summary() })];
}

type Flags = Pick<KeptLife, 'stage' | 'lostTo' | 'isEndedElsewhere' | 'heldUntilMs'>;

const flags: Flags[] = (['rowing', 'completing', 'completed', 'discarding'] as const).flatMap((stage) =>
  ([null, 'device', 'tab'] as const).flatMap((lostTo) =>
    [false, true].flatMap((isEndedElsewhere) =>
      [null, later.wallMs + 600_000].map((heldUntilMs) => ({ stage, lostTo, isEndedElsewhere, heldUntilMs })),
    ),
  ),
);

/**
 * Whether a row can have these flags: a row without a place is never on a server, and a row with a result is not being
 * rowed.
 */
function isPossible({ stage, lostTo, isEndedElsewhere, heldUntilMs }: Flags, { kept }: Life): boolean {
  if (
    heldUntilMs !== null &&
    (lostTo === 'device' || isEndedElsewhere || stage === 'completed' || stage === 'discarding')
  )
    return false;
  if (stage === 'discarding' && isEndedElsewhere) return false;
  const hasResult = kept.progress.result !== null;
  if (stage === 'rowing') return !hasResult;
  return stage === 'discarding' || hasResult || kept.progress.pieceNumber === 0;
}

function livesIn(phase: Phase): Life[] {
  return rows().flatMap((life) =>
    flags
      .filter((one) => phaseOf(one) === phase && isPossible(one, life))
      .flatMap((one) => {
        const begins =
          one.heldUntilMs === null ? (['unsent', 'asked', 'stored'] as const) : (['unsent'] as const);
        return begins
          .filter(
            (begin) =>
              begin === 'stored' ||
              !(one.isEndedElsewhere || one.lostTo === 'device' || one.stage === 'completed'),
          )
          .map((begin) => changed(life, { ...one, begin }, { asking: null }));
      }),
  );
}

const requests: RowRequest['kind'][] = [
  'begin',
  'append',
  'readStrokes',
  'patch',
  'machine',
  'recovery',
  'complete',
  'takeOver',
  'discard',
];
const classes: Refusal['class'][] = [
  'later',
  'gone',
  'notOwner',
  'completed',
  'conflict',
  'busy',
  'timeZone',
  'bad',
];

/** Whether a row in this state can have asked for it. */
function isAsked(kind: RowRequest['kind'], { kept }: Life): boolean {
  if (kept.heldUntilMs !== null) return false;
  if (kind === 'begin') return kept.begin === 'asked' && kept.stage !== 'completed';
  if (kept.begin !== 'stored') return false;
  if (kind === 'discard') return kept.stage === 'discarding';
  if (kind === 'takeOver') return kept.lostTo === 'device';
  if (kind === 'complete') return kept.stage === 'completing';
  if (kind === 'recovery') return kept.stage === 'completed';
  if (kind === 'patch' || kind === 'machine') return kept.stage === 'rowing';
  return true;
}

const activityOf = (isCompleted: boolean, owner: string | null): Answer => ({
  kind: 'activity',
  activity: { id, owner, isCompleted, machine: 'rower' },
  totals: noTotals,
});

function requestOf(kind: RowRequest['kind'], { kept: { progress } }: Life): RowRequest {
  switch (kind) {
    case 'begin':
      return { kind, begunAgoMs: 0, machine: null };
    case 'append':
      return { kind, from: 0, strokes: [] };
    case 'complete':
      return { kind, progress, timeZone: null, isFenced: true, isLeft: false };
    case 'patch':
    case 'recovery':
      return { kind, progress };
    case 'machine':
      return { kind, machine: 'rower' };
    default:
      return { kind };
  }
}

function answersOf(kind: RowRequest['kind']): Answer[] {
  if (kind === 'append') return [{ kind: 'next', next: 0 }];
  if (kind === 'readStrokes') return [{ kind: 'strokes', strokes: [] }];
  if (kind === 'discard') return [{ kind: 'discarded' }];
  if (kind === 'begin')
    return [activityOf(false, 'phone'), activityOf(false, 'tablet'), activityOf(true, null)];
  return [activityOf(kind === 'complete' || kind === 'recovery', 'phone')];
}

const number = 7;
const asking = (life: Life, kind: RowRequest['kind']) =>
  changed(life, {}, { asking: { number, kind, strokes: 0 }, isTakingOver: kind === 'takeOver' });

type Case = { life: Life; input: Input; when?: At };

/** Inputs that make a row, regardless of the page's earlier row. */
type Beginning = 'start' | 'restored' | 'resumed' | 'salvaged';

type InputOfRow = Exclude<Input['kind'], Beginning>;

/** The cases of each input for a row in a state. */
const casesOf: Record<InputOfRow, (life: Life) => Case[]> = {
  record: (life) =>
    [status(0, 0), status(90, 360), status(125, 500, 10), status(2, 6), summary()].map((record) => ({
      life,
      input: { kind: 'record', record },
    })),
  tick: (life) => [
    { life, input: { kind: 'tick', isWaiting: false } },
    {
      life,
      input: { kind: 'tick', isWaiting: false },
      when: { wallMs: later.wallMs + 700_000, monoMs: later.monoMs + 700_000 },
    },
  ],
  erg: (life) => [{ life, input: { kind: 'erg', isSimulated: true } }],
  finish: (life) => [{ life, input: { kind: 'finish' } }],
  discard: (life) => [{ life, input: { kind: 'discard' } }],
  takeOver: (life) => [{ life, input: { kind: 'takeOver' } }],
  takenElsewhere: (life) =>
    (life.kept.begin === 'unsent' ? (['tab'] as const) : (['device', 'tab'] as const)).map((by) => ({
      life,
      input: { kind: 'takenElsewhere', by },
    })),
  endedElsewhere: (life) => [{ life, input: { kind: 'endedElsewhere' } }],
  heardElsewhere: (life) => [
    { life, input: { kind: 'heardElsewhere', otherDevice: 'silent', totals: noTotals } },
  ],
  leave: (life) => [{ life, input: { kind: 'leave' } }],
  reopened: (life) => [{ life, input: { kind: 'reopened' } }],
  moved: (life) => [{ life, input: { kind: 'moved', id: other, place, strokes: [] } }],
  retrySetAside: (life) => [{ life, input: { kind: 'retrySetAside' } }],
  dropSetAside: (life) => [{ life, input: { kind: 'dropSetAside' } }],
  answered: (life) =>
    requests
      .filter((kind) => isAsked(kind, life))
      .flatMap((kind) =>
        answersOf(kind).map((answer) => ({
          life: asking(life, kind),
          input: { kind: 'answered' as const, number, request: requestOf(kind, life), answer },
        })),
      ),
  refused: (life) =>
    requests
      .filter((kind) => isAsked(kind, life))
      .flatMap((kind) =>
        classes.map((each) => ({
          life: asking(life, kind),
          input: {
            kind: 'refused' as const,
            number,
            refusal: { class: each, message: 'No.', retryAfterMs: null },
          },
        })),
      ),
  closing: (life) => [{ life, input: { kind: 'closing' } }],
};
/**
 * The result of each input for a row in each state: `same` is that state, `gone` no row, `never` an input that no row
 * in that state gets. README.md describes it. A missing cell does not compile.
 */
const table: Record<InputOfRow, Record<Phase, string>> = {
  record: {
    held: 'same heldResult',
    heldResult: 'same',
    rowing: 'same completing',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same',
    inOtherTab: 'same',
    rowedOn: 'same completed endedElsewhere',
    endedElsewhere: 'same',
  },
  tick: {
    held: 'same gone heldResult',
    heldResult: 'same gone',
    rowing: 'same completing',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same',
    inOtherTab: 'same gone',
    rowedOn: 'same completed',
    endedElsewhere: 'same',
  },
  erg: {
    held: 'same',
    heldResult: 'same',
    rowing: 'same',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same',
    inOtherTab: 'same',
    rowedOn: 'same',
    endedElsewhere: 'same',
  },
  finish: {
    held: 'heldResult',
    heldResult: 'same',
    rowing: 'completing',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same',
    inOtherTab: 'same',
    rowedOn: 'completed',
    endedElsewhere: 'same',
  },
  discard: {
    held: 'gone',
    heldResult: 'gone',
    rowing: 'discarding gone',
    completing: 'discarding gone',
    completed: 'same',
    discarding: 'same gone',
    onOtherDevice: 'same',
    inOtherTab: 'same',
    rowedOn: 'gone',
    endedElsewhere: 'gone',
  },
  takeOver: {
    held: 'same',
    heldResult: 'same',
    rowing: 'same',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same',
    inOtherTab: 'same',
    rowedOn: 'same',
    endedElsewhere: 'same',
  },
  takenElsewhere: {
    held: 'inOtherTab',
    heldResult: 'inOtherTab',
    rowing: 'inOtherTab onOtherDevice',
    completing: 'inOtherTab onOtherDevice',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same inOtherTab',
    inOtherTab: 'same onOtherDevice',
    rowedOn: 'endedElsewhere',
    endedElsewhere: 'same',
  },
  endedElsewhere: {
    held: 'same',
    heldResult: 'same',
    rowing: 'same rowedOn',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same completed',
    inOtherTab: 'same completed',
    rowedOn: 'same',
    endedElsewhere: 'same',
  },
  heardElsewhere: {
    held: 'same',
    heldResult: 'same',
    rowing: 'same',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same',
    inOtherTab: 'same',
    rowedOn: 'same',
    endedElsewhere: 'same',
  },
  leave: {
    held: 'heldResult',
    heldResult: 'same',
    rowing: 'completing',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same',
    inOtherTab: 'same',
    rowedOn: 'same',
    endedElsewhere: 'same',
  },
  reopened: {
    held: 'same',
    heldResult: 'same',
    rowing: 'same',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same',
    inOtherTab: 'same',
    rowedOn: 'rowing',
    endedElsewhere: 'same inOtherTab onOtherDevice',
  },
  moved: {
    held: 'rowing',
    heldResult: 'completing',
    rowing: 'same',
    completing: 'same',
    completed: 'completing',
    discarding: 'same',
    onOtherDevice: 'completing rowing',
    inOtherTab: 'completing rowing',
    rowedOn: 'rowing',
    endedElsewhere: 'completing rowing',
  },
  retrySetAside: {
    held: 'same',
    heldResult: 'same',
    rowing: 'same',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same',
    inOtherTab: 'same',
    rowedOn: 'same',
    endedElsewhere: 'same',
  },
  dropSetAside: {
    held: 'same',
    heldResult: 'same',
    rowing: 'same',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same',
    inOtherTab: 'same',
    rowedOn: 'same',
    endedElsewhere: 'same',
  },
  answered: {
    held: 'never',
    heldResult: 'never',
    rowing: 'same onOtherDevice rowedOn',
    completing: 'same completed onOtherDevice',
    completed: 'same',
    discarding: 'same gone',
    onOtherDevice: 'same completed completing rowing',
    inOtherTab: 'same completed onOtherDevice',
    rowedOn: 'same',
    endedElsewhere: 'same completed rowedOn',
  },
  refused: {
    held: 'never',
    heldResult: 'never',
    rowing: 'same gone onOtherDevice rowedOn',
    completing: 'same gone onOtherDevice',
    completed: 'same gone',
    discarding: 'same completed gone rowedOn',
    onOtherDevice: 'same completed gone',
    inOtherTab: 'same completed gone onOtherDevice',
    rowedOn: 'same endedElsewhere gone',
    endedElsewhere: 'same gone',
  },
  closing: {
    held: 'same',
    heldResult: 'same',
    rowing: 'same',
    completing: 'same',
    completed: 'same',
    discarding: 'same',
    onOtherDevice: 'same',
    inOtherTab: 'same',
    rowedOn: 'same',
    endedElsewhere: 'same',
  },
};

const inputs = Object.keys(casesOf).filter((kind): kind is InputOfRow => kind in casesOf);
const phases = Object.keys(table.record).filter((phase): phase is Phase => phase in table.record);

function outcomes(phase: Phase, kind: InputOfRow): string {
  const found = livesIn(phase)
    .flatMap((life) => casesOf[kind](life))
    .map(({ life, input, when }) => {
      const after = step(life, input, when ?? later).life;
      const next = after === null ? 'gone' : phaseOf(after.kept);
      return next === phase ? 'same' : next;
    });
  if (found.length === 0) return 'never';
  const others = [...new Set(found)].filter((next) => next !== 'same').toSorted();
  return [...(found.includes('same') ? ['same'] : []), ...others].join(' ');
}

describe.each(inputs)('the input %s', (kind) => {
  test.each(phases)('leads a row that is %s to the states of the table, and to each of them', (phase) => {
    expect(livesIn(phase).length).toBeGreaterThan(0);
    expect(outcomes(phase, kind)).toBe(table[kind][phase]);
  });
});

describe('README.md', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const repository = new URL('../../../../', import.meta.url);

  test('has a row of its tables for each state and each input', () => {
    const named = [...readme.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(
      [...phases, ...inputs, 'start', 'restored', 'resumed', 'salvaged'].toSorted(),
    );
  });

  test('names for each invariant a test that exists', () => {
    const named = [...readme.matchAll(/^\d+\. .+?\n? +Held by `([^`]+)`: (.+?)\.$/gms)].map(
      ([, file = '', title = '']) => ({ file, title: title.replaceAll(/\s+/g, ' ') }),
    );
    expect(named.length).toBe([...readme.matchAll(/^\d+\. /gm)].length);
    for (const { file, title } of named) {
      expect(readFileSync(new URL(file, repository), 'utf8'), `${file}: ${title}`).toContain(title);
    }
  });
});
