import type { Activity, ListedActivity } from '@boathouse/contract/activities';
import { Link } from 'react-router';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { AthleteLink } from '../../../people/users/index.ts';
import { SourceMark } from '../source-mark.tsx';
import styles from './others.module.css';
import { decidingFigure } from './result-words.ts';
import { shortListOf } from './short-list.ts';
import { firstOrder, sortResults, standingsOf } from './standings.ts';

type OthersProps = { activity: Activity; results: readonly ListedActivity[] };

/**
 * The athletes who rowed the same workout on the same machine, with their ranks; nothing for the only one, or for a
 * result without a rank.
 */
export function Others({ activity, results }: OthersProps) {
  const { of, decides } = standingsOf(activity.workout, results);
  const ranked = sortResults(results, firstOrder(activity.workout)).filter(
    ({ _id, machine }) => of.has(_id) && machine === activity.machine,
  );
  const own = ranked.findIndex(({ _id }) => _id === activity._id);
  if (own === -1 || ranked.length < 2) return null;
  const shown = shortListOf(ranked.length, own).flatMap((place) => ranked[place] ?? []);
  return (
    <Panel
      title="The others"
      aside={
        activity.session !== null &&
        !activity.session.isDeleted && (
          <Link to={`/sessions/${activity.session._id}#item-${activity.workoutItemIndex ?? 0}`}>
            All {of.size} results
          </Link>
        )
      }
    >
      <ol className={styles.list}>
        {shown.map((result) => {
          const { rank, gap } = of.get(result._id) ?? { rank: 0, gap: null };
          return (
            <li key={result._id} data-self={result._id === activity._id}>
              <span className={styles.rank}>{rank}</span>
              <Avatar name={result.user.displayName} imageURL={result.user.iconURL} />
              <span className={styles.name}>
                <AthleteLink athlete={result.user} /> <SourceMark activity={result} />
              </span>
              <span className={styles.figure}>
                <Link to={`/activities/${result._id}`}>
                  {decidingFigure(result, decides, result.machine)}
                </Link>
                {gap !== null && <span>{gap}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
