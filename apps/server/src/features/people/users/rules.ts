import type { Visibility } from '@boathouse/contract/users';

/** The relation of a viewer to an athlete. */
type Relation = {
  /** The athlete has blocked the viewer. */
  isBlocked: boolean;
  /** One of them follows the other. */
  areConnected: boolean;
  /** Both are members of the same club; a pending request is not a membership. */
  shareClub: boolean;
};

/**
 * Whether the viewer sees an athlete's profile and activities, and finds the athlete in searches. A follow gives no
 * access by itself, because only users who see an athlete may follow.
 */
export function maySeeAthlete(
  viewerId: string,
  athlete: { id: string; visibility: Visibility; isFormer: boolean },
  { isBlocked, areConnected, shareClub }: Relation,
): boolean {
  if (viewerId === athlete.id) return true;
  if (isBlocked || athlete.isFormer) return false;
  switch (athlete.visibility) {
    case 'everyone':
      return true;
    case 'connections':
      return areConnected;
    case 'clubs':
      return shareClub;
    case 'me':
      return false;
  }
}
