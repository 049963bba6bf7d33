import type { Activity, ListedActivity } from '@boathouse/contract/activities';
import type { PersonalBest } from '@boathouse/contract/statistics';
import type { Stroke } from '@boathouse/contract/strokes';
import { gapsOf, type Gap, type HeardRow } from '@boathouse/row/reduce/gaps';
import { figuresOn } from '@boathouse/workout/machine';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { NativeSelect } from '../../../../ui/field/field.tsx';
import { useIsDrawn } from '../../../../ui/lazy/first-frame.ts';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../../ui/states.tsx';
import { segmentsClass } from '../../../../ui/tabs.ts';
import { resultsBeside, strokesOf } from '../api.ts';
import { candidatesOf, differenceInWords, type Candidate } from './comparison.ts';
import type { Other } from './stroke-plots.tsx';
import styles from './stroke-review.module.css';
import { plottable, type PlotOver, stretchOf } from './plottable.ts';
import { formatWhole } from '../../../../lib/format.ts';

// The plots are large and load with the strokes, after the figures are drawn.
const loadPlots = () =>
  loadChunk(() => Promise.all([import('./stroke-plots.tsx'), import('./force-curve-panel.tsx')]));
const StrokePlots = lazyPart({
  name: 'The plots',
  load: async () => (await loadPlots())[0].StrokePlots,
  waiting: <Loading label="Loading the plots" lines={8} />,
});
const ForceCurvePanel = lazyPart({
  name: 'The force curve',
  load: async () => (await loadPlots())[1].ForceCurvePanel,
});

/** A result for a replay. Seconds and meters. */
export type ReplayedRow = Pick<
  Activity,
  'workout' | 'machine' | 'elapsedTime' | 'distance' | 'isPartial' | 'isSimulated'
> & { activityId: string; name: string };

type StrokeReviewProps = {
  activity: Activity;
  viewerId: string;
  bests: readonly PersonalBest[];
  renderReplay: (results: readonly ReplayedRow[]) => ReactNode;
  /** The splits, shown beside the plots. */
  children: ReactNode;
};

/** The plots of a completed activity's strokes, the comparison with another result, and the force curve. */
export function StrokeReview(props: StrokeReviewProps) {
  const { activity, viewerId, bests, renderReplay, children } = props;
  const isDrawn = useIsDrawn();
  useEffect(() => {
    if (isDrawn) loadPlots().catch(() => undefined);
  }, [isDrawn]);
  const [query, setQuery] = useSearchParams();
  const [cursor, setCursor] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const deferredChosen = useDeferredValue(chosen);
  const stored = useQuery({ ...strokesOf(activity._id), enabled: isDrawn });
  const strokes = useMemo(() => plottable(stored.data ?? []), [stored.data]);
  const gaps = useMemo(() => gapsOf(stored.data ?? [], activity), [stored.data, activity]);
  const over: PlotOver = query.get('over') === 'time' ? 'time' : 'distance';
  const compared = useComparison({ activity, viewerId, bests }, query.get('with'));
  const { candidates, candidate, other } = compared;
  const replayed = useMemo(() => replayedRows(activity, candidate), [activity, candidate]);

  function show(key: 'over' | 'with', value: string) {
    const next = new URLSearchParams(query);
    if (value === '') next.delete(key);
    else next.set(key, value);
    setQuery(next, { replace: true, preventScrollReset: true });
  }
  function choose(index: number | null) {
    setCursor(index);
    if (index !== null) setChosen(index);
  }

  if (stored.data === undefined || strokes.length === 0) {
    return (
      <div className={styles.columns}>
        <Panel title="Strokes">
          {stored.data ? (
            <Empty>
              <p>The strokes of this activity were not stored, only its summary.</p>
            </Empty>
          ) : stored.isError ? (
            <Unavailable onRetry={() => void stored.refetch()}>The strokes couldn't be loaded.</Unavailable>
          ) : (
            <Loading label="Loading the strokes" lines={8} />
          )}
        </Panel>
        {children !== null && <div className={styles.aside}>{children}</div>}
      </div>
    );
  }
  return (
    <div className={styles.columns}>
      <Panel title="Strokes" aside={<OverChoice over={over} onChange={(next) => show('over', next)} />}>
        {compared.hasFailed && (
          <Unavailable onRetry={compared.retry}>The results to compare with couldn't be loaded.</Unavailable>
        )}
        <div className={styles.ways}>
          <CompareChoice
            candidates={candidates}
            candidate={candidate}
            onChoose={(activityId) => show('with', activityId)}
          />
          {renderReplay(replayed)}
        </div>
        <Gaps gaps={gaps} hasIntervals={isIntervalWorkout(activity.workoutType)} />
        {candidate && <Difference {...{ activity, candidate, compared }} />}
        <StrokePlots
          {...{ strokes, gaps, over, other, cursor }}
          machine={activity.machine}
          onCursor={choose}
        />
      </Panel>
      <div className={styles.aside}>
        {children}
        {figuresOn(activity.machine).hasForceCurve && (
          <ForceCurves
            strokes={strokes}
            hasGaps={gaps.length > 0}
            chosen={deferredChosen}
            onChoose={setChosen}
          />
        )}
      </div>
    </div>
  );
}

/** The activity, and the result that it is compared with. */
function replayedRows(activity: Activity, candidate: Candidate | null): ReplayedRow[] {
  const { _id, user, workout, machine, elapsedTime, distance, isPartial, isSimulated } = activity;
  const own = { workout, machine, elapsedTime, distance, isPartial, isSimulated };
  return [
    { ...own, activityId: _id, name: user.displayName },
    ...(candidate === null
      ? []
      : [
          {
            ...own,
            isPartial: false,
            isSimulated: false,
            activityId: candidate.activityId,
            name: candidate.name,
            elapsedTime: candidate.elapsedTime,
            distance: candidate.distance,
          },
        ]),
  ];
}

