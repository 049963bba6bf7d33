import type { Activity, ListedActivity } from '@boathouse/contract/activities';
import type { OwnResult, Standing } from '@boathouse/contract/activities/results';
import type { PersonalBest } from '@boathouse/contract/statistics';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dayOf, formatFullDay, viewerTimeZone } from '../../../../lib/format.ts';
import { Unavailable } from '../../../../ui/states.tsx';
import { pieceNames } from '../../statistics/index.ts';
import { standingOf } from './api.ts';
import { targetsKept } from '../targets-kept.ts';
import { pacingOf } from './pacing.ts';
import { apartWords, beatsBy, decidingFigure, gainInWords, gainOver, pacingInWords } from './result-words.ts';
import styles from './result-story.module.css';
import { standingsOf } from './standings.ts';

type ResultStoryProps = {
  /** Completed. */
  activity: Activity;
  viewerId: string;
  bests: readonly PersonalBest[];
  /** Completed results of the same workout item. */
  results: readonly ListedActivity[];
};

/** Describes a result: the rank, the comparison with earlier results, the splits and the targets. */
export function ResultStory({ activity, viewerId, bests, results }: ResultStoryProps) {
  const { data: standing, isPending, isError, refetch } = useQuery(standingOf(activity._id));
  const isOwn = activity.user._id === viewerId;
  const whose = isOwn ? 'Your' : `${activity.user.displayName}'s`;
  const pacing = activity.isPartial ? null : pacingOf(activity.summary?.splits ?? []);
  const apart = apartWords(activity);
  const sentences = [
    ...(pacing === null ? [] : [pacingInWords(pacing, activity.machine)]),
    ...targetsKept(activity.workout, activity.summary).map((words) => `${words}.`),
    ...(apart === null ? [] : [apart]),
  ];
  return (
    <div className={styles.story}>
      {standing && <Celebration {...{ activity, standing, bests, whose }} />}
      <ul className={styles.facts}>
        <RankFact {...{ activity, results }} />
        {standing && <Before {...{ activity, standing, whose }} />}
        {isPending && !activity.isPartial && <FactToCome />}
      </ul>
      {isError && (
        <Unavailable onRetry={() => void refetch()}>
          Earlier results of this workout couldn't be loaded.
        </Unavailable>
      )}
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

type CelebrationProps = {
  activity: Activity;
  standing: Standing;
  bests: readonly PersonalBest[];
  whose: string;
};

/** A best, as text and color: of a ranked piece, or of a workout that was rowed before. */
function Celebration({ activity, standing, bests, whose }: CelebrationProps) {
  const [ranked] = bests.filter((best) => best.activity === activity._id);
  const by = beatsBy(activity, standing);
  if (standing.decides === null || (by === null && ranked === undefined)) return null;
  const what = ranked === undefined ? 'best of this workout' : `best ${pieceNames[ranked.piece]}`;
  return (
    <p className={styles.best}>
      <Pennant />
      <span>
        <strong>
          {whose} {what}
        </strong>
        {by !== null && `, ${gainInWords(by, standing.decides, activity.machine)} than before`}
      </span>
    </p>
  );
}

function Pennant() {
  return (
    <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
      <path d="M6 2v20" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path d="M7 3h14l-4 4.5L21 12H7Z" fill="currentColor" />
    </svg>
  );
}

/** The rank among athletes who rowed the same on the same machine; none for the only one. */
function RankFact({ activity, results }: { activity: Activity; results: readonly ListedActivity[] }) {
  const { of } = standingsOf(activity.workout, results);
  const own = of.get(activity._id);
  if (own === undefined || own.count < 2) return null;
  const isFirst = ({ _id, machine }: ListedActivity) =>
    machine === activity.machine && of.get(_id)?.rank === 1;
  const isLevel = own.rank === 1 && results.filter(isFirst).length > 1;
  return (
    <Fact
      label="Place"
      figure={`${own.rank} of ${own.count}`}
      detail={own.gap === null ? (isLevel ? 'level with the first' : 'first') : `${own.gap} to the first`}
    />
  );
}

/** The differences from the last and the best other result of the same workout. */
function Before({
  activity,
  standing: { decides, last, best },
  whose,
}: {
  activity: Activity;
  standing: Standing;
  whose: string;
}) {
  if (decides === null) return null;
  if (last === null && best === null)
    return <Fact label="Last time" figure="First time" detail="Nothing to compare with yet" />;
  const fact = (label: string, other: OwnResult) => {
    const gain = gainOver(activity, other, decides);
    return (
      gain !== null && (
        <Fact
          label={label}
          figure={gainInWords(gain, decides, activity.machine)}
          isGain={gain > 0}
          detail={
            <Link to={`/activities/${other.activity}`}>
              {decidingFigure(other, decides, activity.machine)} on{' '}
              {formatFullDay(dayOf(other.createdAt, viewerTimeZone()))}
              {other.isEntered && ', entered'}
            </Link>
          }
        />
      )
    );
  };
  return (
    <>
      {last !== null && last.activity !== best?.activity && fact('Last time', last)}
      {best !== null && fact(labelOfBest(activity, best, last, whose), best)}
    </>
  );
}

/** The best of all others; if the result is better, it is the former best. */
function labelOfBest(activity: Activity, best: OwnResult, last: OwnResult | null, whose: string): string {
  if (best.activity === last?.activity) return 'Last time';
  return best.createdAt < activity.createdAt ? `${whose} best before` : `${whose} best since`;
}

/** The space of a fact, so that the content below it does not move when it comes. */
function FactToCome() {
  return (
    <li aria-hidden="true">
      <span className={styles.label}>&nbsp;</span> <strong>&nbsp;</strong> <span>&nbsp;</span>
    </li>
  );
}

type FactProps = { label: string; figure: string; detail: ReactNode; isGain?: boolean };

function Fact({ label, figure, detail, isGain = false }: FactProps) {
  return (
    <li data-gain={isGain}>
      <span className={styles.label}>{label}</span> <strong>{figure}</strong> <span>{detail}</span>
    </li>
  );
}
