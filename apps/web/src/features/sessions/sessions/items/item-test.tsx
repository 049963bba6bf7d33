import type { ClubRef } from '@boathouse/contract/clubs';
import type { Session } from '@boathouse/contract/sessions';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isAdmin, membershipInClub } from '../../../clubs/clubs/index.ts';
import { testsOf } from '../../../clubs/squads/index.ts';
import { useCurrentUser, useIsGuest } from '../../../people/auth/index.ts';

type ItemTestProps = { session: Session; club: ClubRef; index: number };

/** The test that an item of a club's session is, or for the club's admins the way to make it one. */
export function ItemTest({ session, club, index }: ItemTestProps) {
  const me = useCurrentUser();
  const isGuest = useIsGuest();
  const { data: membership } = useQuery({ ...membershipInClub(club._id, me._id), enabled: !isGuest });
  const { data: tests } = useQuery({ ...testsOf(club._id), enabled: membership?.isMember === true });
  const test = tests?.find((each) => each.session?._id === session._id && each.session.item === index);
  const base = `/clubs/${club.customURL}/tests`;
  if (test !== undefined) {
    return (
      <p>
        This item is a test: <Link to={`${base}/${test._id}`}>{test.title}</Link>
      </p>
    );
  }
  const isOffered =
    tests !== undefined &&
    isAdmin(membership?.role ?? null) &&
    isSinglePiece(session.workoutItems[index] ?? '');
  if (!isOffered) return null;
  return (
    <p>
      <Link to={`${base}?session=${session._id}&item=${index}`}>Make it a test</Link>
    </p>
  );
}

/** A test is one distance or one time. */
function isSinglePiece(text: string): boolean {
  const [piece, ...others] = parseWorkoutText(text)?.pieces ?? [];
  return others.length === 0 && (piece?.kind === 'distance' || piece?.kind === 'time');
}
