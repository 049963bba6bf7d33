import { Avatar } from '../../../../ui/avatar.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import styles from './attendance-panel.module.css';
import { attendanceInWords, useAttendance } from './use-attendance.ts';

type AttendancePanelProps = {
  sessionId: string;
  /** Whether answering is the next step on this page. */
  isNext: boolean;
};

/** The participants of a planned session, and the viewer's own answer. */
export function AttendancePanel({ sessionId, isNext }: AttendancePanelProps) {
  const { _id: viewerId } = useCurrentUser();
  const { people, isError, isComing, isChanging, toggle } = useAttendance(sessionId, viewerId);
  return (
    <section aria-label="Who will be there" className={styles.attendance}>
      <Button
        size="touch"
        look={isNext && !isComing ? 'primary' : 'plain'}
        aria-pressed={isComing}
        isBusy={isChanging}
        onClick={toggle}
      >
        I'll be there
      </Button>
      <p role="status">
        {people === undefined
          ? isError && "Who will be there couldn't be loaded."
          : attendanceInWords(people, viewerId)}
      </p>
      {people && people.length > 0 && (
        <div className={styles.faces} aria-hidden="true">
          {people.slice(0, facesMax).map(({ _id, displayName, iconURL }) => (
            <Avatar key={_id} name={displayName} imageURL={iconURL} />
          ))}
        </div>
      )}
    </section>
  );
}

const facesMax = 8;
