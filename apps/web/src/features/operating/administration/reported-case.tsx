import {
  reportDecisions,
  type ReportCase,
  type ReportDecision,
} from '@boathouse/contract/administration/reports';
import { Link } from 'react-router';
import { formatCount, formatDayAndTime, formatWhen } from '../../../lib/format.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { reasonWords } from '../reports/index.ts';
import styles from './reported-case.module.css';
import { addressOf, decisionWords, headingOf, reportActions } from './report-words.ts';

type ReportedCaseProps = {
  about: ReportCase;
  isBusy: boolean;
  onDecide: (decision: ReportDecision) => void;
  onTakeBack: () => void;
};

/** A reported thing, its reporters, and the possible decisions. */
export function ReportedCase({ about, isBusy, onDecide, onTakeBack }: ReportedCaseProps) {
  const { now, reported, decided } = about;
  const heading = headingOf(about);
  const address = addressOf(about);
  return (
    <li className={styles.case} data-row={about._id}>
      <div className={styles.top}>
        <Avatar name={now?.name ?? reported.name} imageURL={now?.iconURL ?? null} size={40} />
        <h3>{address === null ? heading : <Link to={address}>{heading}</Link>}</h3>
      </div>
      <Content about={about} />
      {now?.bannerURL && (
        <img src={now.bannerURL} alt={`Banner of ${now.name}`} className={styles.banner} loading="lazy" />
      )}
      <Reports about={about} />
      {decided === null ? (
        <div className={styles.actions}>
          {reportDecisions.toReversed().map((decision) => (
            <Button
              key={decision}
              look={decision === 'dismissed' ? 'quiet' : 'plain'}
              isBusy={isBusy}
              aria-label={`${reportActions[decision]}: ${heading}`}
              onClick={() => onDecide(decision)}
            >
              {reportActions[decision]}
            </Button>
          ))}
        </div>
      ) : (
        <>
          <p className={styles.decided}>
            {decisionWords[decided.decision]} by {decided.by},{' '}
            <time dateTime={decided.at}>{formatDayAndTime(decided.at)}</time>
          </p>
          {decided.decision !== 'deleted' && now !== null && (
            <div className={styles.actions}>
              <Button look="quiet" isBusy={isBusy} aria-label={`Take back: ${heading}`} onClick={onTakeBack}>
                Take back
              </Button>
            </div>
          )}
        </>
      )}
    </li>
  );
}

/** The reported text, and the changes since. */
function Content({ about: { kind, now, reported } }: { about: ReportCase }) {
  const isSameText = now !== null && now.text === reported.text;
  return (
    <>
      {reported.text !== '' && (
        <blockquote className={styles.text} dir="auto">
          {reported.text}
        </blockquote>
      )}
      {now !== null && now.name !== reported.name && (
        <p className={styles.note}>
          Reported as {reported.name}, now called {now.name}
        </p>
      )}
      {now === null && <p className={styles.note}>It does not exist any more</p>}
      {now?.isHidden && (
        <p className={styles.note}>{kind === 'club' ? 'Not in lists and searches' : 'Shown as [deleted]'}</p>
      )}
      {now !== null && !now.isHidden && !isSameText && (
        <p className={styles.note}>{now.text === '' ? 'The text is gone now' : `Now: ${now.text}`}</p>
      )}
    </>
  );
}

function Reports({ about: { reportCount, reports } }: { about: ReportCase }) {
  const more = reportCount - reports.length;
  if (reportCount === 0)
    return <p className={styles.note}>Those who reported it have deleted their accounts</p>;
  return (
    <ul className={styles.reports} aria-label="Reports">
      {reports.map((report) => (
        <OneReport key={report.user._id} report={report} />
      ))}
      {more > 0 && <li>And {formatCount(more)} more</li>}
    </ul>
  );
}

function OneReport({ report: { user, reason, text, createdAt } }: { report: ReportCase['reports'][number] }) {
  const when = useAtNow((nowMs) => formatWhen(createdAt, nowMs));
  return (
    <li>
      <strong>{reasonWords[reason].label}</strong>
      {text !== '' && <span dir="auto">: {text}</span>}{' '}
      <span className={styles.by}>
        <Link to={`/athletes/${user._id}`}>{user.displayName}</Link>, <time dateTime={createdAt}>{when}</time>
      </span>
    </li>
  );
}
