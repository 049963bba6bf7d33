import type { Club, ClubMembership, ClubRole } from '@boathouse/contract/clubs';
import type { AthleteFacts } from '@boathouse/contract/follows';
import type { User, UserRef } from '@boathouse/contract/users';
import { FakeApi, refusal, type Call, type Reply } from '../fake-api.ts';
import { idOf } from '../people.ts';

/** An in-memory API for tests of the athlete pages. */
export class FakeAthletesApi extends FakeApi {
  people: User[] = [];
  /** How many of the users share a club with the viewer; undefined as from an earlier server. */
  ofClubs: number | undefined;
  follows: { follower: string; followee: string }[] = [];
  /** By user. */
  monthMeters: Record<string, number> = {};
  /** Users whom the viewer has blocked. */
  blocked: UserRef[] = [];
  clubs: Club[] = [];
  memberships: { user: string; club: string; role: ClubRole }[] = [];
  /** Number of activities on each day of the year, by user and year. */
  days: Record<string, Record<number, Record<string, number>>> = {};

  protected override usual({ method, path, query, body }: Call): Reply {
    const [, , noun = '', first = '', second = '', third = ''] = path.split('/');
    switch (`${method} ${noun}`) {
      case 'GET users':
        if (first === 'search') return this.#search(this.people, 'users', query['displayName'], query);
        if (first === '') {
          const { body } = this.#search(this.people, 'users', undefined, query);
          return { body: { ...Object(body), ofClubs: this.ofClubs } };
        }
        if (second === 'blocked') return { body: this.blocked };
        if (second === 'personal-bests') return { body: [] };
        return second === 'activity-heatmap' ? this.#heatmap(first, query) : this.#user(first);
      case 'GET clubs':
        return this.#search(this.clubs, 'clubs', query['name'], query);
      case 'GET clubmemberships':
        return { body: this.#membershipsOf(second) };
      case 'GET feed':
        return { body: [] };
      case 'PUT users':
        this.blocked = [
          ...this.blocked,
          ...this.people
            .filter(({ _id }) => _id === third)
            .map(({ _id, displayName, iconURL }) => ({ _id, displayName, iconURL })),
        ];
        return { body: this.blocked };
      case 'DELETE users':
        this.blocked = this.blocked.filter(({ _id }) => _id !== third);
        return { body: this.blocked };
      case 'GET follows':
        if (first === 'facts') return { body: this.#facts(query) };
        return first === 'doesfollow'
          ? { body: { doesFollow: this.#find(query) !== undefined } }
          : { body: this.#follows(second, third) };
      case 'POST follows':
        this.follows.push(pairOf(body));
        return { body: this.#follow(pairOf(body)) };
      case 'DELETE follows':
        this.follows = this.follows.filter((pair) => pair !== this.#find(query));
        return { body: { doesFollow: false } };
      default:
        throw new Error(`No fake response for ${method} ${path}`);
    }
  }

  #user(id: string): Reply {
    if (!/^[0-9a-f-]{36}$/.test(id)) return refusal(400, 'id: Invalid UUID');
    const user = this.people.find(({ _id }) => _id === id);
    return user ? { body: user } : refusal(404, 'There is no such user.', 'not_found');
  }

  #heatmap(id: string, query: Record<string, string>): Reply {
    const year = Number(query['currentYear']) + Number(query['yearOffset']);
    const days = this.days[id]?.[year] ?? {};
    return { body: { year, count: Object.values(days).reduce((sum, each) => sum + each, 0), days } };
  }

  #membershipsOf(userId: string): ClubMembership[] {
    return this.memberships.flatMap(({ user, club: clubId, role }) => {
      const club = this.clubs.find(({ _id }) => _id === clubId);
      if (user !== userId || !club) return [];
      return [{ _id: idOf(900), user: this.#ref(user), club, role, createdAt: '2025-02-01T00:00:00.000Z' }];
    });
  }

  #follows(userId: string, what: string): unknown {
    const followees = this.follows.filter(({ follower }) => follower === userId);
    const followers = this.follows.filter(({ followee }) => followee === userId);
    if (what === 'summary') return { followees: followees.length, followers: followers.length };
    return (what === 'followees' ? followees : followers).map((pair) => this.#follow(pair));
  }

  #facts({ follower = '', athletes = '' }: Record<string, string>): AthleteFacts[] {
    return athletes.split(',').map((athlete) => ({
      athlete,
      doesFollow: this.#find({ follower, followee: athlete }) !== undefined,
      monthMeters: this.monthMeters[athlete] ?? 0,
    }));
  }

  #follow({ follower, followee }: { follower: string; followee: string }) {
    return {
      follower: this.#ref(follower),
      followee: this.#ref(followee),
      createdAt: '2025-02-01T00:00:00.000Z',
    };
  }

  #find(pair: Record<string, string>) {
    return this.follows.find(
      ({ follower, followee }) => follower === pair['follower'] && followee === pair['followee'],
    );
  }

  #ref(id: string): UserRef {
    const user = this.people.find(({ _id }) => _id === id);
    if (!user) throw new Error(`There is no user ${id}`);
    return { _id: user._id, displayName: user.displayName, iconURL: user.iconURL };
  }

  #search(
    all: (User | Club)[],
    noun: 'users' | 'clubs',
    text = '',
    { page, pagesize }: Record<string, string>,
  ): Reply {
    const found = all.filter((each) =>
      ('name' in each ? each.name : each.displayName).toLowerCase().includes(text.toLowerCase()),
    );
    const size = Number(pagesize);
    const rows = found.slice((Number(page) - 1) * size, Number(page) * size);
    return { body: { count: found.length, [noun]: rows } };
  }
}

function pairOf({ follower, followee }: Call['body']): { follower: string; followee: string } {
  if (typeof follower !== 'string' || typeof followee !== 'string')
    throw new Error('A follow names two users');
  return { follower, followee };
}
