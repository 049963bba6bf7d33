import { randomUUID } from 'node:crypto';
import { setUpCodeHeader } from '@boathouse/contract/administration/restore';
import { clubRoles } from '@boathouse/contract/clubs';
import { buildClub, buildMembership } from '../../src/features/clubs/clubs/factory.ts';
import { buildUser } from '../../src/features/people/users/factory.ts';
import type { Person } from '../support/test-app.ts';
import type { Attempts, Fixture } from './authorization-fixture.ts';

/** Valid calls, made by any persona. */
export function administrationAttempts(fixture: Fixture) {
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    as: Person | null,
    body?: object,
  ) => fixture.app().call(method, `/api/${path}`, { as, ...(body === undefined ? {} : { body }) });
  /** The user in a situation: with an account, because links and logins belong to it. */
  const accounts = fixture.shared<Person>();
  const userIn = async (situation: string): Promise<string> => {
    const { administrator, owner } = fixture.people();
    const known: Record<string, string> = {
      ofNoUser: randomUUID(),
      oneself: administrator.user._id,
      ofTheLastOne: administrator.user._id,
      ofAClubsOwner: owner.user._id,
    };
    const made = () => accounts('of a user', () => fixture.signUp('Ulla User'));
    return known[situation] ?? (await made()).user._id;
  };
  const ofUser = async (situation: string, rest: string) =>
    `administration/users/${await userIn(situation)}${rest}`;
  const clubIn = async (situation: string): Promise<string> => {
    if (situation === 'ofNoClub') return randomUUID();
    const ownerId = (await buildUser(fixture.db()))._id;
    return buildClub(fixture.db(), { ownerId, customUrl: randomUUID().slice(0, 18) });
  };
  const code = { code: 'AAAA-BBBB-CCCC' };
  return {
    'setUp.check': (as) => call('POST', 'set-up/check', as, code),
    'setUp.finish': (as) => call('POST', 'set-up', as, code),
    'setUp.restore': (as) =>
      fixture.app().call('POST', '/api/set-up/restore', {
        as,
        body: Buffer.from('a backup'),
        headers: { 'content-type': 'application/gzip', [setUpCodeHeader]: code.code },
      }),
    'setUp.restoreState': (as) => call('GET', 'set-up/restore', as),
    'administration.state': (as) => call('GET', 'administration/state', as),
    'administration.warnings': (as) => call('GET', 'administration/warnings', as),
    'administration.sendTestMail': (as) => call('POST', 'administration/test-mail', as),
    'administration.users': (as) => call('GET', 'administration/users?search=ulla', as),
    'administration.makeResetLink': async (as, situation) =>
      call('POST', await ofUser(situation, '/reset-link'), as),
    'administration.lock': async (as, situation) => call('PUT', await ofUser(situation, '/lock'), as),
    'administration.unlock': async (as, situation) => call('DELETE', await ofUser(situation, '/lock'), as),
    'administration.endLogins': async (as, situation) =>
      call('DELETE', await ofUser(situation, '/logins'), as),
    'administration.removeUser': async (as, situation) => call('DELETE', await ofUser(situation, ''), as),
    'administration.makeAdministrator': async (as, situation) => {
      const path = await ofUser(situation, '/administrator');
      const answer = await call('PUT', path, as);
      if (answer.status === 200) await call('DELETE', path, as);
      return answer;
    },
    'administration.revokeAdministrator': async (as, situation) =>
      call('DELETE', await ofUser(situation, '/administrator'), as),
    'administration.clubs': (as) => call('GET', 'administration/clubs', as),
    'administration.clubMembers': async (as, situation) => {
      const clubId = situation === 'ofNoClub' ? randomUUID() : fixture.clubId();
      return call('GET', `administration/clubs/${clubId}/members`, as);
    },
    'administration.handOverClub': async (as, situation) => {
      const clubId = await clubIn(situation);
      const user = await fixture.anyUser();
      const role = { toAMember: clubRoles.member, toARequest: clubRoles.pending }[situation];
      if (role !== undefined) await buildMembership(fixture.db(), { clubId, userId: user, role });
      return call('PUT', `administration/clubs/${clubId}/owner`, as, { user });
    },
    'administration.removeClub': async (as, situation) =>
      call('DELETE', `administration/clubs/${await clubIn(situation)}`, as),
    'administration.settings': (as) => call('GET', 'administration/settings', as),
    'administration.changeSettings': (as) => call('PATCH', 'administration/settings', as, { signUp: 'open' }),
    'administration.createInvitation': (as) =>
      call('POST', 'administration/invitations', as, { isForOne: true, days: 7 }),
    'administration.endInvitation': (as) => call('DELETE', `administration/invitations/${randomUUID()}`, as),
    'administration.log': (as) => call('GET', 'administration/log', as),
    'outgoing.state': (as) => call('GET', 'administration/outgoing', as),
    'outgoing.retry': (as) => call('POST', 'administration/outgoing/retry', as, { messages: [randomUUID()] }),
    'outgoing.discard': (as) =>
      call('POST', 'administration/outgoing/discard', as, { messages: [randomUUID()] }),
  } satisfies Attempts<'setUp' | 'administration' | 'outgoing'>;
}