type Reviewed = Pick<StrokeReviewProps, 'activity' | 'viewerId' | 'bests'>;

const noResults: readonly ListedActivity[] = [];

/** Finds the results to compare with, and the strokes of the chosen one. */
function useComparison(reviewed: Reviewed, chosenId: string | null) {
  const beside = useQuery(resultsBeside(reviewed.activity));
  const { data: results = noResults } = beside;
  const { activity, viewerId, bests } = reviewed;
  const candidates = useMemo(
    () => candidatesOf({ activity, viewerId, bests, results }),
    [activity, viewerId, bests, results],
  );
  const candidate = candidates.find(({ activityId }) => activityId === chosenId) ?? null;
  const theirs = useQuery({ ...strokesOf(candidate?.activityId ?? ''), enabled: candidate !== null });
  const theirStrokes = theirs.data;
  const name = candidate?.nameWithin;
  const theirResult = results.find(({ _id }) => _id === candidate?.activityId);
  const theirDistance = candidate?.distance ?? 0;
  const theirTime = candidate?.elapsedTime ?? 0;
  const other = useMemo((): Other | null => {
    if (name === undefined || theirStrokes === undefined || theirStrokes.length === 0) return null;
    const row = heardRowOf(theirResult, { distance: theirDistance, elapsedTime: theirTime });
    return { name, strokes: plottable(theirStrokes), gaps: gapsOf(theirStrokes, row) };
  }, [name, theirStrokes, theirResult, theirDistance, theirTime]);
  return {
    candidates,
    candidate,
    /** The strokes to plot; null while there are none. */
    other,
    areIntervals: isIntervalWorkout(theirResult?.workoutType ?? null),
    areTheirsMissing: theirStrokes?.length === 0,
    haveTheirsFailed: theirs.isError,
    hasFailed: beside.data === undefined && beside.isError,
    retry: () => void beside.refetch(),
  };
}

type DifferenceProps = {
  activity: Activity;
  candidate: Candidate;
  compared: ReturnType<typeof useComparison>;
};

function Difference({ activity, candidate, compared }: DifferenceProps) {
  const { other } = compared;
  return (
    <p role="status" className={styles.difference}>
      <strong>{candidate.name}</strong>: {differenceInWords(activity, candidate)}.{' '}
      {compared.areTheirsMissing && 'The strokes of the other activity were not stored.'}
      {compared.haveTheirsFailed && "The strokes of the other activity couldn't be loaded."}
      {other && gapSentences(other.gaps, compared.areIntervals).join(' ')}
    </p>
  );
}

/** Lists have no splits, and a personal best only its figures. */
function heardRowOf(
  result: ListedActivity | undefined,
  figures: Pick<HeardRow, 'distance' | 'elapsedTime'>,
): HeardRow {
  const { workoutType = null, summary = null } = result ?? {};
  return { isCompleted: true, workoutType, summary: summary && { ...summary, splits: [] }, ...figures };
}

/** The missing parts of the row. */
function Gaps({ gaps, hasIntervals }: { gaps: readonly Gap[]; hasIntervals: boolean }) {
  if (gaps.length === 0) return null;
  return (
    <ul className={styles.gaps}>
      {gapSentences(gaps, hasIntervals).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

type ForceCurvesProps = {
  strokes: readonly Stroke[];
  hasGaps: boolean;
  chosen: number | null;
  onChoose: (index: number) => void;
};

function ForceCurves(props: ForceCurvesProps) {
  return props.strokes.some(({ forceCurve }) => forceCurve) ? <ForceCurvePanel {...props} /> : null;
}

const overNames: Record<PlotOver, string> = { distance: 'Distance', time: 'Time' };

function OverChoice({ over, onChange }: { over: PlotOver; onChange: (over: PlotOver) => void }) {
  return (
    <div role="group" aria-label="Plot over" className={segmentsClass}>
      {(['distance', 'time'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={each === over} onClick={() => onChange(each)}>
          {overNames[each]}
        </button>
      ))}
    </div>
  );
}

type CompareChoiceProps = {
  candidates: readonly Candidate[];
  candidate: Candidate | null;
  onChoose: (activityId: string) => void;
};

function CompareChoice({ candidates, candidate, onChoose }: CompareChoiceProps) {
  if (candidates.length === 0) return null;
  return (
    <div className={styles.compare}>
      <NativeSelect
        label="Compare with"
        value={candidate?.activityId ?? ''}
        data={[
          { value: '', label: 'Nothing' },
          ...candidates.map(({ activityId, label }) => ({ value: activityId, label })),
        ]}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </div>
  );
}

/** More than these are only counted. */
const namedMax = 5;

function inIntervals({ fromInterval, toInterval }: Gap): string {
  return fromInterval === toInterval
    ? `, in interval ${fromInterval}`
    : `, in intervals ${fromInterval} to ${toInterval}`;
}

/** Returns a sentence for each gap: `Bluetooth was away from 200 to 430 m.` */
function gapSentences(gaps: readonly Gap[], hasIntervals: boolean): string[] {
  const sentences = gaps.slice(0, namedMax).map((gap) => {
    if (gap.where === 'start') return `Strokes before ${formatWhole(Math.round(gap.toM))} m were not heard.`;
    return `Bluetooth was away from ${stretchOf(gap)}${hasIntervals ? inIntervals(gap) : ''}.`;
  });
  const more = gaps.length - sentences.length;
  return more > 0 ? [...sentences, `And ${more} more ${more === 1 ? 'time' : 'times'}.`] : sentences;
}
