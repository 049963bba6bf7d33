import {
  clubRoles,
  ClubRoleSchema,
  isMember,
  type Club,
  type ClubMembership,
  type ClubRole,
} from '@boathouse/contract/clubs';
import type { User } from '@boathouse/contract/users';
import { FakeApi, refusal, type Call, type Reply } from '../fake-api.ts';
import { buildClub, idOf, imagePath } from '../people.ts';

/** An in-memory API for tests of the club pages. Trusts the user ids in requests. */
export class FakeClubServer extends FakeApi {
  people: User[] = [];
  clubs: Club[] = [];
  /** Further fields of the caller's own memberships, in addition to their role. */
  demand: { needsSecondFactor?: boolean } = {};
  memberships: { user: string; club: string; role: ClubRole }[] = [];

  roleOf(club: Club, user: User): ClubRole | null {
    return this.#find({ club: club._id, user: user._id })?.role ?? null;
  }

  protected override usual(call: Call): Reply {
    const { method, path, query, body } = call;
    const [, , noun = '', first = '', second = ''] = path.split('/');
    if (noun === 'clubs' && second === 'meters') {
      return { body: { from: '2026-01-01', to: '2026-01-07', rows: [] } };
    }
    switch (`${method} ${noun} ${first}`) {
      case 'GET clubs isavailable':
        return { body: { isAvailable: this.#byUrl(query['customURL']) === undefined } };
      case 'GET clubs customURL': {
        const club = this.#byUrl(second);
        return club ? { body: this.#counted(club) } : refusal(404, 'There is no such club', 'not_found');
      }
      case 'POST clubs ':
        return this.#create(body);
      case 'PATCH clubs ':
        return this.#patch(query['club'], body);
      case 'GET clubmemberships user':
        return { body: this.#listed(this.memberships.filter(({ user }) => user === second)) };
      case 'GET clubmemberships club':
        return { body: this.#listed(this.memberships.filter(({ club }) => club === second)) };
      case 'GET clubmemberships ismember': {
        const role = this.#find(query)?.role ?? null;
        return { body: { isMember: isMember(role), role, ...this.demand } };
      }
      case 'POST clubmemberships ':
        return this.#join(body);
      case 'DELETE clubmemberships leave':
        return this.#end(query, 'You left');
      case 'DELETE clubmemberships revokeMembership':
        return this.#end(query, 'Ended');
      case 'PATCH clubmemberships makeAdmin':
        return this.#change(body, clubRoles.admin);
      case 'PATCH clubmemberships revokeAdmin':
      case 'PATCH clubmemberships makeMember':
        return this.#change(body, clubRoles.member);
      case 'PATCH clubmemberships transferOwnership':
        this.#change({ club: body['club'], user: body['fromUser'] }, clubRoles.admin);
        return this.#change({ club: body['club'], user: body['toUser'] }, clubRoles.owner);
      case 'POST files clubicons':
      case 'POST files clubbanners':
        return { body: { path: imagePath(first, query['key'] ?? '', this.calls.length) } };
      case 'GET feed club-upcoming':
      case 'GET feed club-profile':
      case 'GET feed club-results':
        return { body: [] };
      default:
        throw new Error(`No fake response for ${method} ${path}`);
    }
  }

  #byUrl(customURL = '') {
    return this.clubs.find((club) => club.customURL.toLowerCase() === customURL.toLowerCase());
  }

  #find({ club, user }: Record<string, unknown>) {
    return this.memberships.find((membership) => membership.club === club && membership.user === user);
  }

  #counted(club: Club): Club {
    const members = this.memberships.filter(({ club: of, role }) => of === club._id && isMember(role));
    return { ...club, memberCount: members.length };
  }

  #create(body: Record<string, unknown>): Reply {
    const customURL = String(body['customURL']);
    if (this.#byUrl(customURL)) return refusal(409, 'It is not available.', 'already_exists');
    const club = buildClub(900 + this.clubs.length, '', { ...body, customURL });
    this.clubs.push(club);
    return { body: club };
  }

  #patch(id: string | undefined, body: Record<string, unknown>): Reply {
    this.clubs = this.clubs.map((club) => (club._id === id ? { ...club, ...body } : club));
    const club = this.clubs.find(({ _id }) => _id === id);
    return club ? { body: this.#counted(club) } : refusal(404, 'There is no such club', 'not_found');
  }

  #join(body: Record<string, unknown>): Reply {
    const club = this.clubs.find(({ _id }) => _id === body['club']);
    if (!club) return refusal(404, 'There is no such club', 'not_found');
    const role = club.isPrivate ? clubRoles.pending : clubRoles.member;
    this.memberships.push({ user: String(body['user']), club: club._id, role });
    return this.#changed(body, `${club.name} joined`);
  }

  #end(of: Record<string, unknown>, word: string): Reply {
    const ended = this.#find(of);
    if (ended?.role === clubRoles.owner)
      return refusal(403, 'The owner transfers the club first.', 'forbidden');
    this.memberships = this.memberships.filter((membership) => membership !== ended);
    return { body: { message: `${word} ${this.clubs.find(({ _id }) => _id === of['club'])?.name}` } };
  }

  #change(of: Record<string, unknown>, role: ClubRole): Reply {
    const membership = this.#find(of);
    if (!membership) return refusal(404, 'There is no such member', 'not_found');
    membership.role = role;
    return this.#changed(of, `Role ${role}`);
  }

  #changed(of: Record<string, unknown>, message: string): Reply {
    const [membership] = this.#listed(this.memberships.filter((each) => each === this.#find(of)));
    return { body: { ...membership, message: `${membership?.user.displayName}: ${message}` } };
  }

  #listed(memberships: FakeClubServer['memberships']): ClubMembership[] {
    return memberships.flatMap(({ user, club, role }) => {
      const person = this.people.find(({ _id }) => _id === user);
      const found = this.clubs.find(({ _id }) => _id === club);
      if (!person || !found) return [];
      const { _id, displayName, iconURL } = person;
      return [
        {
          _id: idOf(100_000 + Number(user.slice(-3)) * 1000 + Number(club.slice(-3))),
          user: { _id, displayName, iconURL },
          club: { _id: found._id, name: found.name, customURL: found.customURL, iconURL: found.iconURL },
          role: ClubRoleSchema.parse(role),
          createdAt: '2025-03-04T12:00:00.000Z',
        },
      ];
    });
  }
}
