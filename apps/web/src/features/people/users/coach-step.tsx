import type { FirstSteps } from '@boathouse/contract/users';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { StepMark } from './step-mark.tsx';
import styles from './first-steps.module.css';

/** The steps of a coach: a club, its first session, and a link that invites the crew. One press each. */
export function CoachStep({ coaching: { club, hasSession, hasInvited } }: Pick<FirstSteps, 'coaching'>) {
  const isDone = hasSession && hasInvited;
  const parts = [
    { title: 'Create a club', isDone: club !== null, to: '/club-create' },
    { title: 'Plan a session', isDone: hasSession, to: club && `/dashboard?club=${club._id}` },
    { title: 'Invite your crew', isDone: hasInvited, to: club && `/clubs/${club.customURL}/members` },
  ];
  return (
    <li className={[styles.step, styles.coach].join(' ')} data-done={isDone}>
      <StepMark isDone={isDone} />
      <div className={styles.words}>
        <h3>Coach a crew</h3>
        <p>
          {isDone ? 'Done' : 'If you run the training: a club, its first session, and a link for your crew.'}
        </p>
      </div>
      {!isDone && (
        <ul className={styles.parts}>
          {parts.map((part) => (
            <li key={part.title}>
              <StepMark isDone={part.isDone} />
              {part.isDone || part.to === null ? (
                <span>
                  {part.title}
                  {part.isDone && <span className={styles.partDone}> Done</span>}
                </span>
              ) : (
                <Link to={part.to} className={buttonClass()}>
                  {part.title}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
